import { parseUrl } from "@satchel/contracts/urls";
import { keyOf, wordsOf } from "./title-key.ts";
import { decodedSegment } from "./web-url.ts";

/** Words from which a part of an address counts as a title. */
const TITLE_WORDS = 2;

/** Parts of an address's path that are read. */
const PARTS = 16;

/** The words of the part of an address's path that has the most of them: often its title. */
export function addressWords(url: string): string[] {
  const parts = pathOf(url).map(({ words }) => words);
  return parts.reduce((longest, words) => (words.length >= longest.length ? words : longest), []);
}

/** Keys of the sections in an address: the parts of its path before the title. */
export function sectionsOf(url: string): string[] {
  const parts = pathOf(url);
  const title = parts.findIndex(({ words }) => words.length >= TITLE_WORDS);
  return parts.slice(0, Math.max(title, 0)).map(({ key }) => key);
}

function pathOf(url: string): { words: string[]; key: string }[] {
  const segments = parseUrl(url)?.pathname.split("/", PARTS) ?? [];
  return segments.map((segment) => {
    // Dots don't separate words: `struct.Mutex.html` is a file name and not a title.
    const text = decodedSegment(segment)
      .replace(/\.[a-z]{2,5}$/i, "")
      .replaceAll(".", "");
    const words = wordsOf(text).filter((word) => !/^(?=.*\d)[0-9a-f]{6,}$/.test(word));
    return { words, key: keyOf(text) };
  });
}
