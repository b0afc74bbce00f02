import {
  busAt,
  connectBus,
  type Logger,
  openJournal,
  handler,
  openPageJobs,
  type QueueWorker,
  type RunningService,
  serveCommands,
  workQueue,
} from "@satchel/chassis";
import { contextSubjects, FETCH_BACKOFF_MS, StorePageHistory } from "@satchel/contracts";
import type { EnrichmentConfig } from "./config.ts";
import { describeAnew, describeGivenUp } from "./describing/describe-anew.ts";
import { describeLink, giveUp, isImported } from "./describing/describe-link.ts";
import { storeHistory } from "./describing/store-history.ts";
import { illustrate, type PictureQueue, submitPictures } from "./describing/illustrate.ts";
import { type AccountShare, shareBetweenAccounts } from "./describing/share-between-accounts.ts";
import { createExtractor } from "./extraction/extractor.ts";
import { createHostPlaces } from "./fetching/host-places.ts";
import { createFetcher, fetchingWith } from "./fetching/page-fetcher.ts";
import { openPlaceLeases } from "./fetching/place-leases.ts";
import { openSharedAnswers } from "./fetching/shared-answers.ts";
import { checkLink } from "./health/check-link.ts";
import { openMissedPages } from "./health/missed-pages.ts";
import {
  BACKGROUND_PICTURES_AT_ONCE,
  DELIVERIES,
  PAGE_JOB_BACKOFF_MS,
  PAGE_JOB_DELIVERIES,
  PAGE_JOBS_AT_ONCE,
  PICTURES_AT_ONCE,
} from "./limits.ts";
import { openPictureKeeper } from "./pictures/index.ts";

/** Pages read at the same time; reading is short beside fetching. */
const READ_AT_ONCE = 2;
/** A killed worker's page is with another after this long. */
const SILENT_MS = 3000;

/**
 * Pages of imported links fetched at the same time. They have a line of their own: ten thousand of them before it would
 * keep a link that was just saved waiting for half an hour.
 */
const IMPORTED_AT_ONCE = 4;

/**
 * Starts the enrichment service: two work queues over saved links, its command, and the line of pages that are to be described anew or
 * looked after. It has no tables and needs no database.
 * @param now milliseconds since 1970, for when a page is tried again
 */
export async function startEnrichment(
  config: EnrichmentConfig,
  logger: Logger,
  now: () => number = Date.now,
): Promise<RunningService> {
  const name = "enrichment";
  const bus = await connectBus({ ...busAt(config), name, logger });
  const journal = await openJournal(bus, { logger, syncUnchecked: config.NATS_SYNC_UNCHECKED });
  const leases = await openPlaceLeases(bus, logger);
  const fetcher = createFetcher({
    allow: config.FETCH_ALLOW,
    dnsServers: config.DNS_SERVERS,
    userAgent: `Mozilla/5.0 (compatible; Satchel/0.1; +${new URL("/bot", config.PUBLIC_URL).href})`,
    places: createHostPlaces(leases),
    shared: await openSharedAnswers(bus, logger),
  });
  const extractor = createExtractor({ workers: READ_AT_ONCE });
  const pictureFetcher = fetchingWith(fetcher, { followUp: true, share: true });
  const pictures = await openPictureKeeper({
    bus,
    fetcher: pictureFetcher,
    iconServiceUrl: config.ICON_SERVICE_URL,
    logger,
  });
  const jobs = await openPageJobs(bus);
  const depsOf = (queue: PictureQueue, share: AccountShare) => ({
    journal,
    fetcher,
    extractor,
    pictures,
    logger,
    now,
    share,
    submitPictures: submitPictures(jobs, queue),
  });
  const whileSomebodyWaits = depsOf("pictures", shareBetweenAccounts(Math.ceil(config.FETCH_AT_ONCE / 2)));
  // Ten thousand links of one import would only come back again and again.
  const inBackground = depsOf("background-pictures", (_, work) => work());
  /** Describes the links that were imported, or all others, and passes over the rest. */
  const queueOf = (queue: string, concurrency: number, imported: boolean): Promise<QueueWorker> => {
    const deps = imported ? inBackground : whileSomebodyWaits;
    const describe = describeLink(deps);
    const giveUpOn = giveUp(deps);
    return workQueue({
      journal,
      logger,
      name: queue,
      subjects: contextSubjects("links"),
      concurrency,
      silentMs: SILENT_MS,
      backoffMs: FETCH_BACKOFF_MS,
      attempts: DELIVERIES,
      // The page of an imported history was described there, or its import asks for it (decision 63).
      handle: async (event) =>
        event.importedAt === undefined && isImported(event) === imported ? describe(event) : "done",
      again: describeGivenUp(deps),
      onDead: async (event) => {
        if (isImported(event) === imported) await giveUpOn(event);
      },
    });
  };
  const [queue, imports] = await Promise.all([
    queueOf(name, config.FETCH_AT_ONCE, false),
    queueOf(`${name}-imports`, IMPORTED_AT_ONCE, true),
  ]);
  const jobOptions = {
    logger,
    silentMs: SILENT_MS,
    backoffMs: PAGE_JOB_BACKOFF_MS,
    deliveries: PAGE_JOB_DELIVERIES,
  };
  const concurrency = PAGE_JOBS_AT_ONCE;
  const anew = jobs.work({ ...jobOptions, concurrency, kind: "describe", handle: describeAnew(inBackground) });
  const missed = await openMissedPages(bus);
  const check = checkLink({ journal, fetcher, missed, now });
  const health = jobs.work({ ...jobOptions, concurrency, kind: "check", handle: check });
  const shareOfPictures = shareBetweenAccounts(PICTURES_AT_ONCE / 2);
  const keepPictures = illustrate({ journal, pictures, now });
  const shown = jobs.work({
    ...jobOptions,
    concurrency: PICTURES_AT_ONCE,
    kind: "pictures",
    handle: (job) => shareOfPictures(job.userId, () => keepPictures(job)),
  });
  const background = { concurrency: BACKGROUND_PICTURES_AT_ONCE, kind: "background-pictures" } as const;
  const illustrated = jobs.work({ ...jobOptions, ...background, handle: keepPictures });
  const server = await serveCommands(bus, name, [handler(StorePageHistory, storeHistory(inBackground))], logger);
  return {
    name,
    checks: () => ({
      "enrichment bus": bus.connected() ? "ok" : "disconnected",
      "enrichment queue": queue.check(),
      "enrichment imports": imports.check(),
      "enrichment anew": anew.check(),
      "enrichment health": health.check(),
      "enrichment pictures": shown.check(),
      "enrichment background pictures": illustrated.check(),
    }),
    stop: async () => {
      await Promise.all([server, queue, imports, anew, health, shown, illustrated].map((worker) => worker.stop()));
      await Promise.all([fetcher.close(), extractor.close(), pictures.close()]);
      leases.close();
      await bus.close();
    },
  };
}
