import { sizeOf, type TextLength } from "./word-count.ts";

/**
 * Words an adult reads in a minute, by language; for Chinese and Japanese also characters. Means of 436 readers from
 * Trauzettel-Klosinski and Dietz, "Standardized Assessment of Reading Performance: The New International Reading Speed
 * Texts IReST", Investigative Ophthalmology & Visual Science 53 (2012), table 2.
 */
const WORDS_A_MINUTE: ReadonlyMap<string, number> = new Map([
  ["ar", 138],
  ["de", 179],
  ["en", 228],
  ["es", 218],
  ["fi", 161],
  ["fr", 195],
  ["he", 187],
  ["it", 188],
  ["nl", 202],
  ["pl", 166],
  ["pt", 181],
  ["ru", 184],
  ["sl", 180],
  ["sv", 199],
  ["tr", 166],
]);
const CHARACTERS_A_MINUTE: ReadonlyMap<string, number> = new Map([
  ["zh", 255],
  ["ja", 357],
]);

/** The mean of all languages of the study, for those it left out. */
const OTHER_WORDS = 184;
const OTHER_CHARACTERS = 306;

/** Words below which a page is a notice, a form or a film, for which a reading time is useless. */
const WORDS_MIN = 60;

/** Minutes an adult needs to read a text in `language` (BCP 47), rounded, at least 1. Undefined for next to no text. */
export function readingMinutes({ words, characters }: TextLength, language: string | undefined): number | undefined {
  if (sizeOf({ words, characters }) < WORDS_MIN) return undefined;
  const [tongue = ""] = (language ?? "").split("-", 1);
  const minutes =
    words / (WORDS_A_MINUTE.get(tongue) ?? OTHER_WORDS) +
    characters / (CHARACTERS_A_MINUTE.get(tongue) ?? OTHER_CHARACTERS);
  return Math.max(1, Math.round(minutes));
}
