import {
  connectBus,
  type Logger,
  openJournal,
  openPictures,
  type QueueWorker,
  type RunningService,
  workQueue,
} from "@satchel/chassis";
import { contextSubjects, FETCH_ATTEMPTS, FETCH_BACKOFF_MS } from "@satchel/contracts";
import type { EnrichmentConfig } from "./config.ts";
import { describeLink, giveUp, isImported } from "./describing/describe-link.ts";
import { createExtractor } from "./extraction/extractor.ts";
import { createFetcher } from "./fetching/page-fetcher.ts";

/** Pages read at the same time; reading is short beside fetching. */
const READ_AT_ONCE = 2;
/** A killed worker's page is with another after this long. */
const SILENT_MS = 3000;

/**
 * Pages of imported links fetched at the same time. They have a line of their own: ten thousand of them before it would
 * keep a link that was just saved waiting for half an hour.
 */
const IMPORTED_AT_ONCE = 4;

/** Starts the enrichment service: two work queues over saved links. It has no tables and needs no database. */
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
  const describe = describeLink(deps);
  const giveUpOn = giveUp(deps);
  /** Describes the links that were imported, or all others, and passes over the rest. */
  const queueOf = (queue: string, concurrency: number, imported: boolean): Promise<QueueWorker> =>
    workQueue({
      journal,
      logger,
      name: queue,
      subjects: contextSubjects("links"),
      concurrency,
      silentMs: SILENT_MS,
      backoffMs: FETCH_BACKOFF_MS,
      attempts: FETCH_ATTEMPTS,
      handle: async (event, attempt) => (isImported(event) === imported ? describe(event, attempt) : "done"),
      onDead: async (event, reason, attempts) => {
        if (isImported(event) === imported) await giveUpOn(event, reason, attempts);
      },
    });
  const [queue, imports] = await Promise.all([
    queueOf(name, config.FETCH_AT_ONCE, false),
    queueOf(`${name}-imports`, IMPORTED_AT_ONCE, true),
  ]);
  return {
    name,
    checks: () => ({
      "enrichment bus": bus.connected() ? "ok" : "disconnected",
      "enrichment queue": queue.check(),
      "enrichment imports": imports.check(),
    }),
    stop: async () => {
      await Promise.all([queue.stop(), imports.stop()]);
      await Promise.all([fetcher.close(), extractor.close()]);
      await bus.close();
    },
  };
}
