import type { Kysely } from "kysely";
import { randomUUID } from "node:crypto";
import type { LinkCommands } from "../commands/links.ts";
import { REMINDERS_AT_ONCE } from "../limits.ts";
import type { LinksTables } from "../projection/tables.ts";

interface RemindDeps {
  readonly db: Kysely<LinksTables>;
  readonly commands: Pick<LinkCommands, "remind">;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Shows the links again whose reminder's time has come. Several replicas may run it at the same time: that a reminder is due is
 * one event of the link, decided on its state.
 */
export async function remindOfLinks({ db, commands, now }: RemindDeps): Promise<void> {
  const rows = await db
    .selectFrom("links.links")
    .select(["user_id", "id"])
    .where("remind_at", "<=", new Date(now()))
    .where("due_since", "is", null)
    .where("deleted_at", "is", null)
    .orderBy("remind_at")
    .limit(REMINDERS_AT_ONCE)
    .execute();
  for (const { user_id, id } of rows) {
    await commands.remind({ userId: user_id, linkId: id }, { commandId: randomUUID(), retry: false });
  }
}
