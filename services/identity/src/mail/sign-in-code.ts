import type { Address } from "@satchel/chassis";
import { CODE_SECONDS, type PayloadOf, type StartSignIn } from "@satchel/contracts";
import { type CodeMail, codeMailHtml } from "./layout.ts";
import type { Mail } from "./mail.ts";

export type Locale = PayloadOf<typeof StartSignIn>["locale"];

export interface SignInCodeMail {
  readonly code: string;
  readonly address: Address;
  readonly locale: Locale;
  readonly askedAt: Date;
  /** Where Satchel is reached; the mail names its host, so that the code is typed nowhere else. */
  readonly publicUrl: string;
}

const MINUTES = CODE_SECONDS / 60;

type Wording = Omit<CodeMail, "language" | "code" | "title"> & { readonly subject: string };

const wordings: Readonly<Record<Locale, (site: string, time: string, mail: SignInCodeMail) => Wording>> = {
  en: (site, time, { code, address }) => ({
    subject: `${code} is your Satchel code`,
    preview: `Valid for ${MINUTES} minutes. Type it where you signed in.`,
    heading: "Your sign-in code",
    instruction: `Type it at ${site}, where you asked for it. It is valid for ${MINUTES} minutes and works once.`,
    context: [`Asked for on ${time} UTC for `, address, ". Nobody from Satchel will ever ask you for this code."],
    reassurance: "It was not you? Then do nothing: without the code nobody gets in.",
  }),
  de: (site, time, { code, address }) => ({
    subject: `${code} ist Ihr Satchel-Code`,
    preview: `${MINUTES} Minuten gültig. Geben Sie ihn dort ein, wo Sie sich anmelden.`,
    heading: "Ihr Anmeldecode",
    instruction: `Geben Sie ihn auf ${site} ein, wo Sie ihn angefordert haben. Er gilt ${MINUTES} Minuten und nur einmal.`,
    context: [`Angefordert am ${time} UTC für `, address, ". Niemand von Satchel wird Sie je nach diesem Code fragen."],
    reassurance: "Das waren nicht Sie? Dann tun Sie nichts: Ohne den Code kommt niemand hinein.",
  }),
};

const times: Readonly<Record<Locale, Intl.DateTimeFormat>> = {
  en: new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }),
  de: new Intl.DateTimeFormat("de-DE", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }),
};

/** Writes the mail with a sign-in code. The subject begins with the code: a phone's notification shows it without opening. */
export function composeSignInCode(mail: SignInCodeMail): Mail {
  const { code, address, locale, askedAt, publicUrl } = mail;
  const site = new URL(publicUrl).host;
  const { subject, ...wording } = wordings[locale](site, times[locale].format(askedAt), mail);
  const { heading, instruction, context, reassurance } = wording;
  return {
    to: address,
    subject,
    text: `${heading}:\n\n    ${code}\n\n${instruction}\n\n${context.join("")}\n\n${reassurance}\n`,
    html: codeMailHtml({ ...wording, language: locale, title: subject, code }),
    language: locale,
  };
}
