import { setMaxListeners } from "node:events";
import {
  busAt,
  checksOf,
  connectBus,
  type Logger,
  openJournal,
  type RunningService,
  serveCommands,
  stopInOrder,
} from "@satchel/chassis";
import type { EnrichmentConfig } from "./config.ts";
import { startFeeds } from "./policies/feeds.ts";
import { startPages } from "./policies/pages.ts";
import { startWebhooks } from "./policies/webhooks.ts";

/**
 * Starts the enrichment service: pages of saved links, feeds that are followed, webhooks, and its commands. It has no
 * tables and needs no database.
 * @param now milliseconds since 1970, for the time of the next attempt
 */
export async function startEnrichment(
  config: EnrichmentConfig,
  logger: Logger,
  now: () => number = Date.now,
): Promise<RunningService> {
  const name = "enrichment";
  const bus = await connectBus({ ...busAt(config), name, logger });
  const journal = await openJournal(bus, { logger, syncUnchecked: config.NATS_SYNC_UNCHECKED });
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // each work that waits listens
  const parts = { bus, journal, config, logger, stopping: stopping.signal, now };
  const pages = await startPages(parts);
  const feeds = await startFeeds(parts, pages.fetcher);
  const webhooks = await startWebhooks(parts);
  /** By their names in checks. */
  const workers = { ...pages.workers, ...feeds.workers, ...webhooks.workers };
  const server = await serveCommands(bus, name, [...pages.handlers, ...feeds.handlers], logger);
  return {
    checks: () => ({
      "enrichment bus": bus.connected() ? "ok" : "disconnected",
      ...checksOf(name, workers),
    }),
    stop: () => {
      stopping.abort();
      return stopInOrder(
        [...[server, ...Object.values(workers)].map((worker) => () => worker.stop()), () => webhooks.stopPosting()],
        [pages, feeds].map((part) => () => part.close()),
        () => bus.close(),
      );
    },
  };
}
