import type { Locale } from "@satchel/contracts";

/** A run of text; what is `strong` stands out. All of it is plain text: the layout escapes it. */
export type Phrase = readonly (string | { readonly strong: string })[];

/** The central part of a mail: a code to type, or a link to follow. */
export type Centrepiece =
  | { readonly kind: "code"; readonly code: string }
  /** `label` is on the button; `spelledOut` leads to the same link as text. */
  | { readonly kind: "link"; readonly label: string; readonly url: string; readonly spelledOut: string };

/** The content of a mail, before its layout as text and as HTML. */
export interface MailContent {
  readonly language: Locale;
  readonly subject: string;
  /** What the list of mails shows behind the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly lead: Phrase;
  readonly centrepiece?: Centrepiece;
  /** Time, recipient, consequence, and what to do if it was somebody else. */
  readonly context: readonly Phrase[];
  /** The last line, in small print below the card. */
  readonly footnote: string;
}

const dates: Readonly<Record<Locale, Intl.DateTimeFormat>> = {
  en: new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }),
  de: new Intl.DateTimeFormat("de-DE", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }),
};

/** An instant in words, in UTC: "20 November 2026 at 10:12 UTC". */
export const spokenInstant = (locale: Locale, at: Date): string => `${dates[locale].format(at)} UTC`;

/** Satchel's host, as people type it. Mails name it, so that a code or a password is typed nowhere else. */
export const siteOf = (publicUrl: string): string => new URL(publicUrl).host;

/**
 * A user-chosen name as one run of visible text: without line breaks and control characters, which would imitate our
 * own lines, and without marks that change the direction of the text around it (Unicode UAX #9).
 */
export const singleLine = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll(/[\p{Cf}\p{Cs}]/gu, "")
    .trim();
