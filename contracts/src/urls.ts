/** The scheme of an item of the archive that is no page: a mail (RFC 2392) or a file. Nothing is fetched from there. */
const MID = "mid:";

/** Whether an address is that of a mail, or of a file that came with one or was sent: such an item has its copy alone. */
export const isItem = (url: string): boolean => url.startsWith(MID);

/** What the address of an attached file ends with: the hash of its octets. An address of a mail has no slash. */
const FILE = /\/([0-9a-f]{64})$/;

/**
 * The address of a file that came with a mail (RFC 2392 section 2: a part of a mail is named behind a slash).
 * @param mail the address of the mail
 * @param sha256 of the file's octets, in hex
 */
export const attachedFileUrl = (mail: string, sha256: string): string => `${mail}/${sha256}`;

/** What the id of a mail or file follows from: a file that comes with two mails is one item. */
export function mailedItemKey(url: string): string {
  const sha256 = isItem(url) ? FILE.exec(url)?.[1] : undefined;
  return sha256 === undefined ? url : `${MID}/${sha256}`;
}

/** The host of a link's site, without its port: of a web address, or what follows the `@` in the address of a mail. */
export function siteHost(url: string): string {
  const { protocol, hostname, pathname } = parseUrl(url) ?? {};
  return protocol === MID
    ? ((pathname ?? "").split("/", 1)[0] ?? "").replace(/^.*@/s, "").toLowerCase()
    : (hostname ?? "");
}

/**
 * The address of a mail (RFC 2392 section 2).
 * @param messageId without angle brackets, or another name of the mail that no other one has
 */
export const letterUrl = (messageId: string): string =>
  MID + encodeURIComponent(messageId.toWellFormed()).replaceAll("%40", "@");

/** Characters of a host with its port, user name and password: a name has 253 (RFC 1035 section 2.3.4). */
const AUTHORITY_CHARS = 1024;

/** What stands before the path, of the schemes whose hosts are names. Tabs and line ends don't count in a URL. */
const AUTHORITY = /^[\0-\x20]*(?:(?:https?|wss?|ftp|file):[/\\]*|[/\\]{2,})([^/\\?#]*)/i;

/**
 * Whether an address may have a host that is no name any more: to make ASCII of it (IDNA) takes the square of its length, which
 * is minutes for a megabyte.
 */
function hasEndlessHost(text: string): boolean {
  if (text.length <= AUTHORITY_CHARS) return false;
  const [, authority = ""] = AUTHORITY.exec(text.replaceAll(/[\t\n\r]/g, "")) ?? [];
  return authority.length > AUTHORITY_CHARS;
}

/**
 * An address as a URL (WHATWG URL standard), resolved against a base where it is relative; undefined when it is none, or its
 * host is endless.
 *
 * Never `URL.canParse`: in Node 20 it returns false for a valid address with letters such as "ä" once V8 has optimised
 * the code around it, after some thousands of calls.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  if (hasEndlessHost(text)) return undefined;
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/**
 * Parses a web address, which is one of http or https, as {@link parseUrl} does; undefined for any other, and for one whose
 * host has no letter and no digit: the standard allows `https://...` and `https://"`, but no site can have them.
 */
export function parseWebUrl(text: string, base?: string | URL): URL | undefined {
  const url = parseUrl(text, base);
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  return isWeb && /[\da-z:]/.test(url.hostname) ? url : undefined;
}
