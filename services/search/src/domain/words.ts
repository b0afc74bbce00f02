import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as german } from "@orama/stemmers/german";
import { limitMarks, SEARCH_CHARS } from "@satchel/contracts";

const MARKS = /[\u0300-\u036f]+/g;
const WITHOUT_DECOMPOSITION: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ς: "σ",
};
const NOT_ASCII = /[^\0-\u007f]/;
const SOFT_HYPHENS = /\u00ad/g;

/**
 * The form in which texts are compared: without case and accents, compatibility variants unified (NFKD, UAX #15), and
 * letters without a decomposition replaced by their usual ASCII spelling, soft hyphens taken out.
 */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  const plain = limitMarks(text)
    .replace(SOFT_HYPHENS, "")
    .normalize("NFKD")
    .replace(MARKS, "")
    .normalize("NFKC")
    .toLowerCase();
  return plain.replace(/[ßæœøłđς]/g, (letter) => WITHOUT_DECOMPOSITION[letter] ?? letter);
}

const LETTERS = "[\\p{Alphabetic}\\p{Nd}\\u0300-\\u036f]";
/** "C++" and "C#" are words: a letter alone with signs behind it. */
const SIGNS = `(?:(?:\\+\\+|#)(?<=(?<!${LETTERS})[a-zA-Z](?:\\+\\+|#)))?`;
const CJK = "[\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff]";
// Chinese, Japanese and Korean have no spaces between words: each character is a word, and several of them are a phrase.
const WORD = new RegExp(`${CJK}|(?:(?!${CJK})[\\p{Alphabetic}\\p{Nd}])+${SIGNS}`, "gu");

/** The words of a text in their order, folded; a word is cut to the length of the longest possible search. */
export const wordsOf = (text: string): string[] =>
  (fold(text).match(WORD) ?? []).map((word) => word.slice(0, SEARCH_CHARS));

/** What joins the parts of a compound. Of dots only that of "Node.js": any other would join hosts and sentences. */
const BETWEEN = /[-_'’]|\.(?=[jJ][sS](?![\p{Alphabetic}\p{Nd}]))/gu;
/** A run of letters and digits, or several joined by hyphens or apostrophes, and ".js" behind it. */
export const COMPOUND = new RegExp(`${LETTERS}+(?:(?:${BETWEEN.source})${LETTERS}+)*${SIGNS}`, "gu");
const HUMP = /([\p{Ll}\p{Nd}])(\p{Lu})/gu;
const CAMEL_CASE = /\p{Ll}\p{Lu}/u;
/** Most words have one spelling: in ASCII those without hyphen, apostrophe, dot and camelCase. */
const MAY_HAVE_SPELLINGS = /[-_'’.]|[a-z][A-Z]|[^\0-\u007f]/;

export const withSpaces = (text: string): string => text.replace(BETWEEN, " ");
export const joined = (text: string): string => text.replace(BETWEEN, "");
export const splitCamelCase = (text: string): string => text.replace(HUMP, "$1 $2");

/**
 * The words of a text as sequences: the text itself, then other spellings of its parts (camelCase split, hyphenated words
 * joined).
 */
export function wordSequences(text: string): string[][] {
  const sequences = [wordsOf(text)];
  for (const compound of text.match(COMPOUND) ?? []) {
    if (!MAY_HAVE_SPELLINGS.test(compound)) continue;
    const parts = compound.split(BETWEEN);
    if (parts.length > 1) sequences.push(wordsOf(parts.join("")));
    for (const word of parts) {
      if (CAMEL_CASE.test(word)) sequences.push(wordsOf(splitCamelCase(word)));
    }
  }
  return sequences.filter((words) => words.length > 0);
}

/**
 * The stems of a folded word in English and German (Snowball). German may write ä, ö and ü as ae, oe and ue: these become a,
 * o and u, so that all spellings have the same stem.
 */
export function stemsOf(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [word];
  return [...new Set([english(word), german(word.replace(/([ao]|(?<!q)u)e/g, "$1"))])];
}

/** The lexeme of a stem, distinct from words with the same spelling. */
export const stemLexeme = (stem: string): string => `~${stem}`;

/** Words whose lexemes are remembered: most words of a text are among those of the texts before it. */
const REMEMBERED_WORDS = 20_000;
const remembered = new Map<string, readonly string[]>();

/** The lexemes of a folded word: the word itself, and its stems. "c++" has that of "c". */
export function lexemesOf(word: string): readonly string[] {
  let lexemes = remembered.get(word);
  if (lexemes === undefined) {
    const stems = stemsOf(word.replace(/[+#]+$/, "")).filter((stem) => stem !== word);
    lexemes = [word, ...stems.map(stemLexeme)];
    if (remembered.size === REMEMBERED_WORDS) remembered.clear();
    remembered.set(word, lexemes);
  }
  return lexemes;
}

/**
 * Whether a folded word of a page's text is kept in the vocabulary: shorter ones are similar to too many others, and longer
 * ones, or those with digits, are seldom words.
 */
export const isOfVocabulary = (word: string): boolean => /^\p{Alphabetic}{3,40}$/u.test(word);
