const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const WORD = /[\p{L}\p{N}\p{M}_]+(?:['’.:][\p{L}\p{N}\p{M}_]+)*/gu;

/** Words of some texts. Only what is written without spaces is segmented, which takes ten times as long. */
export function countWords(texts: readonly { readonly text: string }[]): number {
  let count = 0;
  for (const { text } of texts) {
    if (UNSPACED.test(text)) for (const { isWordLike } of segmenter.segment(text)) count += isWordLike === true ? 1 : 0;
    else count += text.match(WORD)?.length ?? 0;
  }
  return count;
}
