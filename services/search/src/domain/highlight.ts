import type { MarkedText, Link } from "@satchel/contracts";
import { type MatchedWords, fragmentsOf, piecesOf, snippetOf } from "./marks.ts";
import type { TermSpellings } from "./terms.ts";
import { otherLexemes, wordsOf } from "./words.ts";

/** Marks the matches of a search in links: words in any form, and the typed beginning of longer words. */
export function highlight(wanted: readonly TermSpellings[], links: readonly Link[]): Link[] {
  const found = foundAmong(new Set(links.flatMap(textsOf).flatMap(fragmentsOf)), wanted);
  return links.map((link) => ({ ...link, match: matchOf(link, found) }));
}

const textsOf = ({ title, description, notes, url }: Link): string[] => [
  title ?? "",
  description ?? "",
  notes ?? "",
  url,
];

function matchOf(link: Link, found: MatchedWords): { title: MarkedText; snippet: MarkedText } {
  const [title = "", ...texts] = textsOf(link);
  return { title: piecesOf(title, found), snippet: snippetOf(texts, found) };
}

/** The fragments that match a form or a beginning. A fragment that folds to several words does not match. */
function foundAmong(fragments: ReadonlySet<string>, wanted: readonly TermSpellings[]): MatchedWords {
  const words = wanted.flatMap(({ spellings }) => spellings.flat());
  const typed = new Set(words.map(({ word }) => word));
  const forms = new Set([...typed, ...words.flatMap((word) => word.forms)]);
  const beginnings = wanted.flatMap(({ prefix, spellings }) =>
    prefix ? spellings.map((way) => way.at(-1)?.word ?? "") : [],
  );
  const found = new Map<string, string>();
  if (forms.size === 0) return found;
  for (const fragment of fragments) {
    const [word, ...more] = wordsOf(fragment);
    if (word === undefined || more.length > 0) continue;
    const beginning = typed.has(word) ? undefined : beginnings.find((one) => word.startsWith(one));
    if (beginning !== undefined) found.set(fragment, beginning);
    else if (forms.has(word) || otherLexemes(word).some((lexeme) => forms.has(lexeme))) found.set(fragment, word);
  }
  return found;
}
