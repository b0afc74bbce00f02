/** Characters of a title and of a description in the drag image (specification, section 9). */
export const TITLE_CHARACTERS = 25;
export const DESCRIPTION_CHARACTERS = 35;

/** The first characters of a text, as a reader counts them; "…" where some were left out. */
export function cut(text: string, characters: number): string {
  let length = 0;
  for (const { index } of new Intl.Segmenter().segment(text)) {
    if (length === characters) return `${text.slice(0, index).trimEnd()}…`;
    length += 1;
  }
  return text;
}
