import { withoutInvisible } from "@satchel/contracts";

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
