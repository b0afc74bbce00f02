import {
  isReady,
  type Logger,
  openFoundation,
  periodically,
  queriesOver,
  type RunningService,
  stopInOrder,
} from "@satchel/chassis";
import type { SearchConfig } from "./config.ts";
import { SWEEP_EVERY_MS } from "./limits.ts";
import { sweepVocabulary } from "./policies/sweep-vocabulary.ts";
import { searchProjection } from "./projection/projection.ts";
import type { SearchTables } from "./projection/tables.ts";

/** Starts the search service: its tables of the words of links, which the gateway queries. */
export async function startSearch(config: SearchConfig, logger: Logger): Promise<RunningService> {
  const base = await openFoundation(config, searchProjection, logger);
  const db = queriesOver<SearchTables>(base.pool);
  const sweep = periodically("sweep of vocabularies", SWEEP_EVERY_MS, logger, async () => {
    // Skipped while the tables are rebuilt or lag behind.
    if (isReady(base.checks())) await sweepVocabulary(db);
  });
  return {
    name: "search",
    checks: () => base.checks(),
    stop: () =>
      stopInOrder(
        () => sweep.stop(),
        () => base.close(),
      ),
  };
}
