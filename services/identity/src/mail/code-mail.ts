import type { Address } from "@satchel/chassis";
import { CODE_SECONDS, type Locale } from "@satchel/contracts";
import type { CodePurpose } from "../secrets/codes.ts";
import { compose } from "./compose.ts";
import { formatInstant, type MailContent, siteOf } from "./content.ts";
import type { Mail } from "./mail.ts";

interface CodeMail {
  readonly code: string;
  readonly address: Address;
  readonly locale: Locale;
  readonly requestedAt: Date;
  /** Satchel's address. The mail names its host, so that the code is typed only there. */
  readonly publicUrl: string;
}

const MINUTES = CODE_SECONDS / 60;

type Wording = Omit<MailContent, "language" | "action">;
type WordCode = (site: string, time: string, mail: CodeMail) => Wording;

/** Subjects begin with the code: a phone's notification shows it. */
const wordings: Readonly<Record<CodePurpose, Readonly<Record<Locale, WordCode>>>> = {
  "sign-in": {
    en: (site, time, { code, address }) => ({
      subject: `${code} is your Satchel code`,
      preview: `Valid for ${MINUTES} minutes. Type it where you signed in.`,
      heading: "Your sign-in code",
      lead: [`Type it at ${site}, where you requested it. It is valid for ${MINUTES} minutes and works once.`],
      context: [
        [`Requested on ${time} for `, { strong: address }, ". Nobody from Satchel will ever ask you for this code."],
      ],
      footnote: "This wasn't you? Then do nothing: without the code nobody gets in.",
    }),
    de: (site, time, { code, address }) => ({
      subject: `${code} ist dein Satchel-Code`,
      preview: `${MINUTES} Minuten gültig. Gib ihn dort ein, wo du dich anmeldest.`,
      heading: "Dein Anmeldecode",
      lead: [`Gib ihn auf ${site} ein, wo du ihn angefordert hast. Er gilt ${MINUTES} Minuten und nur einmal.`],
      context: [
        [
          `Angefordert am ${time} für `,
          { strong: address },
          ". Niemand von Satchel wird dich je nach diesem Code fragen.",
        ],
      ],
      footnote: "Das warst nicht du? Dann tu nichts: Ohne den Code kommt niemand hinein.",
    }),
  },
  reset: {
    en: (site, time, { code, address }) => ({
      subject: `${code} is your code for a new Satchel password`,
      preview: `Valid for ${MINUTES} minutes. Type it where you choose the new password.`,
      heading: "Choose a new password",
      lead: [`Type this code at ${site}, where you requested it. It is valid for ${MINUTES} minutes and works once.`],
      context: [
        [
          `Requested on ${time} for the account of `,
          { strong: address },
          ". With the new password you are signed out everywhere. Nobody from Satchel will ever ask you for this code.",
        ],
      ],
      footnote: "This wasn't you? Then do nothing: without the code your password stays as it is.",
    }),
    de: (site, time, { code, address }) => ({
      subject: `${code} ist dein Code für ein neues Satchel-Passwort`,
      preview: `${MINUTES} Minuten gültig. Gib ihn dort ein, wo du das neue Passwort wählst.`,
      heading: "Neues Passwort wählen",
      lead: [`Gib diesen Code auf ${site} ein, wo du ihn angefordert hast. Er gilt ${MINUTES} Minuten und nur einmal.`],
      context: [
        [
          `Angefordert am ${time} für das Konto von `,
          { strong: address },
          ". Mit dem neuen Passwort wirst du überall abgemeldet. Niemand von Satchel wird dich je nach diesem Code fragen.",
        ],
      ],
      footnote: "Das warst nicht du? Dann tu nichts: Ohne den Code bleibt dein Passwort, wie es ist.",
    }),
  },
};

/** Writes the mail with a code. */
export function composeCode(purpose: CodePurpose, mail: CodeMail): Mail {
  const { code, address, locale, requestedAt, publicUrl } = mail;
  const wording = wordings[purpose][locale](siteOf(publicUrl), formatInstant(locale, requestedAt), mail);
  return compose(address, { ...wording, language: locale, action: { kind: "code", code } });
}
