/** Characters of a title that count in the order of titles. */
export const TITLE_KEY_CHARS = 64;

/** Characters of a title that are read: its first ones may be skipped. */
export const TITLE_KEY_READ_CHARS = 128;

/** Characters that are skipped at the beginning of a title: spaces, quotes, brackets, dashes, bullets. */
export const TITLE_KEY_SKIPS = " \t\n\r\u00a0!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~¡§«»¿·‐‑‒–—―‘’‚“”„†•…‹›";

/** Letters that Unicode does not decompose, and their substitutes in the order of titles. */
export const TITLE_KEY_LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ς: "σ" } as const;

const LETTERS = new RegExp(`[${Object.keys(TITLE_KEY_LETTERS).join("")}]`, "g");

/** The first code points of a text. */
const first = (text: string, count: number): string =>
  Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join("");

/**
 * The sort key of a link in a list by title: the title, else the address, in lower case without accents and without
 * leading quotes or brackets. Keys are compared character by character, in no language. PostgreSQL computes the same
 * ones (`services/links/src/projection/title-key.ts`).
 */
export function titleKey(title: string | null, url: string): string {
  const shown = title === null || title === "" ? url.replace(/^https?:\/\/(?:www\.)?/, "") : title;
  const plain = first(shown, TITLE_KEY_READ_CHARS)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(LETTERS, (letter) => TITLE_KEY_LETTERS[letter as keyof typeof TITLE_KEY_LETTERS]);
  let start = 0;
  while (start < plain.length && TITLE_KEY_SKIPS.includes(plain.charAt(start))) start++;
  return first(start < plain.length ? plain.slice(start) : plain, TITLE_KEY_CHARS);
}
