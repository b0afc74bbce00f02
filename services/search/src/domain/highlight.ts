import type { MarkedText, Link } from "@satchel/contracts";
import { fragmentsOf, piecesOf, snippetOf } from "./marks.ts";
import type { TermWays } from "./terms.ts";
import { otherLexemes, wordsOf } from "./words.ts";

/** Marks the matches of a search in links: words in any of their forms, and beginnings of words. */
export function highlight(wanted: readonly TermWays[], links: readonly Link[]): Link[] {
  const found = foundAmong(new Set(links.flatMap(textsOf).flatMap(fragmentsOf)), wanted);
  return links.map((link) => ({ ...link, match: matchOf(link, found) }));
}

const textsOf = ({ title, description, notes, url }: Link): string[] => [
  title ?? "",
  description ?? "",
  notes ?? "",
  url,
];

function matchOf(link: Link, found: ReadonlySet<string>): { title: MarkedText; snippet: MarkedText } {
  const [title = "", ...texts] = textsOf(link);
  return { title: piecesOf(title, found), snippet: snippetOf(texts, found) };
}

/** The fragments that match one of the forms or beginnings; a fragment that folds to several words never matches. */
function foundAmong(fragments: ReadonlySet<string>, wanted: readonly TermWays[]): Set<string> {
  const forms = new Set(wanted.flatMap(({ ways }) => ways.flat().flatMap(({ word, forms: more }) => [word, ...more])));
  const begun = wanted.flatMap(({ prefix, ways }) => (prefix ? ways.map((words) => words.at(-1)?.word ?? "") : []));
  const isFound = (fragment: string): boolean => {
    const [word, ...more] = wordsOf(fragment);
    if (word === undefined || more.length > 0) return false;
    return (
      forms.has(word) ||
      begun.some((beginning) => word.startsWith(beginning)) ||
      otherLexemes(word).some((lexeme) => forms.has(lexeme))
    );
  };
  return forms.size === 0 ? new Set() : new Set([...fragments].filter(isFound));
}
