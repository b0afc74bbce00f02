import { partitionOf, type UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { SWEEP_ACCOUNTS, SWEEP_WORDS } from "../limits.ts";
import type { SearchTables } from "../projection/tables.ts";

/** A vocabulary, the texts whose words it has, and where its sweeps are noted. */
interface Vocabulary {
  readonly words: "search.vocabulary" | "search.text_words";
  readonly of: "search.texts" | "search.passages";
  readonly due: "search.sweeps" | "search.text_sweeps";
}

const VOCABULARIES: readonly Vocabulary[] = [
  { words: "search.vocabulary", of: "search.texts", due: "search.sweeps" },
  { words: "search.text_words", of: "search.passages", due: "search.text_sweeps" },
];

/**
 * Removes the words from the vocabularies that nothing of their user has any more, after links or texts were changed or
 * removed. Words are only added otherwise, because nobody counts how often each is used.
 */
export async function sweepVocabularies(db: Kysely<SearchTables>): Promise<void> {
  for (const vocabulary of VOCABULARIES) await sweepVocabulary(db, vocabulary);
}

async function sweepVocabulary(db: Kysely<SearchTables>, vocabulary: Vocabulary): Promise<void> {
  for (let after: UserId | undefined; ; ) {
    let due = db.selectFrom(vocabulary.due).select(["user_id", "sequence"]).orderBy("user_id").limit(SWEEP_ACCOUNTS);
    if (after !== undefined) due = due.where("user_id", ">", after);
    const accounts = await due.execute();
    for (const { user_id, sequence } of accounts) {
      await sweepAccount(db, vocabulary, user_id);
      // A change in the meantime has a higher sequence: the next sweep handles it.
      await db.deleteFrom(vocabulary.due).where("user_id", "=", user_id).where("sequence", "=", sequence).execute();
    }
    after = accounts.at(-1)?.user_id;
    if (after === undefined) return;
  }
}

async function sweepAccount(db: Kysely<SearchTables>, vocabulary: Vocabulary, userId: UserId): Promise<void> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    after = await sweepWords(db, vocabulary, userId, after);
  }
}

/**
 * Checks the next words after `after`, and removes those that nothing has. The partition's checkpoint is locked for this
 * time: otherwise a word could be removed while a link or text with it is added. Words are looked up before the deletion
 * and not in it: with statistics from before the account had words, its plan looked each of them up for every word of the
 * account.
 * @returns the last checked word; undefined when there is none
 */
function sweepWords(
  db: Kysely<SearchTables>,
  { words, of }: Vocabulary,
  userId: UserId,
  after: string,
): Promise<string | undefined> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction);
    await sql`select from search.checkpoints where partition = ${partitionOf(userId)} for update`.execute(transaction);
    const { rows } = await sql<{ last: string | null }>`
      with words as materialized (
        select word from ${sql.table(words)} where user_id = ${userId}::uuid and word > ${after}
        order by word limit ${SWEEP_WORDS}
      ), unused as materialized (
        select word from words where not exists (
          select from ${sql.table(of)} t
          where t.user_id = ${userId}::uuid and t.words @@ ('''' || words.word || '''')::tsquery offset 0)
      ), removed as (
        delete from ${sql.table(words)} v using unused where v.user_id = ${userId}::uuid and v.word = unused.word
      )
      select max(word) as last from words`.execute(transaction);
    return rows[0]?.last ?? undefined;
  });
}
