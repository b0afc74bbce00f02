import { randomUUID } from "node:crypto";
import { isSatchelError } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import type { LinkCommands } from "../commands/links.ts";
import { REMINDERS_AT_ONCE } from "../limits.ts";
import type { LinkRow, LinksTables } from "../projection/tables.ts";

interface RemindDeps {
  readonly db: Kysely<LinksTables>;
  readonly commands: Pick<LinkCommands, "remind">;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** Default {@link REMINDERS_AT_ONCE}. */
  readonly atOnce?: number;
}

/**
 * Shows the links again whose reminder's time has come. Accounts take turns: a reminder may be set to a time long past, so in
 * the order of times one account could keep everybody's waiting. Several replicas may run it at the same time: that a reminder
 * is due is one event of the link, decided on its state.
 */
export async function remindOfLinks({ db, commands, now, atOnce = REMINDERS_AT_ONCE }: RemindDeps): Promise<void> {
  const { rows } = await sql<Pick<LinkRow, "user_id" | "id">>`
    select user_id, id
    from (
      select user_id, id, remind_at, row_number() over (partition by user_id order by remind_at) as turn
      from links.links
      where remind_at <= ${new Date(now())} and due_since is null and deleted_at is null
    ) as due
    order by turn, remind_at
    limit ${atOnce}`.execute(db);
  for (const { user_id, id } of rows) {
    await commands
      .remind({ userId: user_id, linkId: id }, { commandId: randomUUID(), retry: false })
      .catch((error: unknown) => {
        // A link that is changed all the time. The next look tries again, and others do not wait for it.
        if (!isSatchelError(error)) throw error;
      });
  }
}
