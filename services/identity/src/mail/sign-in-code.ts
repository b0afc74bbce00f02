import type { Address } from "@satchel/chassis";
import { CODE_SECONDS, type Locale } from "@satchel/contracts";
import { compose } from "./compose.ts";
import { type MailContent, siteOf, spokenInstant } from "./content.ts";
import type { Mail } from "./mail.ts";

export interface CodeMail {
  readonly code: string;
  readonly address: Address;
  readonly locale: Locale;
  readonly requestedAt: Date;
  /** Satchel's address; the mail names its host, so that the code is typed nowhere else. */
  readonly publicUrl: string;
}

const MINUTES = CODE_SECONDS / 60;

type Wording = Omit<MailContent, "language" | "centrepiece">;

const wordings: Readonly<Record<Locale, (site: string, time: string, mail: CodeMail) => Wording>> = {
  en: (site, time, { code, address }) => ({
    subject: `${code} is your Satchel code`,
    preview: `Valid for ${MINUTES} minutes. Type it where you signed in.`,
    heading: "Your sign-in code",
    lead: [`Type it at ${site}, where you asked for it. It is valid for ${MINUTES} minutes and works once.`],
    context: [
      [`Asked for on ${time} for `, { strong: address }, ". Nobody from Satchel will ever ask you for this code."],
    ],
    footnote: "It was not you? Then do nothing: without the code nobody gets in.",
  }),
  de: (site, time, { code, address }) => ({
    subject: `${code} ist Ihr Satchel-Code`,
    preview: `${MINUTES} Minuten gültig. Geben Sie ihn dort ein, wo Sie sich anmelden.`,
    heading: "Ihr Anmeldecode",
    lead: [`Geben Sie ihn auf ${site} ein, wo Sie ihn angefordert haben. Er gilt ${MINUTES} Minuten und nur einmal.`],
    context: [
      [
        `Angefordert am ${time} für `,
        { strong: address },
        ". Niemand von Satchel wird Sie je nach diesem Code fragen.",
      ],
    ],
    footnote: "Das waren nicht Sie? Dann tun Sie nichts: Ohne den Code kommt niemand hinein.",
  }),
};

/** Writes the mail with a sign-in code. The subject begins with the code: a phone's notification shows it. */
export function composeSignInCode(mail: CodeMail): Mail {
  const { code, address, locale, requestedAt, publicUrl } = mail;
  const wording = wordings[locale](siteOf(publicUrl), spokenInstant(locale, requestedAt), mail);
  return compose(address, { ...wording, language: locale, centrepiece: { kind: "code", code } });
}
