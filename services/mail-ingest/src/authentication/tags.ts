/**
 * Reads a tag list (RFC 6376 section 3.2); undefined when it is malformed or has a tag twice. All known names are in lower case;
 * names with capitals count as malformed, because verifiers differ on them.
 */
export function parseTags(value: string): ReadonlyMap<string, string> | undefined {
  const tags = new Map<string, string>();
  for (const part of value.replace(/\r\n/g, "").split(";")) {
    if (part.trim() === "") continue;
    const equals = part.indexOf("=");
    const name = part.slice(0, equals).trim();
    if (equals < 1 || tags.has(name) || !/^[a-z][a-z0-9_-]*$/.test(name)) return undefined;
    tags.set(name, part.slice(equals + 1).trim());
  }
  return tags;
}

/** The items of a colon-separated value in lower case; undefined when the tag is not there. */
export const listed = (tags: ReadonlyMap<string, string>, name: string): string[] | undefined =>
  tags
    .get(name)
    ?.split(":")
    .map((item) => item.trim().toLowerCase());
