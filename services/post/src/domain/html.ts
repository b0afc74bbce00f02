const REFERENCES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text for HTML, in elements and in quoted attributes. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => REFERENCES[sign] ?? sign);

/**
 * A text of a page as one run of visible text: without line breaks and control characters, and without marks that change the
 * direction of what follows (Unicode UAX #9).
 */
export const singleLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll(/\p{Cf}/gu, "")
    .trim();

/** The beginning of a text, with an ellipsis where more follows. */
export function shortened(text: string, chars: number): string {
  const letters = Array.from(text);
  return letters.length <= chars
    ? text
    : `${letters
        .slice(0, chars - 1)
        .join("")
        .trimEnd()}…`;
}
