import { type Address, singleLine } from "@satchel/chassis";
import type { Locale } from "@satchel/contracts";
import { compose } from "./compose.ts";
import { type MailContent, siteOf } from "./content.ts";
import type { Attachment, Mail } from "./mail.ts";

/** A mail with a book, to an e-reader. */
interface BookMail {
  readonly address: Address;
  /** Whose archive it is from. */
  readonly account: Address;
  readonly title: string;
  readonly locale: Locale;
  readonly publicUrl: string;
  readonly attachment: Attachment;
}

type Wording = Omit<MailContent, "language" | "action">;

const wordings: Readonly<Record<Locale, (site: string, title: string, account: string) => Wording>> = {
  en: (site, title, account) => ({
    subject: title,
    preview: "A book for your e-reader is attached.",
    heading: title,
    lead: ["This book for your e-reader was made of articles in the archive of ", { strong: account }, ` at ${site}.`],
    context: [],
    footnote: `You don't want books from ${account}? Ask them to remove this address, or answer to the operator of ${site}.`,
  }),
  de: (site, title, account) => ({
    subject: title,
    preview: "Ein Buch für deinen E-Reader liegt bei.",
    heading: title,
    lead: ["Dieses Buch für deinen E-Reader enthält Artikel aus dem Archiv von ", { strong: account }, ` auf ${site}.`],
    context: [],
    footnote: `Du möchtest keine Bücher von ${account}? Bitte darum, diese Adresse zu entfernen, oder wende dich an den Betreiber von ${site}.`,
  }),
};

/** Characters of a title in a subject. */
const SUBJECT_CHARS = 150;

export function composeBook({ address, account, title, locale, publicUrl, attachment }: BookMail): Mail {
  const line = Array.from(singleLine(title)).slice(0, SUBJECT_CHARS).join("") || "Satchel";
  const wording = wordings[locale](siteOf(publicUrl), line, account);
  return { ...compose(address, { ...wording, language: locale }), attachment };
}
