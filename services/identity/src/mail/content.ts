import type { Locale } from "@satchel/contracts";

/** A run of plain text, with parts in bold (`strong`). The layout escapes it. */
export type Phrase = readonly (string | { readonly strong: string })[];

/** The action that a mail asks for: a code to type, or a link to follow. */
export type MailAction =
  | { readonly kind: "code"; readonly code: string }
  /** `label` is the text of the button, `linkIntro` that before the same link in letters. */
  | { readonly kind: "link"; readonly label: string; readonly url: string; readonly linkIntro: string };

/** The content of a mail, before its layout as text and as HTML. */
export interface MailContent {
  readonly language: Locale;
  readonly subject: string;
  /** Mail programs show it after the subject in their lists. */
  readonly preview: string;
  readonly heading: string;
  readonly lead: Phrase;
  readonly action?: MailAction;
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
export const formatInstant = (locale: Locale, at: Date): string => `${dates[locale].format(at)} UTC`;

/** Satchel's host. Mails name it, so that people type a code or a password only there. */
export const siteOf = (publicUrl: string): string => new URL(publicUrl).host;
