import type { Field, Filter } from "./query.ts";
import { beginningsOf, positiveTerms, type TermGroup, type Terms, type TermSpellings, type Word } from "./terms.ts";
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
  readonly mixed: readonly TermGroup[];
}

/** The account's words that begin with a word; undefined when there are too many to list. */
export type WordsBeginning = (word: string) => readonly string[] | undefined;

const any = (parts: readonly string[]): string => `(${parts.join(" | ")})`;
const all = (parts: readonly string[]): string | undefined => (parts.length === 0 ? undefined : parts.join(" & "));

/** A table of words, with the weights of the fields that a term can be limited to (`vectors.ts`). */
const LINKS: Weights = { title: "A", note: "D" };
const PASSAGES: Weights = { text: "D", highlight: "AB" };
type Weights = Partial<Readonly<Record<Field, string>>>;

/** No text has this lexeme. */
const NOWHERE = quoted("%");

const IN_ROW = " <-> ";

/** A query of words with the words of its phrases in any order and place. No word has a space. */
const inAnyOrder = (query: string): string => query.replaceAll(IN_ROW, " & ");

function termQuery({ spellings, prefix, field }: TermSpellings, beginning: WordsBeginning, weights = LINKS): string {
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

/** Whether a term needs no search for a beginning, or all words with that beginning are known. */
const isListable = ({ spellings, prefix }: TermSpellings, beginning: WordsBeginning): boolean =>
  !prefix || spellings.every((words) => beginning(words.at(-1)?.word ?? "") !== undefined);

/** Tags and sites are words of the index. */
const nameOf = ({ name, value }: Filter): string | undefined =>
  name === "tag" ? quoted(tagName(value)) : name === "site" ? quoted(siteName(value)) : undefined;

export const isName = (filter: Filter): boolean => nameOf(filter) !== undefined;

/** Whether a search can match: every term has at least one word, and every group a search that can. */
export const canMatch = ({ wanted, groups }: Terms): boolean =>
  wanted.every(({ spellings }) => spellings.length > 0) && groups.every(({ any, not }) => not || any.some(canMatch));

/** Whether a term is looked for in links alone, or in passages alone. */
const isOfLink = ({ field }: TermSpellings): boolean => field !== undefined && LINKS[field] !== undefined;
const isOfPassages = ({ field }: TermSpellings): boolean => field !== undefined && LINKS[field] === undefined;

/** Whether a search has only words, tags and sites, all of them in the rows of links. */
const isOfWords = (terms: Terms): boolean =>
  terms.filters.every(isName) &&
  ![...terms.wanted, ...terms.unwanted].some(isOfPassages) &&
  canMatch(terms) &&
  terms.groups.every(isWordGroup);

const isWordGroup = ({ any: searches }: TermGroup): boolean => searches.every(isOfWords);

/** A condition as `tsquery`, and whether the index can answer it: a beginning of many words it can't. */
interface Condition {
  readonly query: string;
  readonly not: boolean;
  readonly isIndexed: boolean;
}

const written = (conditions: readonly Condition[]): string | undefined =>
  all(conditions.map(({ query, not }) => (not ? `!${query}` : query)));

/**
 * The queries of a search. The index finds whole words only: a beginning of few words is replaced by these words, any other
 * is checked on the links that the rest of the search finds.
 */
export function queriesOf(terms: Terms, beginning: WordsBeginning): Queries {
  const { wanted, unwanted, filters, groups } = terms;
  const ofTerm = (term: TermSpellings, not: boolean): Condition => ({
    query: termQuery(term, beginning),
    not,
    isIndexed: isListable(term, beginning),
  });
  const ofGroup = ({ any: searches, not }: TermGroup): Condition => {
    const each = searches.map((one) => queriesOf(one, beginning));
    return {
      query: any(each.map(({ whole = "" }) => whole)),
      not,
      isIndexed: each.every(({ indexed, whole }) => indexed === whole),
    };
  };
  const conditions = [
    ...wanted.map((term) => ofTerm(term, false)),
    ...unwanted.map((term) => ofTerm(term, true)),
    ...filters.flatMap((filter) => {
      const query = nameOf(filter);
      return query === undefined ? [] : [{ query, not: filter.not, isIndexed: true }];
    }),
    ...groups.filter(isWordGroup).map(ofGroup),
  ];
  const indexed = conditions.filter(({ isIndexed }) => isIndexed);
  const words = positiveTerms(terms).flatMap(({ spellings }) => spellings.flat());
  const ranks = [
    words.map(({ word }) => quoted(word)),
    words.flatMap(({ forms }) => forms.map(quoted)),
    beginningsOf(terms).map((word) => `${quoted(word)}:*`),
  ];
  return {
    indexed: indexed.every(({ not }) => not) ? undefined : written(indexed),
    whole: written(conditions),
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
export function passageQueriesOf(terms: Terms, beginning: WordsBeginning): PassageQueries {
  const { wanted, unwanted, groups } = terms;
  const isInPassages = (group: TermGroup): boolean => !group.not && isWordGroup(group) && hasWords(group);
  const passage = allWords({
    wanted: wanted.filter((term) => !isOfLink(term)),
    groups: groups.filter(isInPassages),
  });
  const ofLink = {
    ...terms,
    wanted: wanted.filter(isOfLink),
    groups: groups.filter((group) => !isInPassages(group)),
  };
  const refused = unwanted.filter((term) => !isOfLink(term)).map(passageQuery);
  return {
    passage,
    indexed: passage && inAnyOrder(passage),
    link: queriesOf(ofLink, beginning).whole,
    refused: refused.length === 0 ? undefined : any(refused),
  };
}

const passageQuery = (term: TermSpellings): string =>
  termQuery(term, (word) => (word.length < TEXT_PREFIX_LETTERS ? [] : undefined), PASSAGES);

/** A query for the words of a search, without those that it must not have; undefined where it has none. */
const allWords = ({ wanted, groups }: Pick<Terms, "wanted" | "groups">): string | undefined =>
  all([
    ...wanted.map(passageQuery),
    ...groups
      .filter((group) => !group.not && hasWords(group))
      .map(({ any: searches }) => any(searches.flatMap((each) => allWords(each) ?? []))),
  ]);

const hasWords = ({ any: searches }: TermGroup): boolean =>
  searches.every(({ wanted, groups }) => wanted.length > 0 || groups.some((group) => !group.not && hasWords(group)));
