import type { UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { nearWords, positiveTerms, type Terms, type TermSpellings, type Word, wordOf } from "../domain/terms.ts";
import type { WordsBeginning } from "../domain/tsquery.ts";
import { quoted } from "../domain/vectors.ts";
import { NEAR_WORDS, PART_LETTERS, PREFIX_WORDS } from "../limits.ts";
import type { SearchTables } from "../projection/tables.ts";

type Database = Kysely<SearchTables>;

/** Appended to a beginning, it sorts after every word with that beginning. */
const LAST_CHARACTER = "\u{10ffff}";

/** Looks up the words of the user's links that begin with the last term of a search. */
export async function wordsBeginning(db: Database, userId: UserId, terms: Terms): Promise<WordsBeginning> {
  const beginnings = positiveTerms(terms).flatMap(({ prefix, spellings }) =>
    prefix ? spellings.map((words) => words.at(-1)?.word ?? "") : [],
  );
  const known = new Map(
    await Promise.all(
      [...new Set(beginnings)].map(async (beginning) => {
        const { rows } = await sql<{ word: string }>`
          select word from search.vocabulary
          where user_id = ${userId}::uuid and word >= ${beginning} and word < ${beginning + LAST_CHARACTER}
          limit ${PREFIX_WORDS + 1}`.execute(db);
        return [beginning, rows.length > PREFIX_WORDS ? undefined : rows.map(({ word }) => word)] as const;
      }),
    ),
  );
  return (word) => (known.has(word) ? known.get(word) : []);
}

/**
 * The terms for a second search, when the first found nothing: a word that nothing of the user's has is replaced by words of
 * the user's links and texts at an edit distance of one; to any word those are added that contain it, as German compounds do.
 * @returns undefined when there are no such words
 */
export async function withNearWords(
  db: Database,
  userId: UserId,
  terms: Terms,
  beginning: WordsBeginning,
): Promise<Terms | undefined> {
  const wanted = await Promise.all(terms.wanted.map((term) => nearTerm(db, userId, term, beginning)));
  return wanted.some((term, n) => term !== terms.wanted[n]) ? { ...terms, wanted } : undefined;
}

async function nearTerm(
  db: Database,
  userId: UserId,
  term: TermSpellings,
  beginning: WordsBeginning,
): Promise<TermSpellings> {
  const [[word, ...more] = [], ...others] = term.spellings;
  if (word === undefined || more.length > 0 || others.length > 0) return term;
  const [isWord, near] = await Promise.all([isIndexed(db, userId, word), nearTo(db, userId, word.word)]);
  const isKnown = isWord || (term.prefix && beginning(word.word)?.length !== 0);
  const slips = isKnown ? [] : near.slips;
  if (slips.length + near.compounds.length === 0) return term;
  const known = isKnown ? [[word]] : [];
  return {
    ...term,
    spellings: [...known, ...[...slips, ...near.compounds].map((one) => [wordOf(one)])],
    prefix: term.prefix && isKnown,
  };
}

/** Whether a link or a passage of the user has a word in any form. Vocabularies don't say so: they may have unused words. */
async function isIndexed(db: Database, userId: UserId, { word, forms }: Word): Promise<boolean> {
  const query = [word, ...forms].map(quoted).join(" | ");
  // The limits stand apart, as in `hitsIn`: a word that is nowhere would be looked for in all texts of the account.
  const { rows } = await sql`
    with of_links as materialized (select from search.texts where user_id = ${userId}::uuid and words @@ ${query}::tsquery),
    of_passages as materialized (
      select from search.passages where user_id = ${userId}::uuid and words @@ ${query}::tsquery)
    (select from of_links limit 1) union all (select from of_passages limit 1)`.execute(db);
  return rows.length > 0;
}

async function nearTo(
  db: Database,
  userId: UserId,
  word: string,
): Promise<{ readonly slips: string[]; readonly compounds: string[] }> {
  const slips = nearWords(word);
  // A word has no special character of `like`.
  const part = word.length < PART_LETTERS ? null : `%${word}%`;
  const { rows } = await sql<{ word: string; slips: boolean }>`
    ${sql.join(
      ["vocabulary", "text_words"].map(
        (table) => sql`
          (select word, true as slips from search.${sql.ref(table)}
           where user_id = ${userId}::uuid and word = any(${slips}::text[]) limit ${NEAR_WORDS})
          union all
          (select word, false from search.${sql.ref(table)}
           where user_id = ${userId}::uuid and word like ${part} and word <> ${word}
           order by length(word), word limit ${NEAR_WORDS})`,
      ),
      sql` union all `,
    )}`.execute(db);
  const wordsOf = (isSlip: boolean): string[] => [
    ...new Set(rows.filter((row) => row.slips === isSlip).map((row) => row.word)),
  ];
  return { slips: wordsOf(true), compounds: wordsOf(false) };
}
