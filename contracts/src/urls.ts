/** The scheme of a mail that is an item of the archive (RFC 2392): nothing is fetched from there. */
const MID = "mid:";

/** Whether an address is that of a mail, which has its copy alone. */
export const isLetter = (url: string): boolean => url.startsWith(MID);

/**
 * The address of a mail (RFC 2392 section 2).
 * @param messageId without angle brackets, or another name of the mail that no other one has
 */
export const letterUrl = (messageId: string): string =>
  MID + encodeURIComponent(messageId.toWellFormed()).replaceAll("%40", "@");

/**
 * An address as a URL (WHATWG URL standard), resolved against a base where it is relative; undefined when it is none.
 *
 * Never `URL.canParse`: in Node 20 it returns false for a valid address with letters such as "ä" once V8 has optimised
 * the code around it, after some thousands of calls.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
