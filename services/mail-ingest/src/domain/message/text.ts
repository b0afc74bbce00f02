// Control characters (Unicode category Cc) except white space, and the marks that change the direction of text: they are invisible, and make
// one text look like another.
const INVISIBLE = /(?!\s)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A text without the characters that show nothing. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, "");

/**
 * One clean line of text: no control characters, runs of white space as one space, nothing around it, whole characters
 * only, at most `max` UTF-16 code units.
 */
export function cleanLine(text: string, max: number): string {
  const line = withoutInvisible(text)
    .replace(/\s+/g, " ")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
  if (line.length <= max) return line;
  return line
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();
}
