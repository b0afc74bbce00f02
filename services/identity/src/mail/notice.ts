import { type Address, singleLine } from "@satchel/chassis";
import type { Locale } from "@satchel/contracts";
import { compose } from "./compose.ts";
import { siteOf, formatInstant } from "./content.ts";
import type { Mail } from "./mail.ts";
import { german } from "./notice.de.ts";
import { english } from "./notice.en.ts";
import type { NoticeKind } from "./notice-wording.ts";

export type { NoticeKind } from "./notice-wording.ts";

/** A mail that informs the owner of an account, in case it was somebody else. */
export interface NoticeMail {
  readonly kind: NoticeKind;
  readonly address: Address;
  readonly locale: Locale;
  readonly at: Date;
  readonly publicUrl: string;
  /** The name of the passkey, the extension, the API token or the feed, the host of the webhook, or the address that was added. */
  readonly subject?: string;
}

const wordings = { en: english, de: german } as const;

const notYou: Readonly<Record<Locale, string>> = { en: "This wasn't you?", de: "Das warst nicht du?" };

const footnotes: Readonly<Record<Locale, (time: string, address: Address) => string>> = {
  en: (time, address) => `Done on ${time} in the account of ${address}.`,
  de: (time, address) => `Geschehen am ${time} im Konto von ${address}.`,
};

/**
 * Writes the mail that informs an owner. It has no link, because people should not get used to signing in through a link
 * in a warning.
 */
export function composeNotice({ kind, address, locale, at, publicUrl, subject = "" }: NoticeMail): Mail {
  const {
    advice,
    question = notYou[locale],
    ...wording
  } = wordings[locale](siteOf(publicUrl), singleLine(subject))[kind];
  const time = formatInstant(locale, at);
  return compose(address, {
    ...wording,
    language: locale,
    preview: time,
    context: [[{ strong: question }, ` ${advice}`]],
    footnote: footnotes[locale](time, address),
  });
}
