import type { Logger } from "@satchel/chassis";
import { aggregateSubject, CAPTURE_SECONDS, mailedSubject } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { PURGE_MAILS } from "../limits.ts";
import type { CapturesTables, MailRow } from "../projection/tables.ts";

export interface PurgeDeps {
  /** Erases the events on a subject before a sequence, from the stored blocks as well. */
  readonly erase: (subject: string, before: number) => Promise<unknown>;
  /** With the role that owns the tables. */
  readonly db: Kysely<CapturesTables>;
  readonly logger: Logger;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

type CaptureKey = Pick<MailRow, "user_id" | "id" | "position" | "worked">;

/**
 * Purges the mails that came longer than {@link CAPTURE_SECONDS} ago. Their links stay, and the events of the links keep the sender.
 * First the events of a mail are erased from the journal, then its row is deleted: after a crash in between, or when the tables are
 * rebuilt, the row still exists and the next run repeats both. No event is appended, because a journal without these events gives no
 * row. A mail whose links are not saved yet stays, because it was accepted.
 */
export async function purgeMails({ erase, db, logger, now }: PurgeDeps): Promise<void> {
  const before = new Date(now() - CAPTURE_SECONDS * 1000);
  let count = 0;
  for (let last: CaptureKey | undefined; ; ) {
    let query = db
      .selectFrom("captures.mails")
      .select(["user_id", "id", "position", "worked"])
      .where("received_at", "<=", before)
      .where((is) => is.or([is("refused", "is not", null), is("worked", "is not", null)]));
    if (last !== undefined) query = query.where(sql<boolean>`(user_id, id) > (${last.user_id}, ${last.id})`);
    const rows = await query.orderBy("user_id").orderBy("id").limit(PURGE_MAILS).execute();
    for (const { user_id, id, position, worked } of rows) {
      // Only events up to those of the row: the same mail may be sent again at this moment, with later events.
      await erase(aggregateSubject(user_id, "mail", id), position + 1);
      if (worked !== null) await erase(mailedSubject(user_id, id), worked + 1);
      await db
        .deleteFrom("captures.mails")
        .where("user_id", "=", user_id)
        .where("id", "=", id)
        .where("position", "=", position)
        .execute();
      count++;
    }
    last = rows.at(-1);
    if (last === undefined) break;
  }
  if (count > 0) logger.info({ mails: count }, "old mails were purged");
}
