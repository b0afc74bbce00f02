import { parseUrl } from "@satchel/contracts";

/** An address without its scheme and with decoded escapes (RFC 3986 section 2.1). */
export const readable = (url: string): string =>
  url
    .replace(/^https?:\/\/(?:www\.)?/, "")
    .replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll("%", ""), "hex").toString());

/** What is typed or pasted, as the index has it where it is an address: links are indexed by {@link readable}. */
export function asIndexed(text: string): string {
  if (/^https?:\/\//i.test(text)) return readable(parseUrl(text)?.href ?? text.toLowerCase());
  return text.replace(/^www\.(?=.)/i, "");
}
