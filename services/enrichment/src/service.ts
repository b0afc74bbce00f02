import { connectBus, type Logger, openJournal, openPictures, type RunningService, workQueue } from "@satchel/chassis";
import { contextSubjects, FETCH_ATTEMPTS, FETCH_BACKOFF_MS } from "@satchel/contracts";
import type { EnrichmentConfig } from "./config.ts";
import { describeLink, giveUp } from "./describing/describe-link.ts";
import { createExtractor } from "./extraction/extractor.ts";
import { createFetcher } from "./fetching/page-fetcher.ts";

/** Pages read at the same time; reading is short beside fetching. */
const READ_AT_ONCE = 2;
/** A killed worker's page is with another after this long. */
const SILENT_MS = 3000;

/** Starts the enrichment service: a work queue over saved links. It has no tables and needs no database. */
export async function startEnrichment(config: EnrichmentConfig, logger: Logger): Promise<RunningService> {
  const name = "enrichment";
  const bus = await connectBus({ url: config.NATS_URL, monitorUrl: config.NATS_MONITOR_URL, name, logger });
  const journal = await openJournal(bus, { logger, syncUnchecked: config.NATS_SYNC_UNCHECKED });
  const fetcher = createFetcher({
    allow: config.FETCH_ALLOW,
    dnsServers: config.DNS_SERVERS,
    userAgent: `Mozilla/5.0 (compatible; Satchel/0.1; +${config.PUBLIC_URL})`,
  });
  const extractor = createExtractor({ workers: READ_AT_ONCE });
  const deps = { journal, fetcher, extractor, pictures: await openPictures(bus), logger };
  const queue = await workQueue({
    journal,
    logger,
    name,
    subjects: contextSubjects("links"),
    concurrency: config.FETCH_AT_ONCE,
    silentMs: SILENT_MS,
    backoffMs: FETCH_BACKOFF_MS,
    attempts: FETCH_ATTEMPTS,
    handle: describeLink(deps),
    onDead: giveUp(deps),
  });
  return {
    name,
    checks: () => ({ "enrichment bus": bus.connected() ? "ok" : "disconnected", "enrichment queue": queue.check() }),
    stop: async () => {
      await queue.stop();
      await Promise.all([fetcher.close(), extractor.close()]);
      await bus.close();
    },
  };
}
