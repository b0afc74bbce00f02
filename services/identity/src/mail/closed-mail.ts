import type { Address } from "@satchel/chassis";
import type { Locale } from "@satchel/contracts";
import { compose } from "./compose.ts";
import { formatInstant, type MailContent, siteOf } from "./content.ts";
import type { Mail } from "./mail.ts";

/** A mail in the place of a sign-in code: the address has no account, and this server registers none for it. */
interface ClosedMail {
  readonly address: Address;
  readonly locale: Locale;
  readonly requestedAt: Date;
  readonly publicUrl: string;
}

type Wording = Omit<MailContent, "language" | "action">;

const wordings: Readonly<Record<Locale, (site: string, time: string, address: Address) => Wording>> = {
  en: (site, time, address) => ({
    subject: "No Satchel account for this address",
    preview: `${site} takes no new account for it.`,
    heading: "There is no account for this address",
    lead: [
      "A code was requested to sign in with ",
      { strong: address },
      `. The address has no account at ${site}, and this server takes no new account for it.`,
    ],
    context: [
      ["You have an account there? Then sign in with an address that belongs to it, or ask whoever runs the server."],
    ],
    footnote: `Requested on ${time}. This wasn't you? Then do nothing: nobody got in.`,
  }),
  de: (site, time, address) => ({
    subject: "Kein Satchel-Konto für diese Adresse",
    preview: `${site} nimmt dafür kein neues Konto an.`,
    heading: "Zu dieser Adresse gibt es kein Konto",
    lead: [
      "Es wurde ein Code angefordert, um sich mit ",
      { strong: address },
      ` anzumelden. Die Adresse hat kein Konto auf ${site}, und dieser Server nimmt dafür kein neues an.`,
    ],
    context: [
      [
        "Du hast dort ein Konto? Dann melde dich mit einer Adresse an, die dazu gehört, oder frage, wer den Server betreibt.",
      ],
    ],
    footnote: `Angefordert am ${time}. Das warst nicht du? Dann tu nichts: Niemand ist hineingekommen.`,
  }),
};

/** Writes that mail. It has no link and no code. */
export function composeClosed({ address, locale, requestedAt, publicUrl }: ClosedMail): Mail {
  const wording = wordings[locale](siteOf(publicUrl), formatInstant(locale, requestedAt), address);
  return compose(address, { ...wording, language: locale });
}
