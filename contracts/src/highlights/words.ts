/** A word of a text, a character of a script that is written without spaces, or a mark. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu;

/** The words of a part of a text, each with its place in the whole. */
export function wordsIn(text: string, from = 0, to = text.length): Word[] {
  return Array.from(text.slice(from, to).matchAll(WORD), ({ 0: word, index }) => ({
    text: word.toLowerCase(),
    start: from + index,
    end: from + index + word.length,
  }));
}

/**
 * Which of the words of one list stand in the other, in the same order: for each of `own` the index of its counterpart, or
 * -1. The sum of their lengths is the greatest that is possible; of equal ones the earliest.
 */
export function commonWords(own: readonly Word[], other: readonly Word[]): Int32Array {
  const columns = other.length + 1;
  const best = new Uint32Array((own.length + 1) * columns);
  for (let i = own.length - 1; i >= 0; i--) {
    const word = own[i]?.text ?? "";
    for (let j = other.length - 1; j >= 0; j--) {
      const without = Math.max(best[(i + 1) * columns + j] ?? 0, best[i * columns + j + 1] ?? 0);
      // Each word counts one more than its characters, so that a few long ones are preferred to many marks.
      const both = word === other[j]?.text ? (best[(i + 1) * columns + j + 1] ?? 0) + word.length + 1 : 0;
      best[i * columns + j] = Math.max(without, both);
    }
  }
  const counterparts = new Int32Array(own.length).fill(-1);
  for (let i = 0, j = 0; i < own.length && j < other.length; ) {
    const here = best[i * columns + j] ?? 0;
    const word = own[i]?.text ?? "";
    if (word === other[j]?.text && here === (best[(i + 1) * columns + j + 1] ?? 0) + word.length + 1) {
      counterparts[i++] = j++;
    } else if (here === (best[(i + 1) * columns + j] ?? 0)) i++;
    else j++;
  }
  return counterparts;
}
