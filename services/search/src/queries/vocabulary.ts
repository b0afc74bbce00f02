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
 * The terms for a second search, when the first found nothing. A word that nothing of the user's has is replaced by words of
 * the user's links and texts at an edit distance of one, or that contain it, as German compounds do. Where all are known,
 * such words are added to each: one of several may be a typing error that is a word, too.
 * @returns undefined when there are no such words
 */
export async function withNearWords(
  db: Database,
  userId: UserId,
  terms: Terms,
  beginning: WordsBeginning,
): Promise<Terms | undefined> {
  const known = await Promise.all(terms.wanted.map((term) => isKnown(db, userId, term, beginning)));
  const areKnown = !known.includes(false);
  const wanted = await Promise.all(
    terms.wanted.map(async (term, n): Promise<TermSpellings> => {
      const word = onlyWordOf(term);
      if (word === undefined || (known[n] === true && !areKnown)) return term;
      const { slips, compounds } = await nearTo(db, userId, word.word, Math.ceil(NEAR_WORDS / known.length));
      const isRight = known[n] === true && known.length === 1;
      const similar = isRight ? compounds : [...slips, ...compounds];
      if (similar.length === 0) return term;
      const spellings = [...(known[n] === true ? [[word]] : []), ...similar.map((one) => [wordOf(one)])];
      return { ...term, spellings, prefix: term.prefix && known[n] === true };
    }),
  );
  return wanted.some((term, n) => term !== terms.wanted[n]) ? { ...terms, wanted } : undefined;
}

/** The word of a term that is one word in one spelling; only such words have near ones. */
function onlyWordOf({ spellings }: TermSpellings): Word | undefined {
  const [words = []] = spellings;
  return spellings.length === 1 && words.length === 1 ? words[0] : undefined;
}

/** Whether something of the user's has the word of a term; also for a term that is no single word. */
async function isKnown(db: Database, userId: UserId, term: TermSpellings, beginning: WordsBeginning): Promise<boolean> {
  const word = onlyWordOf(term);
  if (word === undefined || (term.prefix && beginning(word.word)?.length !== 0)) return true;
  return isIndexed(db, userId, word);
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

/**
 * Words near to a word: at an edit distance of one, and those of which it is a part.
 * @param mostCompounds the shortest of these; of several words each has fewer, for each entry of the index is compared with all
 */
async function nearTo(
  db: Database,
  userId: UserId,
  word: string,
  mostCompounds: number,
): Promise<{ readonly slips: readonly string[]; readonly compounds: readonly string[] }> {
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
           order by length(word), word limit ${mostCompounds})`,
      ),
      sql` union all `,
    )}`.execute(db);
  const wordsOf = (isSlip: boolean): string[] => [
    ...new Set(rows.filter((row) => row.slips === isSlip).map((row) => row.word)),
  ];
  return { slips: wordsOf(true), compounds: wordsOf(false) };
}
