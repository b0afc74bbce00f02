import type { Link, LinkId } from "@satchel/contracts";
import { fragmentsOf, type Matches, type MatchingWords, piecesOf, placesIn, snippetOf } from "./marks.ts";
import type { Term, Word } from "./terms.ts";
import { lexemesOf, wordsOf } from "./words.ts";

/** A part of a page's text, or a highlight, in which a link was found. */
export interface Passage {
  /** The number of a part, or what kind of highlight it is, with its id. */
  readonly part: string;
  readonly content: string;
}

/**
 * Marks the matches of a search in links: words in any form, and the typed beginning of longer words.
 * @param passages where the links were found beside their own words
 */
export function highlight(
  wanted: readonly Term[],
  links: readonly Link[],
  passages: ReadonlyMap<LinkId, Passage>,
): Link[] {
  const found = links.map((link) => {
    const { part = "", content = "" } = passages.get(link.id) ?? {};
    return { link, texts: textsOf(link), part, extract: extractOf(content, wanted) };
  });
  const matches = matchesAmong(
    found.flatMap(({ texts, extract }) => [...texts, extract].flatMap(fragmentsOf)),
    wanted,
  );
  return found.map(({ link, texts: [title = "", ...others], part, extract }) => {
    const pieces = snippetOf([extract], matches);
    // It may have been found by the words of its link alone, which each part has, too.
    const passage = pieces.some((piece) => piece.found) ? { passage: { in: placeOf(part), pieces } } : {};
    return { ...link, match: { title: piecesOf(title, matches), snippet: snippetOf(others, matches), ...passage } };
  });
}

const placeOf = (part: string): "text" | "highlight" | "note" =>
  part.startsWith("h") ? "highlight" : part.startsWith("n") ? "note" : "text";

/** Characters of a text around a match, from which its snippet is made. */
const EXTRACT_CHARS = 600;
/** Characters of a text that are looked through, word by word, for a form of a word that is not in it as it was typed. */
const LOOKED_THROUGH_CHARS = 20_000;

/** What may stand between two words in a row: no letter or digit. */
const BETWEEN_WORDS = "[^\\p{Alphabetic}\\p{Nd}]*";

/** A part of a long text around its first match; the longest phrase or word is looked for first, since it says most. */
function extractOf(text: string, wanted: readonly Term[]): string {
  if (text.length <= EXTRACT_CHARS) return text;
  const lower = text.toLowerCase();
  const typed = wanted
    .flatMap(({ spellings }) => spellings.map((words) => words.map(({ word }) => word).join(BETWEEN_WORDS)))
    .toSorted((a, b) => b.length - a.length)
    .map((words) => lower.search(new RegExp(`(?<![\\p{Alphabetic}\\p{Nd}])${words.replaceAll("+", "\\+")}`, "u")))
    .find((at) => at >= 0);
  const start = text.slice(0, LOOKED_THROUGH_CHARS);
  const [form] = typed === undefined ? placesIn(start, matchesAmong(fragmentsOf(start), wanted)) : [];
  const at = typed ?? form?.start ?? 0;
  const from = Math.max(0, Math.min(at - EXTRACT_CHARS / 2, text.length - EXTRACT_CHARS));
  return text.slice(from, from + EXTRACT_CHARS);
}

const textsOf = ({ title, description, notes, url }: Link): string[] => [
  title ?? "",
  description ?? "",
  notes ?? "",
  url,
];

/** The fragments that match a form or a beginning. A fragment that folds to several words does not match. */
function matchesAmong(fragments: readonly string[], wanted: readonly Term[]): Matches {
  const folded: (readonly [fragment: string, word: string])[] = [];
  const byLexeme = new Map<string, (typeof folded)[number][]>();
  for (const fragment of new Set(fragments)) {
    const [word, ...more] = wordsOf(fragment);
    if (word === undefined || more.length > 0) continue;
    folded.push([fragment, word]);
    for (const lexeme of lexemesOf(word)) {
      byLexeme.set(lexeme, [...(byLexeme.get(lexeme) ?? []), [fragment, word]]);
    }
  }
  const having = (lexemes: readonly string[]): typeof folded => lexemes.flatMap((each) => byLexeme.get(each) ?? []);
  // What is typed is marked as a whole, of a longer word only its beginning.
  const matching = ({ word, forms }: Word, isBeginning: boolean): MatchingWords =>
    new Map([
      ...having(forms),
      ...folded.flatMap(([fragment, each]) =>
        isBeginning && each.startsWith(word) ? [[fragment, word] as const] : [],
      ),
      ...having([word]),
    ]);
  const ways = wanted.flatMap(({ prefix, spellings }) =>
    spellings.map((words) => words.map((word, n) => matching(word, prefix && n === words.length - 1))),
  );
  // A word in a phrase is marked with it.
  return ways.toSorted((a, b) => b.length - a.length);
}
