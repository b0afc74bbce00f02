import { setMaxListeners } from "node:events";
import {
  busAt,
  commandClient,
  connectBus,
  type Logger,
  openJournal,
  handler,
  openDocuments,
  openPageJobs,
  type PageJob,
  type QueueWorker,
  type RunningService,
  serveCommands,
  stopInOrder,
  workQueue,
} from "@satchel/chassis";
import {
  contextSubjects,
  FETCH_BACKOFF_MS,
  StorePageHistory,
  type SubscriptionId,
  UNSUBSCRIBE_MS,
  type UserId,
} from "@satchel/contracts";
import type { EnrichmentConfig } from "./config.ts";
import { type AccountQueue, createAccountQueue } from "./policies/account-queue.ts";
import { refetchPage, refetchGivenUp } from "./policies/refetch-page.ts";
import { describeLink, giveUp, isImported } from "./policies/describe-link.ts";
import { gatherParts } from "./policies/gather.ts";
import { handOver } from "./policies/hand-over.ts";
import { keepAgain } from "./policies/keep-again.ts";
import { createGatherer } from "./gathering/gatherer.ts";
import { storeHistory } from "./commands/store-history.ts";
import { illustrate, type PictureQueue, submitPictures } from "./policies/illustrate.ts";
import { createExtractor } from "./reading/extractor.ts";
import { createFetcher, fetchingWith } from "./fetching/page-fetcher.ts";
import { checkLink } from "./policies/check-link.ts";
import { startWebhooks } from "./policies/webhooks.ts";
import { unsubscribeCommands } from "./commands/unsubscribe.ts";
import { createPoster } from "./fetching/poster.ts";
import { subscriptionCommands } from "./commands/subscriptions.ts";
import { pollFeed } from "./policies/poll-feed.ts";
import { openSubscriptions } from "./store/subscriptions.ts";
import { openMissedPages } from "./store/missed-pages.ts";
import {
  BACKGROUND_GATHERED_AT_ONCE,
  BACKGROUND_PICTURES_AT_ONCE,
  DELIVERIES,
  FEEDS_AT_ONCE,
  GATHERED_AT_ONCE,
  IMPORTED_DEFERRAL_MS,
  PAGE_JOB_BACKOFF_MS,
  PAGE_JOBS_AT_ONCE,
  PICTURES_AT_ONCE,
  POLL_BACKOFF_MS,
  UNSUBSCRIBE_ANSWER_BYTES,
} from "./limits.ts";
import { openPictureKeeper } from "./pictures/index.ts";

/** Pages read at a time; reading is short compared with fetching. */
const READ_AT_ONCE = 2;
/** Milliseconds after which a killed worker's page is redelivered. */
const SILENT_MS = 3000;

/**
 * Pages of imported links fetched at a time. They have their own queue: ten thousand of them would delay a link that
 * was just saved by half an hour.
 */
const IMPORTED_AT_ONCE = 4;

/**
 * Starts the enrichment service: two queues over saved links, its command, the queues of refetch jobs, checks and
 * pictures, feeds that are followed, and webhooks. It has no tables and needs no database.
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
  const fetcher = createFetcher({
    stopping: stopping.signal,
    allow: config.FETCH_ALLOW,
    dnsServers: config.DNS_SERVERS,
    userAgent: `Mozilla/5.0 (compatible; Satchel/0.1; +${new URL("/bot", config.PUBLIC_URL).href})`,
  });
  const extractor = createExtractor({ workers: READ_AT_ONCE });
  const pictureFetcher = fetchingWith(fetcher, { followUp: true });
  const pictures = await openPictureKeeper({
    bus,
    fetcher: pictureFetcher,
    iconServiceUrl: config.ICON_SERVICE_URL,
    logger,
  });
  const jobs = await openPageJobs(bus);
  const documents = await openDocuments(bus);
  const gatherer = createGatherer({ fetcher: pictureFetcher, reEncoder: pictures.reEncoder, extractor });
  const gather = gatherParts({ journal, documents, jobs, gatherer });
  const accountQueue = (concurrency: number, deferralMs?: number): AccountQueue =>
    createAccountQueue(concurrency, stopping.signal, deferralMs);
  const depsOf = (queue: PictureQueue, accounts: AccountQueue) => ({
    journal,
    documents,
    jobs,
    fetcher,
    extractor,
    pictures,
    logger,
    now,
    accounts,
    submitPictures: submitPictures(jobs, queue),
    handOver: handOver({ journal, documents, jobs }, queue === "pictures" ? "gather" : "background-gather"),
    // While somebody waits for the page, the reader's thread starts together with the fetch.
    beforeFetch: queue === "pictures" ? () => extractor.prepare() : () => undefined,
  });
  /** Describes imported links, or all others, and skips the rest. */
  const queueOf = (queue: string, accounts: AccountQueue, imported: boolean): Promise<QueueWorker> => {
    const deps = depsOf(imported ? "background-pictures" : "pictures", accounts);
    const describe = describeLink(deps);
    const giveUpOn = giveUp(deps);
    return workQueue({
      journal,
      logger,
      name: queue,
      subjects: contextSubjects("links"),
      concurrency: accounts.capacity,
      silentMs: SILENT_MS,
      backoffMs: FETCH_BACKOFF_MS,
      attempts: DELIVERIES,
      // An imported history brings its own description, or its import submits a job (decision 17).
      handle: async (event) =>
        event.importedAt === undefined && isImported(event) === imported ? describe(event) : "done",
      again: refetchGivenUp(deps),
      onDead: async (event) => {
        if (isImported(event) === imported) await giveUpOn(event);
      },
    });
  };
  const [queue, imports] = await Promise.all([
    queueOf(name, accountQueue(config.FETCH_AT_ONCE), false),
    queueOf(`${name}-imports`, accountQueue(IMPORTED_AT_ONCE, IMPORTED_DEFERRAL_MS), true),
  ]);
  const jobOptions = {
    logger,
    silentMs: SILENT_MS,
    backoffMs: PAGE_JOB_BACKOFF_MS,
    attempts: DELIVERIES,
  };
  const refetchQueue = accountQueue(PAGE_JOBS_AT_ONCE);
  const refetches = jobs.work({
    ...jobOptions,
    concurrency: refetchQueue.capacity,
    kind: "describe",
    handle: refetchPage(depsOf("background-pictures", refetchQueue)),
  });
  const copyQueue = accountQueue(PAGE_JOBS_AT_ONCE);
  const copies = await workQueue({
    journal,
    logger,
    name: `${name}-copies`,
    subjects: contextSubjects("archive"),
    concurrency: copyQueue.capacity,
    silentMs: SILENT_MS,
    backoffMs: FETCH_BACKOFF_MS,
    attempts: DELIVERIES,
    handle: keepAgain(depsOf("pictures", copyQueue), gather),
  });
  const gatherOf = (kind: "gather" | "background-gather", atOnce: number): QueueWorker => {
    const accounts = accountQueue(atOnce);
    const handle = (job: PageJob) => accounts.run(job.userId, () => gather(job));
    return jobs.work({ ...jobOptions, concurrency: accounts.capacity, kind, handle });
  };
  const gathered = gatherOf("gather", GATHERED_AT_ONCE);
  const gatheredLater = gatherOf("background-gather", BACKGROUND_GATHERED_AT_ONCE);
  const missed = await openMissedPages(bus);
  const check = checkLink({ journal, fetcher, missed, now });
  const health = jobs.work({ ...jobOptions, concurrency: PAGE_JOBS_AT_ONCE, kind: "check", handle: check });
  const keepPictures = illustrate({ journal, pictures, now });
  const picturesOf = (kind: PictureQueue, atOnce: number): QueueWorker => {
    const accounts = accountQueue(atOnce);
    const handle = (job: PageJob) => accounts.run(job.userId, () => keepPictures(job));
    return jobs.work({ ...jobOptions, concurrency: accounts.capacity, kind, handle });
  };
  const shown = picturesOf("pictures", PICTURES_AT_ONCE);
  const illustrated = picturesOf("background-pictures", BACKGROUND_PICTURES_AT_ONCE);
  const webhooks = await startWebhooks({ bus, journal, config, logger, silentMs: SILENT_MS, now });
  const subscriptions = await openSubscriptions(bus);
  const poll = pollFeed({ subscriptions, journal, fetcher, commands: commandClient(bus, logger), logger, now });
  const polled = accountQueue(FEEDS_AT_ONCE);
  const feeds = subscriptions.work({
    name: "feed-polls",
    logger,
    concurrency: polled.capacity,
    silentMs: SILENT_MS,
    backoffMs: POLL_BACKOFF_MS,
    handle: (message) => {
      const [, userId, subscriptionId] = message.subject.split(".") as [string, UserId, SubscriptionId];
      return polled.run(userId, () => poll(userId, subscriptionId));
    },
  });
  const commands = { journal, submitPictures: submitPictures(jobs, "background-pictures") };
  // No private address is allowed, whatever webhooks may reach: strangers choose these.
  const unsubscriber = createPoster({
    allow: [],
    dnsServers: config.DNS_SERVERS,
    userAgent: `Satchel/0.1 (+${new URL("/bot", config.PUBLIC_URL).href})`,
    timeLimitMs: UNSUBSCRIBE_MS,
    answerBytes: UNSUBSCRIBE_ANSWER_BYTES,
  });
  const handlers = [
    handler(StorePageHistory, storeHistory(commands)),
    ...subscriptionCommands({ subscriptions, fetcher, now }),
    ...unsubscribeCommands({ journal, poster: unsubscriber, logger }),
  ];
  const server = await serveCommands(bus, name, handlers, logger);
  return {
    name,
    checks: () => ({
      "enrichment bus": bus.connected() ? "ok" : "disconnected",
      "enrichment queue": queue.check(),
      "enrichment imports": imports.check(),
      "enrichment refetch": refetches.check(),
      "enrichment copies": copies.check(),
      "enrichment parts": gathered.check(),
      "enrichment background parts": gatheredLater.check(),
      "enrichment health": health.check(),
      "enrichment pictures": shown.check(),
      "enrichment background pictures": illustrated.check(),
      "enrichment feeds": feeds.check(),
      ...webhooks.checks(),
    }),
    stop: () => {
      stopping.abort();
      return stopInOrder(
        [
          server,
          queue,
          imports,
          refetches,
          copies,
          gathered,
          gatheredLater,
          health,
          shown,
          illustrated,
          feeds,
          webhooks,
        ].map((worker) => () => worker.stop()),
        [fetcher, unsubscriber, extractor, pictures].map((part) => () => part.close()),
        () => bus.close(),
      );
    },
  };
}
