const REFERENCES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for HTML, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => REFERENCES[sign] ?? sign);

/**
 * A text that people chose, or a page, as one run of visible text: without line breaks and control characters, which would
 * imitate our own lines, and without marks that change the direction of the text around it (Unicode UAX #9).
 */
export const singleLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll(/[\p{Cf}\p{Cs}]/gu, "")
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
