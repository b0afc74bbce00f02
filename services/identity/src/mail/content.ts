import type { Locale } from "@satchel/contracts";

/** A run of text; what is `strong` stands out. All of it is plain text: the layout escapes it. */
export type Phrase = readonly (string | { readonly strong: string })[];

/** What a mail is about: a code to type, or a link to follow. */
export type Centrepiece =
  | { readonly kind: "code"; readonly code: string }
  /** `label` stands on the button; `spelledOut` leads to the same link in letters, for whoever can't press buttons. */
  | { readonly kind: "link"; readonly label: string; readonly url: string; readonly spelledOut: string };

/** What a mail says, before it is laid out as text and as HTML. */
export interface MailContent {
  readonly language: Locale;
  readonly subject: string;
  /** What the list of mails shows behind the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly lead: Phrase;
  readonly centrepiece?: Centrepiece;
  /** When, for whom, what follows from it, and what to do when it was somebody else. */
  readonly context: readonly Phrase[];
  /** The last line, in small print below the card. */
  readonly footnote: string;
}

const dates: Readonly<Record<Locale, Intl.DateTimeFormat>> = {
  en: new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }),
  de: new Intl.DateTimeFormat("de-DE", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }),
};

/** An instant as people say it, in UTC: "20 November 2026 at 10:12 UTC". */
export const spokenInstant = (locale: Locale, at: Date): string => `${dates[locale].format(at)} UTC`;

/** Where Satchel is reached, as people type it. Mails name it, so that a code or a password is typed nowhere else. */
export const siteOf = (publicUrl: string): string => new URL(publicUrl).host;

/**
 * A name that somebody chose, as one run of visible text: without line breaks and control characters, which would let it pass for
 * lines of ours, and without marks that turn the direction of what stands around it (Unicode UAX #9).
 */
export const singleLine = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll(/[\p{Cf}\p{Cs}]/gu, "")
    .trim();
