/** Number of colors of letter icons, as hues of a circle; the page's `links.css` has as many. */
export const LETTER_HUES = 12;

/** The letter for a site without an icon. */
export const letterOf = (site: string): string => (/[\p{L}\p{N}]/u.exec(site)?.[0] ?? "?").toUpperCase();

/** The index of a site's color, from 0 to {@link LETTER_HUES} - 1: always the same for a site. */
export const hueOf = (site: string): number =>
  Array.from(site).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 0) % LETTER_HUES;
