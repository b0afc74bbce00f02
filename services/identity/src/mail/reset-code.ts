import { CODE_SECONDS, type Locale } from "@satchel/contracts";
import { compose } from "./compose.ts";
import { type MailContent, siteOf, spokenInstant } from "./content.ts";
import type { Mail } from "./mail.ts";
import type { CodeMail } from "./sign-in-code.ts";

const MINUTES = CODE_SECONDS / 60;

type Wording = Omit<MailContent, "language" | "centrepiece">;

const wordings: Readonly<Record<Locale, (site: string, time: string, mail: CodeMail) => Wording>> = {
  en: (site, time, { code, address }) => ({
    subject: `${code} is your code for a new Satchel password`,
    preview: `Valid for ${MINUTES} minutes. Type it where you choose the new password.`,
    heading: "Choose a new password",
    lead: [`Type this code at ${site}, where you asked for it. It is valid for ${MINUTES} minutes and works once.`],
    context: [
      [
        `Asked for on ${time} for the account of `,
        { strong: address },
        ". With the new password you are signed out everywhere. Nobody from Satchel will ever ask you for this code.",
      ],
    ],
    footnote: "It was not you? Then do nothing: without the code your password stays as it is.",
  }),
  de: (site, time, { code, address }) => ({
    subject: `${code} ist Ihr Code für ein neues Satchel-Passwort`,
    preview: `${MINUTES} Minuten gültig. Geben Sie ihn dort ein, wo Sie das neue Passwort wählen.`,
    heading: "Neues Passwort wählen",
    lead: [
      `Geben Sie diesen Code auf ${site} ein, wo Sie ihn angefordert haben. Er gilt ${MINUTES} Minuten und nur einmal.`,
    ],
    context: [
      [
        `Angefordert am ${time} für das Konto von `,
        { strong: address },
        ". Mit dem neuen Passwort werden Sie überall abgemeldet. Niemand von Satchel wird Sie je nach diesem Code fragen.",
      ],
    ],
    footnote: "Das waren nicht Sie? Dann tun Sie nichts: Ohne den Code bleibt Ihr Passwort, wie es ist.",
  }),
};

export function composeResetCode(mail: CodeMail): Mail {
  const { code, address, locale, requestedAt, publicUrl } = mail;
  const wording = wordings[locale](siteOf(publicUrl), spokenInstant(locale, requestedAt), mail);
  return compose(address, { ...wording, language: locale, centrepiece: { kind: "code", code } });
}
