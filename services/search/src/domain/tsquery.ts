import {
  beginningsOf,
  type Field,
  type Filter,
  type Group,
  type PositiveTerms,
  positiveTerms,
  type Search,
  type Term,
  type Word,
} from "./terms.ts";
import { quoted, siteName, tagName } from "./vectors.ts";

/** A search as `tsquery` in text form (PostgreSQL manual, 8.11.2). */
export interface Queries {
  /** Those of the conditions that the index can answer; undefined when there are none. */
  readonly indexed: string | undefined;
  /** All conditions; undefined when the search has none on words. */
  readonly whole: string | undefined;
  /** For ranking: queries for any of the words exactly, in other forms, and as beginnings. */
  readonly ranks: readonly string[];
  /** The groups with conditions on a link's row. */
  readonly mixed: readonly Group[];
}

/** The account's words that begin with a word; undefined when there are too many to list. */
export type WordsBeginning = (word: string) => readonly string[] | undefined;

/** No text has this lexeme. */
const NOWHERE = quoted("%");

const any = (parts: readonly string[]): string => (parts.length === 0 ? NOWHERE : `(${parts.join(" | ")})`);
const all = (parts: readonly string[]): string | undefined => (parts.length === 0 ? undefined : parts.join(" & "));

/** A table of words, with the weights of the fields that a term can be limited to (`vectors.ts`). */
const LINKS: Weights = { title: "A", note: "D" };
const PASSAGES: Weights = { text: "D", highlight: "AB" };
type Weights = Partial<Readonly<Record<Field, string>>>;

const IN_ROW = " <-> ";

function termQuery({ spellings, prefix, field }: Term, beginning: WordsBeginning, weights = LINKS): string {
  const weight = field === undefined ? "" : weights[field];
  if (weight === undefined) return NOWHERE;
  const lexeme = (word: string, suffix = weight): string => quoted(word) + (suffix && `:${suffix}`);
  const wordQuery = ({ word, forms }: Word, isPrefix: boolean): string => {
    const known = isPrefix ? beginning(word) : [];
    const words = new Set([word, ...forms, ...(known ?? [])]);
    return any([
      ...[...words].map((each) => lexeme(each)),
      ...(known === undefined ? [lexeme(word, `*${weight}`)] : []),
    ]);
  };
  return any(
    spellings.map((words) => words.map((word, n) => wordQuery(word, prefix && n === words.length - 1)).join(IN_ROW)),
  );
}

/** Whether the terms have no beginning, or all words with that beginning are known. */
const areListable = (terms: PositiveTerms, beginning: WordsBeginning): boolean =>
  beginningsOf(terms).every((word) => beginning(word) !== undefined);

/** Tags and sites are words of the index. */
const nameOf = ({ name, value }: Filter): string | undefined =>
  name === "tag" ? quoted(tagName(value)) : name === "site" ? quoted(siteName(value)) : undefined;

export const isName = (filter: Filter): boolean => nameOf(filter) !== undefined;

/** Whether a term is looked for in links alone, or in passages alone. */
const isOfLink = ({ field }: Term): boolean => field !== undefined && LINKS[field] !== undefined;
const isOfPassages = ({ field }: Term): boolean => field !== undefined && LINKS[field] === undefined;

/** Whether a search has only words, tags and sites, all of them in the rows of links. */
const isOfWords = (terms: Search): boolean =>
  terms.filters.every(isName) &&
  ![...terms.wanted, ...terms.unwanted].some(isOfPassages) &&
  terms.groups.every(isWordGroup);

const isWordGroup = ({ any: searches }: Group): boolean => searches.every(isOfWords);

const NOT = "!";
const negated = (query: string, not: boolean): string => (not ? NOT : "") + query;

/** The words, tags and sites that a search demands, each as `tsquery`. */
function conditionsIn({ wanted, unwanted, filters, groups }: Search, beginning: WordsBeginning): string[] {
  const ofGroup = ({ any: searches }: Group): string =>
    any(searches.map((each) => all(conditionsIn(each, beginning)) ?? NOWHERE));
  return [
    ...wanted.map((term) => termQuery(term, beginning)),
    ...unwanted.map((term) => negated(termQuery(term, beginning), true)),
    ...filters.filter(isName).map((filter) => negated(nameOf(filter) ?? NOWHERE, filter.not)),
    ...groups.filter(isWordGroup).map((group) => negated(ofGroup(group), group.not)),
  ];
}

/**
 * The queries of a search. The index finds whole words only: a beginning of few words is replaced by these words, any other
 * is checked on the links that the rest of the search finds.
 */
export function queriesOf(terms: Search, beginning: WordsBeginning): Queries {
  const { wanted, groups } = terms;
  const indexed = conditionsIn(
    {
      ...terms,
      wanted: wanted.filter((term) => areListable({ wanted: [term], groups: [] }, beginning)),
      groups: groups.filter((group) => areListable({ wanted: [], groups: [group] }, beginning)),
    },
    beginning,
  );
  const words = positiveTerms(terms).flatMap(({ spellings }) => spellings.flat());
  const ranks = [
    words.map(({ word }) => quoted(word)),
    words.flatMap(({ forms }) => forms.map(quoted)),
    beginningsOf(terms).map((word) => `${quoted(word)}:*`),
  ];
  return {
    indexed: indexed.every((condition) => condition.startsWith(NOT)) ? undefined : all(indexed),
    whole: all(conditionsIn(terms, beginning)),
    ranks: ranks.filter(({ length }) => length > 0).map((parts) => any([...new Set(parts)])),
    mixed: groups.filter((group) => !isWordGroup(group)),
  };
}

/** The fewest letters of a beginning that is looked for in page texts: shorter ones begin too many words. */
const TEXT_PREFIX_LETTERS = 5;

/** A search of passages, as `tsquery`. */
export interface PassageQueries {
  /** Words that a passage has; undefined when the search has none, or its link must not have them. */
  readonly passage: string | undefined;
  /** What the index answers of `passage` by itself: it does not know whether words are in a row. */
  readonly indexed: string | undefined;
  /** Conditions on the words of the passage's link. */
  readonly link: string | undefined;
  /** What no passage of the link may have. */
  readonly refused: string | undefined;
}

/**
 * The queries of passages. Words of any field are together in one passage; those of title and notes, tags and sites are the
 * link's. A beginning is looked for among all words of texts: these are not in the vocabulary.
 */
export function passageQueriesOf(terms: Search, beginning: WordsBeginning): PassageQueries {
  const { wanted, unwanted, groups } = terms;
  const passage = allWords({ wanted: wanted.filter((term) => !isOfLink(term)), groups });
  const ofLink = {
    ...terms,
    wanted: wanted.filter(isOfLink),
    groups: groups.filter((group) => !isInPassages(group)),
  };
  const refused = unwanted.filter((term) => !isOfLink(term)).map(passageQuery);
  return {
    passage,
    // No word has a space.
    indexed: passage?.replaceAll(IN_ROW, " & "),
    link: queriesOf(ofLink, beginning).whole,
    refused: refused.length === 0 ? undefined : any(refused),
  };
}

const passageQuery = (term: Term): string =>
  termQuery(term, (word) => (word.length < TEXT_PREFIX_LETTERS ? [] : undefined), PASSAGES);

/** A query for the words of a search, without those that it must not have; undefined where it has none. */
const allWords = ({ wanted, groups }: PositiveTerms): string | undefined =>
  all([
    ...wanted.map(passageQuery),
    ...groups.filter(isInPassages).map(({ any: searches }) => any(searches.flatMap((each) => allWords(each) ?? []))),
  ]);

/** Whether a group has words, whatever of it is found. */
const isInPassages = (group: Group): boolean => !group.not && isWordGroup(group) && group.any.every(hasWords);

const hasWords = ({ wanted, groups }: Search): boolean => wanted.length > 0 || groups.some(isInPassages);
