import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as german } from "@orama/stemmers/german";
import { SEARCH_CHARS } from "@satchel/contracts";

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

/**
 * Letters in the one form in which they are compared: without case and accents, Unicode's variants of one letter as one
 * (NFKD, UAX #15), and letters that have no decomposition as they are written without them.
 */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize("NFKD").replace(MARKS, "").normalize("NFKC").toLowerCase();
  return plain.replace(/[ßæœøłđς]/g, (letter) => WITHOUT_DECOMPOSITION[letter] ?? letter);
}

// Chinese, Japanese and Korean put no space between words: each character is a word, and a search for several of them is
// one for words in a row.
const WORD =
  /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|(?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff])[\p{Alphabetic}\p{Nd}])+/gu;

/** The words of a text in their order, folded; a word longer than a search is cut where no search reaches. */
export const wordsOf = (text: string): string[] =>
  (fold(text).match(WORD) ?? []).map((word) => (word.length > SEARCH_CHARS ? cut(word) : word));

const cut = (word: string): string => Array.from(word).slice(0, SEARCH_CHARS).join("");

const LETTERS = "[\\p{Alphabetic}\\p{Nd}\\u0300-\\u036f]";
/** Letters and digits, and several of such that hyphens or apostrophes hold together. */
export const COMPOUND = new RegExp(`${LETTERS}+(?:[-_'’]${LETTERS}+)*`, "gu");
const BETWEEN = /[-_'’]/;
const ALL_BETWEEN = /[-_'’]/g;
const HUMP = /([\p{Ll}\p{Nd}])(\p{Lu})/gu;

export const withSpaces = (text: string): string => text.replace(ALL_BETWEEN, " ");
export const joined = (text: string): string => text.replace(ALL_BETWEEN, "");
export const inHumps = (text: string): string => text.replace(HUMP, "$1 $2");

/**
 * The words of a text, in stretches of words in a row: the text, and behind it other spellings of its parts. These are the
 * parts of camelCase, and as one word what hyphens and apostrophes hold together.
 */
export function stretchesOf(text: string): string[][] {
  const stretches = [wordsOf(text)];
  for (const [compound] of text.matchAll(COMPOUND)) {
    if (BETWEEN.test(compound)) stretches.push(wordsOf(joined(compound)));
    for (const word of compound.split(BETWEEN)) {
      if (/\p{Ll}\p{Lu}/u.test(word)) stretches.push(wordsOf(inHumps(word)));
    }
  }
  return stretches.filter((words) => words.length > 0);
}

const STEMMED = /^[a-z]{3,}$/;

/**
 * The stems of a folded word in English and German (Snowball). German writes ä, ö and ü as ae, oe and ue where there are
 * no such letters: as a, o and u all spellings meet.
 */
export function stemsOf(word: string): string[] {
  if (!STEMMED.test(word)) return [word];
  return [...new Set([english(word), german(word.replace(/([ao]|(?<!q)u)e/g, "$1"))])];
}

/** How a stem is indexed, apart from words that are written as it is. */
export const stemLexeme = (stem: string): string => `~${stem}`;

/** What a folded word is indexed as besides itself. */
export const otherLexemes = (word: string): string[] =>
  stemsOf(word).flatMap((stem) => (stem === word ? [] : [stemLexeme(stem)]));
