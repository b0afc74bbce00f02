import { openPool } from "../src/database.ts";
import type { World } from "./world.ts";

/** What a reader saw from its first look to its last. */
export interface Seen {
  readonly looks: number;
  readonly errors: readonly string[];
  /** Numbers of entries, where one was lower than the one before: a reader saw the tables go back. */
  readonly steps: readonly [number, number][];
}

/** Looks at the number of entries as often as it can, as the gateway's role, until it is told to stop. */
export function pollEntries({ databaseUrl, logger }: World): { stop(): Promise<Seen> } {
  const pool = openPool({ url: databaseUrl, name: "reader", logger, connections: 2, readOnly: true });
  const errors: string[] = [];
  const steps: [number, number][] = [];
  let stopped = false;
  let looks = 0;
  let before = 0;
  const look = async (): Promise<void> => {
    while (!stopped) {
      try {
        const { rows } = await pool.query<{ count: number }>("select count(*)::int from ledger.entries");
        const count = rows[0]?.count ?? 0;
        if (count < before) steps.push([before, count]);
        before = count;
      } catch (error) {
        errors.push(String(error));
      }
      looks++;
    }
    await pool.end();
  };
  const looking = look();
  return {
    stop: async () => {
      stopped = true;
      await looking;
      return { looks, errors, steps };
    },
  };
}
