import { partitionOf, type UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { SWEEP_WORDS } from "../limits.ts";
import { ownerName, quoted } from "../domain/vectors.ts";

/** The last word that a sweep has checked. */
interface VocabularyWord {
  readonly in_text: boolean;
  readonly word: string;
}

/**
 * Removes the words from the vocabularies that nothing of their user has any more, after links or texts were changed or
 * removed. Words are only added otherwise, because nobody counts how often each is used.
 */
export async function sweepVocabularies(db: Kysely<unknown>): Promise<void> {
  const { rows: due } = await sql<{ user_id: UserId; sequence: number }>`
    select user_id, sequence from search.sweeps`.execute(db);
  for (const { user_id, sequence } of due) {
    for (let after: VocabularyWord | undefined = { in_text: false, word: "" }; after !== undefined; ) {
      after = await sweepWords(db, user_id, after);
    }
    // A change in the meantime has a higher sequence: the next sweep handles it.
    await sql`delete from search.sweeps where user_id = ${user_id}::uuid and sequence = ${sequence}`.execute(db);
  }
}

/**
 * Checks the next words after `after`, and removes those that nothing has. The partition's checkpoint is locked for this
 * time: otherwise a word could be removed while a link or text with it is added. Words are looked up before the deletion
 * and not in it: with statistics from before the account had words, its plan looked each of them up for every word of the
 * account.
 * @returns the last checked word; undefined when there is none
 */
function sweepWords(db: Kysely<unknown>, userId: UserId, after: VocabularyWord): Promise<VocabularyWord | undefined> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction);
    await sql`select from search.checkpoints where partition = ${partitionOf(userId)} for update`.execute(transaction);
    const { rows } = await sql<VocabularyWord>`
      with words as materialized (
        select in_text, word, (${quoted(ownerName(userId))} || ' & ''' || word || '''')::tsquery as query from search.vocabulary
        where user_id = ${userId}::uuid and (in_text, word) > (${after.in_text}, ${after.word})
        order by in_text, word limit ${SWEEP_WORDS}
      ), unused as materialized (
        select in_text, word from words where case when in_text
          then not exists (select from search.passages where words @@ query)
          else not exists (select from search.texts where words @@ query) end
      ), removed as (
        delete from search.vocabulary v using unused u
        where v.user_id = ${userId}::uuid and v.in_text = u.in_text and v.word = u.word
      )
      select in_text, word from words order by in_text desc, word desc limit 1`.execute(transaction);
    return rows[0];
  });
}
