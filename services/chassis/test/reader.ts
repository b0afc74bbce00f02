import { openPool } from "../src/database.ts";
import type { World } from "./world.ts";

/** The results of a reader's queries. */
interface ReaderReport {
  readonly queries: number;
  readonly errors: readonly string[];
  /** Pairs of a number of entries and a lower one after it: the tables showed an older state. */
  readonly steps: readonly [number, number][];
}

/** Reads the number of entries as often as possible, as the gateway's role, until it is stopped. */
export function pollEntries({ databaseUrl, logger }: World): { stop(): Promise<ReaderReport> } {
  const pool = openPool({ url: databaseUrl, name: "reader", logger, connections: 2, readOnly: true });
  const errors: string[] = [];
  const steps: [number, number][] = [];
  let stopped = false;
  let queries = 0;
  let before = 0;
  const read = async (): Promise<void> => {
    while (!stopped) {
      try {
        const { rows } = await pool.query<{ count: number }>("select count(*)::int from ledger.entries");
        const count = rows[0]?.count ?? 0;
        if (count < before) steps.push([before, count]);
        before = count;
      } catch (error) {
        errors.push(String(error));
      }
      queries++;
    }
    await pool.end();
  };
  const reading = read();
  return {
    stop: async () => {
      stopped = true;
      await reading;
      return { queries, errors, steps };
    },
  };
}
