const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Words of some texts, also of languages that are written without spaces. */
export function countWords(texts: readonly { readonly text: string }[]): number {
  let count = 0;
  for (const { text } of texts) for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) count++;
  return count;
}
