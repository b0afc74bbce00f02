import type { Journal, Logger } from "@satchel/chassis";
import { aggregateSubject, CAPTURE_SECONDS, mailedSubject, type MailId, type UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { PURGE_MAILS } from "../limits.ts";
import type { CapturesTables } from "../projection/tables.ts";

export interface PurgeDeps {
  readonly journal: Pick<Journal, "erase">;
  /** With the role that owns the tables. */
  readonly db: Kysely<CapturesTables>;
  readonly logger: Logger;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

interface CaptureKey {
  readonly user_id: UserId;
  readonly id: MailId;
  readonly position: number;
  readonly worked: number | null;
  readonly done?: number | null;
}

/**
 * Purges the mails that came longer than {@link CAPTURE_SECONDS} ago, also those to secret addresses. Their links stay, and
 * the events of the links keep the sender. First the events of a mail are erased from the journal, then its row is deleted:
 * after a crash in between, or when the tables are rebuilt, the row still exists and the next run repeats both. No event is
 * appended, because a journal without these events gives no row. A mail whose links are not saved yet stays, because it was
 * accepted.
 */
export async function purgeMails(deps: PurgeDeps): Promise<void> {
  const { db, now, logger } = deps;
  const before = new Date(now() - CAPTURE_SECONDS * 1000);
  const mails = await purgeRows(deps, "captures.mails", (last) => {
    const query = db
      .selectFrom("captures.mails")
      .select(["user_id", "id", "position", "worked", "done"])
      .where("received_at", "<=", before)
      // Commands that were never carried out are not carried out any more.
      .where((is) =>
        is.or([is("refused", "is not", null), is("worked", "is not", null), is("commands", "is not", null)]),
      );
    const rest = last === undefined ? query : query.where(sql<boolean>`(user_id, id) > (${last.user_id}, ${last.id})`);
    return rest.orderBy("user_id").orderBy("id").limit(PURGE_MAILS).execute();
  });
  const letters = await purgeRows(deps, "captures.letters", (last) => {
    const query = db
      .selectFrom("captures.letters")
      .select(["user_id", "id", "position", "worked"])
      .where("received_at", "<=", before)
      .where("worked", "is not", null);
    const rest = last === undefined ? query : query.where(sql<boolean>`(user_id, id) > (${last.user_id}, ${last.id})`);
    return rest.orderBy("user_id").orderBy("id").limit(PURGE_MAILS).execute();
  });
  if (mails + letters > 0) logger.info({ mails, letters }, "old mails were purged");
}

/** @param read the rows after one, in the order of their keys. @returns their number */
async function purgeRows(
  { journal, db }: PurgeDeps,
  table: keyof CapturesTables,
  read: (last: CaptureKey | undefined) => Promise<readonly CaptureKey[]>,
): Promise<number> {
  let count = 0;
  for (let rows = await read(undefined); rows.length > 0; rows = await read(rows.at(-1))) {
    for (const { user_id, id, position, worked, done = null } of rows) {
      // Only events up to those of the row: the same mail may be sent again at this moment, with later events.
      await journal.erase(aggregateSubject(user_id, "mail", id), position + 1);
      if (worked !== null) await journal.erase(mailedSubject(user_id, id), worked + 1);
      if (done !== null) await journal.erase(aggregateSubject(user_id, "post", id), done + 1);
      await db
        .deleteFrom(table)
        .where("user_id", "=", user_id)
        .where("id", "=", id)
        .where("position", "=", position)
        .execute();
      count++;
    }
  }
  return count;
}
