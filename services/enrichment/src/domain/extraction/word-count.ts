/** The length of a text: words between spaces, and characters of scripts without spaces. */
export type TextLength = { words: number; characters: number };

/** The length in words; two characters of a script without spaces count as one. */
export const sizeOf = ({ words, characters }: TextLength): number => words + characters / 2;

/** Counts words of a text that comes in pieces, in time linear to its length. */
export class WordCounter implements TextLength {
  words = 0;
  characters = 0;
  #insideWord = false;

  /** Counts a piece; a word may continue in the next one. */
  add(source: string, start: number, end: number): void {
    for (let at = start; at < end; at++) {
      const unit = source.charCodeAt(at);
      if (isSpace(unit)) {
        this.#insideWord = false;
      } else if (isWrittenWithoutSpaces(unit)) {
        this.characters++;
        this.#insideWord = false;
      } else if (!this.#insideWord && isLetterOrDigit(unit)) {
        this.words++;
        this.#insideWord = true;
      }
    }
  }

  /** Ends the current word, with or without a space. */
  endWord(): void {
    this.#insideWord = false;
  }
}

function isSpace(unit: number): boolean {
  return unit <= 0x20 || unit === 0xa0 || unit === 0x3000 || (unit >= 0x2000 && unit <= 0x200b) || unit === 0x2028;
}

/** Excludes dashes, quotes and bullets; everything else beyond ASCII counts as a letter. */
function isLetterOrDigit(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a);
  return unit >= 0xc0 && !(unit >= 0x2010 && unit <= 0x206f);
}

/** Kana, Han with its first extension and compatibility forms, Thai, Lao, Khmer, Myanmar. */
function isWrittenWithoutSpaces(unit: number): boolean {
  return (
    (unit >= 0x3040 && unit <= 0x30ff) ||
    (unit >= 0x3400 && unit <= 0x9fff) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    (unit >= 0x0e00 && unit <= 0x0eff) ||
    (unit >= 0x1000 && unit <= 0x109f) ||
    (unit >= 0x1780 && unit <= 0x17ff)
  );
}
