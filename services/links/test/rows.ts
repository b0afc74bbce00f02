import type { UserId } from "@satchel/contracts";
import type { System } from "./system.ts";

/** Counts that are 0 may be missing: rebuilt tables may differ in that. */
const READS = [
  "select to_jsonb(t) as row from links.links t where user_id = $1",
  "select to_jsonb(t) as row from links.counts t where user_id = $1 and total <> 0",
  "select to_jsonb(t) as row from links.tag_counts t where user_id = $1",
  "select to_jsonb(t) as row from links.known_folders t where user_id = $1",
];

/** Every row about a user in the links' tables, in an order of their own. */
export const rowsOf = (system: System, userId: UserId): Promise<string[][]> =>
  Promise.all(
    READS.map(async (text) => {
      const { rows } = await system.pool.query<{ row: unknown }>(text, [userId]);
      return rows.map(({ row }) => JSON.stringify(row)).sort();
    }),
  );
