import libmime from "libmime";

/** Decodes encoded words (RFC 2047) in a header's text; one of an unknown charset stays as it is. */
export function decodeWords(text: string): string {
  try {
    return libmime.decodeWords(text);
  } catch {
    return text;
  }
}

/** A field's value and its parameters, including continued and encoded ones (RFC 2045 section 5.1, RFC 2231). Names are in lower case. */
export function parseParameters(value: string): { value: string; params: Readonly<Record<string, string>> } {
  try {
    const { value: main, params } = libmime.parseHeaderValue(value);
    return { value: main.trim().toLowerCase(), params };
  } catch {
    return { value: (value.split(";", 1)[0] ?? "").trim().toLowerCase(), params: {} };
  }
}
