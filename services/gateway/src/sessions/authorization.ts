/**
 * The token of an Authorization header: `Bearer` (RFC 6750 section 2.1), or `Token`, which many clients send an API token
 * with. Undefined when there is none of these schemes.
 */
export const presentedToken = (header: string | undefined): string | undefined =>
  /^(?:Bearer|Token) +(\S+) *$/i.exec(header ?? "")?.[1];

/**
 * The password of `Authorization: Basic` (RFC 7617); undefined for any other scheme. Browsers send such a password by
 * themselves once it was typed, so it may count only where nothing is changed.
 */
export function basicPassword(header: string | undefined): string | undefined {
  const encoded = /^Basic +([\w+/=-]+) *$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const at = text.indexOf(":");
  return at === -1 ? undefined : text.slice(at + 1);
}
