import {
  FILTER_VALUES,
  SatchelError,
  SEARCH_FLAGS,
  SEARCH_ITEMS,
  searchFault,
  type SearchFault,
  type SearchItem,
  type SearchToken,
  searchTokens,
  texts,
} from "@satchel/contracts";
import { asIndexed } from "./address.ts";
import { type Field, FIELDS, type Filter, type Group, type Search, spellingsOf, type Term } from "./terms.ts";

/**
 * Reads a search by the grammar of {@link searchTokens}. Unknown names and filters without a value are read as words. A
 * word without a letter or digit is ignored; without anything else, the search is a group of which nothing can match.
 * @throws {SatchelError} `invalid` where {@link searchFault} finds something
 */
export function readSearch(q: string): Search {
  const fault = searchFault(q);
  if (fault !== undefined) {
    throw new SatchelError("invalid", texts.links.search, { errors: [{ path: "/q", message: messageOf(fault) }] });
  }
  const tokens = searchTokens(q);
  const last = /\s$/.test(q) ? undefined : tokens.at(-1);
  const any = readGroup(tokens[Symbol.iterator](), last);
  const [only, ...others] = any;
  return only !== undefined && others.length === 0
    ? only
    : { wanted: [], unwanted: [], filters: [], groups: [{ any, not: false }] };
}

function messageOf(fault: SearchFault): string {
  if (fault.kind === "tooMany")
    return `At most ${SEARCH_ITEMS} words, filters and brackets can be searched for at once`;
  if (fault.kind === "flag") return `is: needs one of ${SEARCH_FLAGS.join(", ")}`;
  if (fault.kind === "value") return `${fault.name}: needs one of ${FILTER_VALUES[fault.name].join(", ")}`;
  if (fault.kind === "language") return "lang: needs the code of a language, such as de or en";
  const span = fault.name === "saved" ? ", or a time such as 2026-01..2026-03" : "";
  return `${fault.name}: needs a year, a month or a day, such as 2026, 2026-01 or 2026-01-31${span}`;
}

/** Reads up to the closing bracket. @returns the searches between `or`, without empty ones */
function readGroup(tokens: IterableIterator<SearchToken>, last: SearchToken | undefined): Search[] {
  const newSearch = () => ({
    wanted: new Array<Term>(),
    unwanted: new Array<Term>(),
    filters: new Array<Filter>(),
    groups: new Array<Group>(),
  });
  const searches = [newSearch()];
  for (const token of tokens) {
    const search = searches.at(-1) ?? newSearch();
    if (token.kind === "close") break;
    if (token.kind === "or") searches.push(newSearch());
    else if (token.kind === "open") {
      const any = readGroup(tokens, last);
      if (any.length > 0) search.groups.push({ any, not: token.not });
    } else if (token.kind === "item") {
      const { not, name, value, quoted } = token;
      const term = termOf(token, token === last && !not && !quoted);
      if (name !== undefined && !isField(name) && value !== "") search.filters.push({ name, value, not });
      else if (term.spellings.length > 0) search[not ? "unwanted" : "wanted"].push(term);
    }
  }
  return searches.filter((search) => Object.values(search).some(({ length }) => length > 0));
}

/** A filter without a value is a word. An address is looked for as it is indexed: without its scheme. */
function termOf({ name, value }: SearchItem, prefix: boolean): Term {
  const isValue = name === undefined || value !== "";
  const text = isValue ? asIndexed(value) : `${name}:`;
  return { text, spellings: spellingsOf(text), prefix, ...(isValue && isField(name) ? { field: name } : {}) };
}

const isField = (name: string | undefined): name is Field => FIELDS.some((field) => field === name);
