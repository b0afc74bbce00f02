/** A word as somebody would remember it of a page. */
const WORD = /^\p{Ll}{5,12}$/u;
/** Words of a search for a known page. */
const WORDS = 5;

const wordsOf = (text: string): Set<string> => new Set(text.split(/\s+/).filter((word) => WORD.test(word)));

/** In how many texts each word is. */
export function frequencies(texts: readonly string[]): ReadonlyMap<string, number> {
  const frequency = new Map<string, number>();
  for (const text of texts) for (const word of wordsOf(text)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return frequency;
}

/** The rarest words of a text, of those that at least so many texts have. */
export const distinctiveWords = (text: string, frequency: ReadonlyMap<string, number>, least: number): string[] =>
  [...wordsOf(text)]
    .filter((word) => (frequency.get(word) ?? 0) >= least)
    .sort((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0))
    .slice(0, WORDS);

/** A text, by its number, with what is searched for it. */
interface KnownItem {
  readonly at: number;
  readonly words: readonly string[];
}

/** So many texts at even distances, of those with {@link WORDS} words. */
export function knownItems(
  texts: readonly string[],
  wanted: number,
  words: (text: string) => readonly string[],
): KnownItem[] {
  const distance = texts.length / wanted;
  return Array.from({ length: wanted }).flatMap((_, n) => {
    for (let at = Math.floor(n * distance); at < Math.floor((n + 1) * distance); at++) {
      const found = words(texts[at] ?? "");
      if (found.length === WORDS) return [{ at, words: found }];
    }
    return [];
  });
}

const without = (word: string, at: number): string => word.slice(0, at) + word.slice(at + 1);

/** The four typing errors: a letter missing, twice, another one, and two exchanged. */
const SLIPS: readonly ((word: string, at: number) => string)[] = [
  without,
  (word, at) => word.slice(0, at) + word.slice(at - 1),
  (word, at) => `${word.slice(0, at)}${word[at] === "e" ? "r" : "e"}${word.slice(at + 1)}`,
  (word, at) => `${word.slice(0, at)}${word[at + 1] ?? ""}${word[at] ?? ""}${word.slice(at + 2)}`,
];

/** The words with a typing error in one of them, neither in its first letter nor in its last: each kind in each word in turn. */
export function mistyped(words: readonly string[], n: number): string[] {
  const slip = SLIPS[n % SLIPS.length] as (typeof SLIPS)[number];
  const wrong = Math.floor(n / SLIPS.length) % words.length;
  return words.map((word, m) => {
    if (m !== wrong) return word;
    const places = Array.from({ length: word.length - 3 }, (_, at) => at + 1);
    const from = n % places.length;
    const typed = [...places.slice(from), ...places.slice(0, from)].map((at) => slip(word, at));
    return typed.find((each) => each !== word) ?? word;
  });
}
