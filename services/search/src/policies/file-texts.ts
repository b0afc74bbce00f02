import type { CopyTexts } from "@satchel/chassis";
import { type CopyId, type LinkId, partitionOf, type UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { indexed, partsOf } from "../domain/vectors.ts";
import { FILED_AT_ONCE } from "../limits.ts";
import type { SearchTables } from "../projection/tables.ts";

interface Due {
  readonly user_id: UserId;
  readonly id: LinkId;
  readonly sequence: number;
  readonly version: CopyId | null;
}

/**
 * Files the texts of copies: for each link whose copies or words changed, the text of its newest version in parts. A process
 * that is killed files the same again. A link whose text can't be read stays due, and the others are filed.
 * @throws the first error, when all others were filed
 */
export async function fileTexts(db: Kysely<SearchTables>, texts: CopyTexts, signal: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  for (let after = 0; !signal.aborted; ) {
    const { rows } = await sql<Due>`
      select f.user_id, f.id, f.sequence, newest.version from search.filings f left join lateral (
        select version from search.copies c where c.id = f.id and c.user_id = f.user_id and not is_deleted
        order by sequence desc limit 1) as newest on true
      where f.filed < f.sequence and f.sequence > ${after} order by f.sequence limit ${FILED_AT_ONCE}`.execute(db);
    const done = await Promise.allSettled(rows.map((due) => fileText(db, texts, due)));
    errors.push(...done.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : [])));
    after = rows.at(-1)?.sequence ?? 0;
    if (rows.length < FILED_AT_ONCE) break;
  }
  if (errors.length > 0) throw errors[0];
}

async function fileText(db: Kysely<SearchTables>, texts: CopyTexts, due: Due): Promise<void> {
  const { user_id, id, sequence, version } = due;
  const text = version === null ? undefined : await texts.get({ userId: user_id, linkId: id, version });
  const parts = partsOf(text ?? "").map((content, n) => {
    const stored = content.toWellFormed().replaceAll("\0", "\ufffd");
    return { part: String(n), content: stored, vector: indexed([stored], "D").vector };
  });
  await db.transaction().execute(async (transaction) => {
    // What is lost with the server's power is still due.
    await sql`set local synchronous_commit = off`.execute(transaction);
    // The projection of the partition waits: otherwise it could remove the link, and what is filed here would stay.
    await sql`select from search.checkpoints where partition = ${partitionOf(user_id)} for update`.execute(transaction);
    const { numUpdatedRows } = await transaction
      .updateTable("search.filings")
      .set({ filed: sequence })
      .where("id", "=", id)
      .where("user_id", "=", user_id)
      .where("sequence", "=", sequence)
      .executeTakeFirst();
    // It changed meanwhile: it is due again.
    if (numUpdatedRows === 0n) return;
    await sql`delete from search.passages
      where id = ${id}::uuid and user_id = ${user_id}::uuid and part ~ '^[0-9]'`.execute(transaction);
    for (const { part, content, vector } of parts) {
      // The words of the link are filed with each part, so that words of both are found together. Its tags and sites have
      // no position, and are left out.
      await sql`
        insert into search.passages (user_id, id, part, content, is_deleted, words)
        select ${user_id}::uuid, ${id}::uuid, ${part}, ${content}, false,
          setweight(ts_filter(coalesce(
            (select words from search.texts where id = ${id}::uuid and user_id = ${user_id}::uuid), ''), '{a,b,c,d}'), 'C')
          || ${vector}::tsvector`.execute(transaction);
    }
  });
}
