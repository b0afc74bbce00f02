import type { Link, LinkId } from "@satchel/contracts";
import { fragmentsOf, type Matches, type MatchingWords, piecesOf, placesIn, snippetOf } from "./marks.ts";
import type { TermSpellings, Word } from "./terms.ts";
import { otherLexemes, wordsOf } from "./words.ts";

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
  wanted: readonly TermSpellings[],
  links: readonly Link[],
  passages: ReadonlyMap<LinkId, Passage>,
): Link[] {
  const extracts = new Map(
    [...passages].map(([id, { part, content }]) => [id, { part, text: extractOf(content, wanted) }]),
  );
  const texts = [...links.flatMap(textsOf), ...[...extracts.values()].map(({ text }) => text)];
  const matches = matchesAmong(texts.flatMap(fragmentsOf), wanted);
  return links.map((link) => {
    const [title = "", ...others] = textsOf(link);
    const { part = "", text = "" } = extracts.get(link.id) ?? {};
    const pieces = snippetOf([text], matches);
    // It may have been found by the words of its link alone, which each part has, too.
    const passage = pieces.some(({ found }) => found) ? { passage: { in: placeOf(part), pieces } } : {};
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
function extractOf(text: string, wanted: readonly TermSpellings[]): string {
  if (text.length <= EXTRACT_CHARS) return text;
  const lower = text.toLowerCase();
  const typed = wanted
    .flatMap(({ spellings }) => spellings.map((words) => words.map(({ word }) => word).join(BETWEEN_WORDS)))
    .toSorted((a, b) => b.length - a.length)
    .map((words) => lower.search(new RegExp(`(?<![\\p{Alphabetic}\\p{Nd}])${words}`, "u")))
    .find((at) => at >= 0);
  const at = typed ?? firstForm(text.slice(0, LOOKED_THROUGH_CHARS), wanted);
  const from = Math.max(0, Math.min(at - EXTRACT_CHARS / 2, text.length - EXTRACT_CHARS));
  return text.slice(from, from + EXTRACT_CHARS);
}

/** Where a text first matches in some form; 0 where it does not. */
function firstForm(text: string, wanted: readonly TermSpellings[]): number {
  const [first] = placesIn(text, matchesAmong(fragmentsOf(text), wanted));
  return first?.start ?? 0;
}

const textsOf = ({ title, description, notes, url }: Link): string[] => [
  title ?? "",
  description ?? "",
  notes ?? "",
  url,
];

/** The fragments that match a form or a beginning. A fragment that folds to several words does not match. */
function matchesAmong(fragments: readonly string[], wanted: readonly TermSpellings[]): Matches {
  const folded: (readonly [fragment: string, word: string])[] = [];
  const byLexeme = new Map<string, (typeof folded)[number][]>();
  for (const fragment of new Set(fragments)) {
    const [word, ...more] = wordsOf(fragment);
    if (word === undefined || more.length > 0) continue;
    folded.push([fragment, word]);
    for (const lexeme of [word, ...otherLexemes(word)]) {
      byLexeme.set(lexeme, [...(byLexeme.get(lexeme) ?? []), [fragment, word]]);
    }
  }
  const having = (lexemes: readonly string[]): typeof folded => lexemes.flatMap((each) => byLexeme.get(each) ?? []);
  const matching = (words: readonly Word[], beginnings: readonly string[]): MatchingWords =>
    // What is typed is marked as a whole, of a longer word only its beginning.
    new Map([
      ...having(words.flatMap(({ forms }) => forms)),
      ...beginnings.flatMap((beginning) =>
        folded.flatMap(([fragment, word]) => (word.startsWith(beginning) ? [[fragment, beginning] as const] : [])),
      ),
      ...having(words.map(({ word }) => word)),
    ]);
  const ways = wanted.flatMap(({ prefix, spellings }) =>
    spellings.map((words) => ({ words, beginning: prefix ? words.at(-1) : undefined })),
  );
  const [single, phrases] = [
    ways.filter(({ words }) => words.length === 1),
    ways.filter(({ words }) => words.length > 1),
  ];
  return [
    ...phrases.map(({ words, beginning }) =>
      words.map((word) => matching([word], word === beginning ? [word.word] : [])),
    ),
    [
      matching(
        single.flatMap(({ words }) => words),
        single.flatMap(({ beginning }) => beginning?.word ?? []),
      ),
    ],
  ];
}
