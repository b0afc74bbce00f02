import type { Logger } from "@satchel/chassis";
import { aggregateSubject, CAPTURE_SECONDS, mailedSubject } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { GIVE_UP_MAILS } from "../limits.ts";
import type { CapturesTables, MailRow } from "../projection/tables.ts";

export interface GiveUpDeps {
  /** Erases the events on a subject before a sequence, from the stored blocks as well. */
  readonly erase: (subject: string, before: number) => Promise<unknown>;
  /** As the owner of the tables. */
  readonly db: Kysely<CapturesTables>;
  readonly logger: Logger;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

type CaptureKey = Pick<MailRow, "user_id" | "id" | "position" | "worked">;

/**
 * Gives up what is known of mails that came longer than {@link CAPTURE_SECONDS} ago. Their links are not touched, and the events of the
 * links keep the sender. The journal's events of a mail are erased first and its row is deleted last: after a crash in between, the row
 * is still there and the next run repeats both, as it does for tables that are rebuilt meanwhile. Nothing needs to be appended, since a
 * journal without these events gives no row. A mail whose links are not saved yet stays: it was promised that they will be.
 */
export async function giveUpMails({ erase, db, logger, now }: GiveUpDeps): Promise<void> {
  const before = new Date(now() - CAPTURE_SECONDS * 1000);
  let count = 0;
  for (let last: CaptureKey | undefined; ; ) {
    let query = db
      .selectFrom("captures.mails")
      .select(["user_id", "id", "position", "worked"])
      .where("received_at", "<=", before)
      .where((is) => is.or([is("refused", "is not", null), is("worked", "is not", null)]));
    if (last !== undefined) query = query.where(sql<boolean>`(user_id, id) > (${last.user_id}, ${last.id})`);
    const rows = await query.orderBy("user_id").orderBy("id").limit(GIVE_UP_MAILS).execute();
    for (const { user_id, id, position, worked } of rows) {
      // Only events up to the row's own: the same mail may be sent again at this moment, and its new events are behind.
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
  if (count > 0) logger.info({ mails: count }, "what was known of old mails was given up");
}
