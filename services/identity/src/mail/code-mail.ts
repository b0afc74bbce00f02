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
  /** For connecting an identity provider: its name. */
  readonly provider?: string;
  /** For the address of an e-reader: which, and whose account asks. */
  readonly reader?: { readonly address: Address; readonly account: Address };
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
  connect: {
    en: (site, time, { code, address, provider = "" }) => ({
      subject: `${code} is your code to connect ${provider}`,
      preview: `Valid for ${MINUTES} minutes. Type it where you signed in.`,
      heading: `Sign in with ${provider}`,
      lead: [
        `Somebody who is signed in at ${provider} with your address wants to open your account at ${site}. With this code they can, now and later. It is valid for ${MINUTES} minutes and works once.`,
      ],
      context: [
        [
          `Requested on ${time} for the account of `,
          { strong: address },
          ". Nobody from Satchel will ever ask you for this code.",
        ],
      ],
      footnote: "This wasn't you? Then do nothing: without the code nobody gets in.",
    }),
    de: (site, time, { code, address, provider = "" }) => ({
      subject: `${code} ist dein Code, um ${provider} zu verbinden`,
      preview: `${MINUTES} Minuten gültig. Gib ihn dort ein, wo du dich anmeldest.`,
      heading: `Mit ${provider} anmelden`,
      lead: [
        `Jemand, der bei ${provider} mit deiner Adresse angemeldet ist, möchte dein Konto auf ${site} öffnen. Mit diesem Code geht das, jetzt und später. Er gilt ${MINUTES} Minuten und nur einmal.`,
      ],
      context: [
        [
          `Angefordert am ${time} für das Konto von `,
          { strong: address },
          ". Niemand von Satchel wird dich je nach diesem Code fragen.",
        ],
      ],
      footnote: "Das warst nicht du? Dann tu nichts: Ohne den Code kommt niemand hinein.",
    }),
  },
  reader: {
    en: (site, time, { code, address, reader = { address, account: address } }) => ({
      subject: `${code} is your code for an e-reader`,
      preview: `Valid for ${MINUTES} minutes. Type it where you added the e-reader.`,
      heading: "Send books to an e-reader",
      lead: [
        "With this code the account of ",
        { strong: reader.account },
        ` at ${site} may send books to `,
        { strong: reader.address },
        `. Type it in its settings. It is valid for ${MINUTES} minutes and works once.`,
      ],
      context: [[`Requested on ${time}. Nobody from Satchel will ever ask you for this code.`]],
      footnote: `You don't know ${reader.account}, or did not ask for this? Then do nothing: without the code no book is sent.`,
    }),
    de: (site, time, { code, address, reader = { address, account: address } }) => ({
      subject: `${code} ist dein Code für einen E-Reader`,
      preview: `${MINUTES} Minuten gültig. Gib ihn dort ein, wo du den E-Reader hinzugefügt hast.`,
      heading: "Bücher an einen E-Reader senden",
      lead: [
        "Mit diesem Code darf das Konto von ",
        { strong: reader.account },
        ` auf ${site} Bücher senden an `,
        { strong: reader.address },
        `. Gib ihn in dessen Einstellungen ein. Er gilt ${MINUTES} Minuten und nur einmal.`,
      ],
      context: [[`Angefordert am ${time}. Niemand von Satchel wird dich je nach diesem Code fragen.`]],
      footnote: `Du kennst ${reader.account} nicht oder hast das nicht veranlasst? Dann tu nichts: Ohne den Code wird kein Buch gesendet.`,
    }),
  },
};

/** Writes the mail with a code. */
export function composeCode(purpose: CodePurpose, mail: CodeMail): Mail {
  const { code, address, locale, requestedAt, publicUrl } = mail;
  const wording = wordings[purpose][locale](siteOf(publicUrl), formatInstant(locale, requestedAt), mail);
  return compose(address, { ...wording, language: locale, action: { kind: "code", code } });
}
