import type { MarkedText } from "@satchel/contracts";
import { COMPOUND, fold, joined } from "./words.ts";

/** The approximate length of a snippet in characters: it is cut between words. */
export const SNIPPET_CHARS = 200;
/** Characters of a snippet before the first match: few, for the lines of a phone have some 40. */
const BEFORE_CHARS = 24;

/** A CJK character, or a part of a word between humps of camelCase. */
const PART =
  /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|\p{Lu}*[^\p{Lu}\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+|\p{Lu}+/gu;

interface Fragment {
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

const LETTER = /[\p{Alphabetic}\p{Nd}]/u;

const inLowerCase = (text: string): string => joined(text.toLowerCase());

/** The words of a text with their positions: compounds as a whole, then their parts. */
function* fragmentsIn(text: string): Generator<Fragment> {
  for (const { 0: compound, index } of text.matchAll(COMPOUND)) {
    yield { start: index, end: index + compound.length, word: inLowerCase(compound) };
    for (const { 0: bare, index: at } of compound.matchAll(/[^-_'’.]+/g)) {
      const start = index + at;
      if (bare.length < compound.length) yield { start, end: start + bare.length, word: inLowerCase(bare) };
      for (const { 0: part, index: offset } of bare.matchAll(PART)) {
        if (part.length < bare.length)
          yield { start: start + offset, end: start + offset + part.length, word: inLowerCase(part) };
      }
    }
  }
}

/** The words of a text that may match, in lower case. */
export const fragmentsOf = (text: string): string[] => [...fragmentsIn(text)].map(({ word }) => word);

/** The words of texts that match a word of a search, in lower case, each with its matching part: all or its beginning, folded. */
export type MatchingWords = ReadonlyMap<string, string>;

/** What a search finds: of each list, words in a row. */
export type Matches = readonly (readonly MatchingWords[])[];

const GRAPHEMES = new Intl.Segmenter();

/** The length of a folded beginning in the unfolded word: always whole letters. */
function lengthOf(beginning: string, word: string): number {
  // It takes the square of the length; such a word fills a snippet by itself, and is marked as a whole.
  if (word.length > SNIPPET_CHARS) return word.length;
  if (joined(fold(word)).length <= beginning.length) return word.length;
  for (const { index, segment } of GRAPHEMES.segment(word)) {
    const length = index + segment.length;
    if (joined(fold(word.slice(0, length))).length >= beginning.length) return length;
  }
  return word.length;
}

/** Where words in a row end that begin with a fragment; undefined where they don't stand there. */
function endOf(
  row: readonly MatchingWords[],
  text: string,
  fragments: readonly Fragment[],
  n: number,
): number | undefined {
  const [words, ...more] = row;
  const { start, end, word } = fragments[n] as Fragment;
  const part = words?.get(word);
  if (part === undefined) return undefined;
  if (more.length === 0) return start + lengthOf(part, text.slice(start, end));
  for (let next = n + 1; next < fragments.length; next++) {
    const { start: from } = fragments[next] as Fragment;
    // Parts of a compound come behind the whole of it.
    if (from < end) continue;
    if (LETTER.test(text.slice(end, from))) return undefined;
    const found = endOf(more, text, fragments, next);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The places where a text matches, in its order. */
export function* placesIn(text: string, matches: Matches): Generator<{ readonly start: number; readonly end: number }> {
  const fragments = [...fragmentsIn(text)];
  let at = 0;
  for (const [n, { start }] of fragments.entries()) {
    // The parts of a matching compound are marked already.
    if (start < at) continue;
    const end = matches.map((row) => endOf(row, text, fragments, n)).find((each) => each !== undefined);
    if (end === undefined) continue;
    yield { start, end };
    at = end;
  }
}

/** A text in pieces, the matching ones marked. */
export function piecesOf(text: string, matches: Matches): MarkedText {
  const pieces: MarkedText = [];
  let at = 0;
  for (const { start, end } of placesIn(text, matches)) {
    if (start > at) pieces.push({ text: text.slice(at, start), found: false });
    pieces.push({ text: text.slice(start, end), found: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), found: false });
  return pieces;
}

/** About {@link SNIPPET_CHARS} characters around the first match in the first text with one; else the beginning of a text. */
export function snippetOf(texts: readonly string[], matches: Matches): MarkedText {
  for (const text of texts) {
    for (const { start, end } of placesIn(text, matches)) return piecesOf(excerpt(text, start, end), matches);
  }
  return piecesOf(excerpt(texts.find((text) => text !== "") ?? "", 0, 0), matches);
}

/** A part of a text around a range. It is cut between words if there are spaces, and not within a character. */
function excerpt(text: string, start: number, end: number): string {
  if (text.length <= SNIPPET_CHARS) return text;
  const from = Math.max(0, Math.min(start - BEFORE_CHARS, text.length - SNIPPET_CHARS));
  const to = Math.min(text.length, Math.max(from + SNIPPET_CHARS, end));
  const [before, behind] = [text.slice(from, start), text.slice(end, to)];
  const first = from === 0 ? before : `…${before.replace(/^(?:\S*\s|[\udc00-\udfff])/, "")}`;
  const last = to === text.length ? behind : `${behind.replace(/(?:\s\S*|[\ud800-\udbff])$/, "")}…`;
  return first + text.slice(start, end) + last;
}
