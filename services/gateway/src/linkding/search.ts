import { SEARCH_CHARS, SEARCH_ITEMS } from "@satchel/contracts";

/**
 * A search in linkding's syntax (its documentation, "Search"): words and quoted texts, which may stand anywhere in title,
 * description, notes and address, `#tag`, `!unread`, `!untagged`, joined by `and`, `or`, `not` and brackets.
 */
export type SearchNode =
  | { readonly kind: "text" | "tag"; readonly value: string }
  | { readonly kind: "unread" | "untagged" | "anything" }
  | { readonly kind: "and" | "or"; readonly left: SearchNode; readonly right: SearchNode }
  | { readonly kind: "not"; readonly operand: SearchNode };

type Token = SearchNode | { readonly kind: "(" | ")" | "and-word" | "or-word" | "not-word" };

/** A bracket, a quoted text with escapes (the last quotation may be open), a tag, a keyword, or a word. */
const TOKEN =
  /([()])|"((?:\\[^]|[^"\\])*)(?:"|\\?$)|'((?:\\[^]|[^'\\])*)(?:'|\\?$)|#([^\s()"']*)|!([^\s()"']*)|([^\s()"'#!]+)/gu;

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };
const unescaped = (text: string): string => text.replace(/\\([^])/gu, (_, one: string) => ESCAPED[one] ?? one);

function* tokensOf(q: string): Generator<Token> {
  for (const [, bracket, double, single, tag, keyword, word] of q.matchAll(TOKEN)) {
    if (bracket !== undefined) yield { kind: bracket as "(" | ")" };
    else if (double !== undefined || single !== undefined)
      yield { kind: "text", value: unescaped(double ?? single ?? "") };
    else if (tag !== undefined) {
      if (tag !== "") yield { kind: "tag", value: tag };
    } else if (keyword !== undefined) {
      if (keyword !== "") yield keywordOf(keyword.toLowerCase());
    } else if (word !== undefined) yield wordOf(word);
  }
}

/** An unknown keyword finds everything, as in linkding. */
const keywordOf = (name: string): SearchNode => ({
  kind: name === "unread" || name === "untagged" ? name : "anything",
});

function wordOf(word: string): Token {
  const lower = word.toLowerCase();
  return lower === "and" || lower === "or" || lower === "not"
    ? { kind: `${lower}-word` as const }
    : { kind: "text", value: word };
}

/**
 * Parses a search.
 * @returns undefined for an empty one, which finds everything; null for one that finds nothing: it is malformed, or has more
 * than {@link SEARCH_CHARS} characters or {@link SEARCH_ITEMS} conditions
 */
export function parseSearch(q: string): SearchNode | undefined | null {
  if (q.length > SEARCH_CHARS) return null;
  const tokens = [...tokensOf(q)];
  if (tokens.length === 0) return undefined;
  if (tokens.filter(isCondition).length > SEARCH_ITEMS) return null;
  let at = 0;

  // Each returns null where no condition stands at its place.
  const either = (): SearchNode | null => {
    let left = both();
    while (left !== null && tokens[at]?.kind === "or-word") {
      at++;
      const right = both();
      left = right && { kind: "or", left, right };
    }
    return left;
  };
  const both = (): SearchNode | null => {
    let left = negated();
    for (let next = tokens[at]; left !== null && next !== undefined; next = tokens[at]) {
      if (next.kind === "or-word" || next.kind === ")") break;
      if (next.kind === "and-word") at++;
      const right = negated();
      left = right && { kind: "and", left, right };
    }
    return left;
  };
  const negated = (): SearchNode | null => {
    if (tokens[at]?.kind !== "not-word") return single();
    at++;
    const operand = negated();
    return operand && { kind: "not", operand };
  };
  const single = (): SearchNode | null => {
    const token = tokens[at++];
    if (token?.kind === "(") {
      const inner = either();
      return tokens[at++]?.kind === ")" ? inner : null;
    }
    return token !== undefined && isCondition(token) ? token : null;
  };

  const found = either();
  return at === tokens.length ? found : null;
}

const isCondition = (token: Token): token is SearchNode => !/^[()]$|-word$/.test(token.kind);
