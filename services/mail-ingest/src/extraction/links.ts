import { EVENT_BYTES, URL_CHARS, URLS_PER_MAIL } from "@satchel/contracts";
import { linksInHtml } from "./html-links.ts";
import { linksInText } from "./text-links.ts";

/** Octets that the links of one mail may take in its event; the rest is for its other fields. */
const LINKS_BYTES = EVENT_BYTES - 32 * 1024;

/** The readable body of a mail. Where both are there, they say the same in two ways (RFC 2046 section 5.1.4). */
export interface MailBody {
  readonly text: string | undefined;
  readonly html: string | undefined;
}

/**
 * The links of a mail in order of appearance, each once, as they were written; at most {@link URLS_PER_MAIL}. The HTML is
 * asked first, being the richer of two alternatives, and the text when the HTML holds none.
 */
export function linksInMail({ text, html }: MailBody): string[] {
  const fromHtml = html === undefined ? [] : usable(linksInHtml(html));
  return fromHtml.length > 0 || text === undefined ? fromHtml : usable(linksInText(text));
}

function usable(links: readonly string[]): string[] {
  const seen = new Map<string, string>();
  let room = LINKS_BYTES;
  for (const link of links) {
    const url = toWebUrl(link);
    if (url === undefined || seen.has(url.href)) continue;
    room -= Buffer.byteLength(JSON.stringify(link)) + 1;
    if (seen.size === URLS_PER_MAIL || room < 0) break;
    seen.set(url.href, link);
  }
  return [...seen.values()];
}

function toWebUrl(link: string): URL | undefined {
  if (link.length > URL_CHARS || /[\s\p{Cc}\p{Cs}]/u.test(link) || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
}
