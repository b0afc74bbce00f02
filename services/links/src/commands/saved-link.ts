import type { Link, LinkEvent } from "@satchel/contracts";
import { rowOf } from "../projection/projection.ts";
import type { LinkRow } from "../projection/tables.ts";
import { toLink } from "../queries/to-link.ts";
import type { LinkTarget } from "./execute-on-link.ts";

/** An event that a save decides on. */
export type SaveEvent = Extract<LinkEvent, { type: "LinkSaved" | "LinkSavedAgain" }>;

/**
 * What lists show of a link of which there is this event alone, before any table has it. Of a link that was saved before, it
 * lacks what the earlier events say.
 */
export function savedLink({ userId, linkId }: LinkTarget, { data }: SaveEvent, time: Date): Link {
  const row = rowOf({ time, sequence: 0 }, { user_id: userId, id: linkId }, data);
  const remindAt = data.remindAt === undefined ? null : new Date(data.remindAt);
  return toLink({ ...(row as unknown as LinkRow), created_at: time, saved_at: time, remind_at: remindAt });
}
