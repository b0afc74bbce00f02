import { type Logger, openCopyTexts, openFoundation, queriesOver, type RunningService } from "@satchel/chassis";
import type { SearchConfig } from "./config.ts";
import { FILE_AGAIN_MS, FILE_EVERY_MS, SWEEP_EVERY_MS } from "./limits.ts";
import { fileTexts } from "./policies/file-texts.ts";
import { sweepVocabularies } from "./policies/sweep-vocabularies.ts";
import { searchProjection } from "./projection/projection.ts";

/** Starts the search service: its tables of the words of links and of their pages, which the gateway queries. */
export async function startSearch(config: SearchConfig, logger: Logger): Promise<RunningService> {
  const base = await openFoundation(config, searchProjection, logger);
  const db = queriesOver(base.pool);
  const texts = await openCopyTexts(base.bus);
  let [seen, next] = [-1, 0];
  base.periodically("filing of page texts", FILE_EVERY_MS, async (signal) => {
    const { announced } = base.progress;
    if (announced === seen && Date.now() < next) return;
    [seen, next] = [announced, Date.now() + FILE_AGAIN_MS];
    await fileTexts(db, texts, signal);
  });
  base.periodically("sweep of vocabularies", SWEEP_EVERY_MS, () => sweepVocabularies(db));
  return {
    checks: () => base.checks(),
    stop: () => base.close(),
  };
}
