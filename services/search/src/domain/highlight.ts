import type { Link, LinkId, MarkedText } from "@satchel/contracts";
import { type MatchedWords, fragmentsOf, piecesOf, snippetOf } from "./marks.ts";
import type { TermSpellings } from "./terms.ts";
import { COMPOUND, otherLexemes, wordsOf } from "./words.ts";

/** A part of a page's text, or a highlight, in which a link was found. */
interface Passage {
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
  passages: ReadonlyMap<LinkId, Passage> = new Map(),
): Link[] {
  const extracts = new Map(
    [...passages].map(([id, { part, content }]) => [id, { part, text: extractOf(content, wanted) }]),
  );
  const texts = [...links.flatMap(textsOf), ...[...extracts.values()].map(({ text }) => text)];
  const found = foundAmong(new Set(texts.flatMap(fragmentsOf)), wanted);
  return links.map((link) => {
    const extract = extracts.get(link.id);
    const passage = extract && passageOf(extract, found);
    return { ...link, match: { ...matchOf(link, found), ...(passage && { passage }) } };
  });
}

/** The snippet of a part; undefined if it was found by the words of its link alone, which each part has, too. */
function passageOf(
  { part, text }: { part: string; text: string },
  found: MatchedWords,
): NonNullable<Link["match"]>["passage"] {
  const pieces = snippetOf([text], found);
  return pieces.some((piece) => piece.found) ? { in: placeOf(part), pieces } : undefined;
}

const placeOf = (part: string): "text" | "highlight" | "note" =>
  part.startsWith("h") ? "highlight" : part.startsWith("n") ? "note" : "text";

/** Characters of a text around a match, from which its snippet is made. */
const EXTRACT_CHARS = 600;
/** Characters of a text that are looked through, word by word, for a form of a word that is not in it as it was typed. */
const LOOKED_THROUGH_CHARS = 20_000;

/** A part of a long text around its first match; the longest word is looked for first, since it says most. */
function extractOf(text: string, wanted: readonly TermSpellings[]): string {
  if (text.length <= EXTRACT_CHARS) return text;
  const words = wanted.flatMap(({ spellings }) => spellings.flat().map(({ word }) => word));
  const lower = text.toLowerCase();
  const typed = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => lower.search(new RegExp(`(?<![\\p{Alphabetic}\\p{Nd}])${word}`, "u")))
    .find((at) => at >= 0);
  const at = typed ?? text.indexOf(firstForm(text.slice(0, LOOKED_THROUGH_CHARS), wanted));
  const from = Math.max(0, Math.min(at - EXTRACT_CHARS / 2, text.length - EXTRACT_CHARS));
  return text.slice(from, from + EXTRACT_CHARS);
}

/** The first word of a text that matches in some form; "" where there is none. */
function firstForm(text: string, wanted: readonly TermSpellings[]): string {
  const found = foundAmong(new Set(fragmentsOf(text)), wanted);
  for (const [word] of text.matchAll(COMPOUND))
    if (fragmentsOf(word).some((fragment) => found.has(fragment))) return word;
  return "";
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
