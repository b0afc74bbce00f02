import type { Locale, MailCommandFault } from "@satchel/contracts";

/** What was done to the links of a mail. */
export interface Annotation {
  readonly tags: readonly string[];
  readonly folder?: string;
  readonly hasNote: boolean;
}

/** The texts of answers, in one language. */
export interface Wording {
  readonly language: Locale;
  readonly saved: (links: number) => string;
  /** All links of a mail were there already. */
  readonly known: (links: number) => string;
  /** Of several links, those that were there already: "1 you had since May 2024". */
  readonly hadOf: (links: number, since: string | undefined) => string;
  readonly nothingSaved: string;
  readonly newLinks: string;
  readonly knownLinks: string;
  /** `date` of a link that was there already. */
  readonly since: (at: Date) => string;
  readonly unusable: (addresses: readonly string[]) => string;
  /** Attachments that were not kept. */
  readonly leftOut: (names: readonly string[]) => string;
  readonly withoutRoom: (links: number) => string;
  readonly inFolder: (name: string) => string;
  readonly more: (links: number) => string;
  readonly reply: string;
  readonly undo: { readonly word: string; readonly does: string; readonly redoes: string };
  readonly tag: { readonly word: string; readonly does: string };
  readonly folder: { readonly word: string; readonly does: string };
  readonly note: { readonly word: string; readonly does: string };
  readonly read: { readonly word: (number: number) => string; readonly does: string };
  readonly search: { readonly word: string; readonly does: string };
  readonly changed: (links: number, what: Annotation) => string;
  readonly alreadySo: string;
  readonly failed: (links: number) => string;
  readonly done: string;
  readonly undone: string;
  readonly deletedAgain: (links: number) => string;
  readonly restored: (links: number) => string;
  readonly kept: (links: number) => string;
  readonly found: (words: string, links: number, hasMore: boolean) => string;
  readonly notFound: (words: string) => string;
  readonly allResults: string;
  readonly openPage: string;
  readonly openReading: string;
  readonly minutes: (minutes: number) => string;
  readonly cut: string;
  readonly picture: (text: string) => string;
  readonly faults: Readonly<Record<MailCommandFault, string>>;
  readonly faultHeading: string;
  readonly footnote: (address: string, site: string) => string;
}
