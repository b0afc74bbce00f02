import { partitionOf, type UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { SWEEP_ACCOUNTS, SWEEP_WORDS } from "../limits.ts";
import type { SearchTables } from "../projection/tables.ts";

/**
 * Removes the words from the vocabulary that no link of their user has any more, after links were changed or purged. The
 * projection only adds words, because it does not count the links of a word.
 */
export async function sweepVocabulary(db: Kysely<SearchTables>): Promise<void> {
  for (let after: UserId | undefined; ; ) {
    let due = db.selectFrom("search.sweeps").select(["user_id", "sequence"]).orderBy("user_id").limit(SWEEP_ACCOUNTS);
    if (after !== undefined) due = due.where("user_id", ">", after);
    const accounts = await due.execute();
    for (const { user_id, sequence } of accounts) {
      await sweepAccount(db, user_id);
      // A change in the meantime has a higher sequence: the next sweep handles it.
      await db.deleteFrom("search.sweeps").where("user_id", "=", user_id).where("sequence", "=", sequence).execute();
    }
    after = accounts.at(-1)?.user_id;
    if (after === undefined) return;
  }
}

async function sweepAccount(db: Kysely<SearchTables>, userId: UserId): Promise<void> {
  for (let after: string | undefined = ""; after !== undefined; ) after = await sweepWords(db, userId, after);
}

/**
 * Checks the next words after `after`, and removes those that no link has. The partition's checkpoint is locked for this
 * time: otherwise a word could be removed while the projection adds a link with it. Words are looked up
 * before the deletion and not in it: with statistics from before the account had words, its plan looked each of them up
 * for every word of the account.
 * @returns the last checked word; undefined when there is none
 */
function sweepWords(db: Kysely<SearchTables>, userId: UserId, after: string): Promise<string | undefined> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction);
    await sql`select from search.checkpoints where partition = ${partitionOf(userId)} for update`.execute(transaction);
    const { rows } = await sql<{ last: string | null }>`
      with words as materialized (
        select word from search.vocabulary where user_id = ${userId}::uuid and word > ${after}
        order by word limit ${SWEEP_WORDS}
      ), unused as materialized (
        select word from words where not exists (
          select from search.texts t
          where t.user_id = ${userId}::uuid and t.words @@ ('''' || words.word || '''')::tsquery offset 0)
      ), removed as (
        delete from search.vocabulary v using unused where v.user_id = ${userId}::uuid and v.word = unused.word
      )
      select max(word) as last from words`.execute(transaction);
    return rows[0]?.last ?? undefined;
  });
}
