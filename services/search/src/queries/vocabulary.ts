import type { UserId } from "@satchel/contracts";
import { type QueryExecutorProvider, sql } from "kysely";
import { beginningsOf, nearWords, type Search, type Term, type Word, wordOf } from "../domain/terms.ts";
import type { WordsBeginning } from "../domain/tsquery.ts";
import { ownedBy, quoted } from "../domain/vectors.ts";
import { NEAR_LOOKED_AT, NEAR_WORDS, PART_LETTERS, PREFIX_WORDS } from "../limits.ts";

type Database = QueryExecutorProvider;

/** Appended to a beginning, it sorts after every word with that beginning. */
const LAST_CHARACTER = "\u{10ffff}";

/** Looks up the words of the user's links that begin with the last term of a search. */
export async function wordsBeginning(db: Database, userId: UserId, terms: Search): Promise<WordsBeginning> {
  const known = new Map(
    await Promise.all(
      [...new Set(beginningsOf(terms))].map(async (beginning) => {
        const { rows } = await sql<{ word: string }>`
          select word from search.vocabulary
          where user_id = ${userId}::uuid and not in_text and word >= ${beginning} and word < ${beginning + LAST_CHARACTER}
          limit ${PREFIX_WORDS + 1}`.execute(db);
        return [beginning, rows.length > PREFIX_WORDS ? undefined : rows.map(({ word }) => word)] as const;
      }),
    ),
  );
  return (word) => (known.has(word) ? known.get(word) : []);
}

/**
 * The terms for a second search, when the first found nothing. A word that nothing of the user's has may also be one of the
 * words of the user's links and texts at an edit distance of one, or one that contains it, as German compounds do. Where all
 * are known, each may: one of several may be a typing error that is a word, too. A known word alone is right, and may only be
 * a part of compounds.
 * @returns undefined when such words find nothing either
 */
export async function withNearWords(
  db: Database,
  userId: UserId,
  terms: Search,
  beginning: WordsBeginning,
): Promise<Search | undefined> {
  const words = terms.wanted.map(onlyWordOf);
  const single = words.filter((word) => word !== undefined);
  const indexed = await indexedWords(db, userId, single);
  const isKnown = terms.wanted.map(({ prefix }, n) => {
    const word = words[n]?.word;
    return word === undefined || indexed.has(word) || (prefix && beginning(word)?.length !== 0);
  });
  const areKnown = !isKnown.includes(false);
  const doubtful = words.map((word, n) => (word !== undefined && (areKnown || isKnown[n] === false) ? word.word : ""));
  const near = await wordsNear(db, userId, doubtful);
  // Each entry of the index is compared with all words: of several, each has fewer compounds.
  const mostParts = Math.ceil(NEAR_WORDS / words.length);
  const similar = doubtful.map((word) => {
    const slips = new Set(areKnown && words.length === 1 ? [] : nearWords(word));
    return [
      ...near.filter((one) => slips.has(one)).slice(0, NEAR_WORDS),
      ...near.filter((one) => isPart(word, one)).slice(0, mostParts),
    ];
  });
  const canMatch = terms.wanted.every(({ prefix }, n) => prefix || isKnown[n] === true || similar[n]?.length !== 0);
  if (!canMatch || similar.every(({ length }) => length === 0)) return undefined;
  const wanted = terms.wanted.map((term, n) => ({
    ...term,
    spellings: [...term.spellings, ...(similar[n] ?? []).map((one) => [wordOf(one)])],
    prefix: term.prefix && isKnown[n] === true,
  }));
  return { ...terms, wanted };
}

/** The word of a term that is one word in one spelling; only such words have near ones. */
function onlyWordOf({ spellings }: Term): Word | undefined {
  const [words = []] = spellings;
  return spellings.length === 1 && words.length === 1 ? words[0] : undefined;
}

/** Those of the words that a link or a passage of the user has in any form. Vocabularies don't say so: they have no stems. */
async function indexedWords(db: Database, userId: UserId, words: readonly Word[]): Promise<ReadonlySet<string>> {
  const queries = words.map(({ word, forms }) => ownedBy(userId, [word, ...forms].map(quoted).join(" | ")));
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words.map(({ word }) => word)}::text[], ${queries}::text[]) as sought (word, query)
    where exists (select from search.texts where words @@ sought.query::tsquery)
      or exists (select from search.passages where words @@ sought.query::tsquery)`.execute(db);
  return new Set(rows.map(({ word }) => word));
}

/** The words of the user's links and texts that are near to one of the words, the shortest first. */
async function wordsNear(db: Database, userId: UserId, words: readonly string[]): Promise<readonly string[]> {
  const slips = words.flatMap(nearWords);
  // A word has no special character of `like`.
  const parts = words.filter((word) => word.length >= PART_LETTERS).map((word) => `%${word}%`);
  if (slips.length + parts.length === 0) return [];
  const { rows } = await sql<{ word: string }>`
    select word from (
      select word from search.vocabulary where user_id = ${userId}::uuid and word in (select unnest(${slips}::text[]))
      union
      select word from search.vocabulary where user_id = ${userId}::uuid and word like any(${parts}::text[])
    ) as near order by length(word), word limit ${NEAR_LOOKED_AT}`.execute(db);
  return rows.map(({ word }) => word);
}

/** Whether a word is a part of a longer one. */
const isPart = (word: string, longer: string): boolean =>
  word.length >= PART_LETTERS && word !== longer && longer.includes(word);
