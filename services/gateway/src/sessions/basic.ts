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
