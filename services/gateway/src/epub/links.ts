import { parseUrl } from "@satchel/contracts";

/** Hosts that every reading system takes for one: names of letters, digits and hyphens, and addresses. */
const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?|\[[0-9a-f:.]+\])$/;

/** What RFC 3986 has no place for behind the host, and browsers leave as it is. */
const FOREIGN = /[^\w\-.~:/?@!$&'()*+,;=%]/g;

const encoded = (text: string): string =>
  text.replace(/%(?![0-9a-f]{2})/gi, "%25").replace(FOREIGN, (sign) => encodeURIComponent(sign));

/**
 * An address of the web or of mail as a URI (RFC 3986), which is stricter than what browsers take; undefined for any other.
 */
export function uriOf(href: string): string | undefined {
  const url = parseUrl(href.toWellFormed());
  if (url === undefined) return undefined;
  const { protocol, host, hostname, pathname, search, hash } = url;
  if (protocol === "mailto:") return pathname === "" ? undefined : `mailto:${encoded(pathname + search)}`;
  if ((protocol !== "http:" && protocol !== "https:") || !HOST.test(hostname)) return undefined;
  return `${protocol}//${host}${encoded(pathname + search)}${hash === "" ? "" : `#${encoded(hash.slice(1))}`}`;
}
