import { setMaxListeners } from "node:events";
import {
  busAt,
  checksOf,
  commandClient,
  connectBus,
  type Logger,
  openJournal,
  handler,
  type HandlerResult,
  openDocuments,
  openPageJobs,
  openPictures,
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
  type PageJobKind,
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
import { createFetcher } from "./fetching/page-fetcher.ts";
import { checkLink, openMissedPages } from "./policies/check-link.ts";
import { startWebhooks } from "./policies/webhooks.ts";
import { unsubscribeCommands } from "./commands/unsubscribe.ts";
import { createPoster } from "./fetching/poster.ts";
import { subscriptionCommands } from "./commands/subscriptions.ts";
import { pollFeed } from "./policies/poll-feed.ts";
import { openSubscriptions } from "./store/subscriptions.ts";
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
import { createPictureKeeper } from "./pictures/keep-picture.ts";
import { createReEncoder } from "./pictures/re-encoder.ts";

type HandleJob = (job: PageJob) => Promise<HandlerResult>;

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
  const reEncoder = createReEncoder();
  const pictures = createPictureKeeper({
    fetcher,
    reEncoder,
    pictures: await openPictures(bus),
    iconServiceUrl: config.ICON_SERVICE_URL,
    logger,
  });
  const jobs = await openPageJobs(bus);
  const documents = await openDocuments(bus);
  const gatherer = createGatherer({ fetcher, reEncoder, extractor });
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
  const jobsOf = (kind: PageJobKind, concurrency: number, handle: HandleJob): QueueWorker =>
    jobs.work({
      logger,
      silentMs: SILENT_MS,
      backoffMs: PAGE_JOB_BACKOFF_MS,
      attempts: DELIVERIES,
      kind,
      concurrency,
      handle,
    });
  /** Does jobs of a kind in turns of their accounts. */
  const inTurns = (kind: PageJobKind, atOnce: number, handle: HandleJob): QueueWorker => {
    const accounts = accountQueue(atOnce);
    return jobsOf(kind, accounts.capacity, (job) => accounts.run(job.userId, () => handle(job)));
  };
  const [queue, imports] = await Promise.all([
    queueOf(name, accountQueue(config.FETCH_AT_ONCE), false),
    queueOf(`${name}-imports`, accountQueue(IMPORTED_AT_ONCE, IMPORTED_DEFERRAL_MS), true),
  ]);
  const refetchQueue = accountQueue(PAGE_JOBS_AT_ONCE);
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
  const missed = await openMissedPages(bus);
  const keepPictures = illustrate({ journal, pictures, now });
  const webhooks = await startWebhooks({ bus, journal, config, logger, silentMs: SILENT_MS, now });
  const subscriptions = await openSubscriptions(bus);
  const poll = pollFeed({ subscriptions, journal, fetcher, commands: commandClient(bus, logger), logger, now });
  const polled = accountQueue(FEEDS_AT_ONCE);
  /** By their names in checks. */
  const workers: Readonly<Record<string, QueueWorker>> = {
    queue,
    imports,
    refetch: jobsOf("describe", refetchQueue.capacity, refetchPage(depsOf("background-pictures", refetchQueue))),
    copies,
    parts: inTurns("gather", GATHERED_AT_ONCE, gather),
    "background parts": inTurns("background-gather", BACKGROUND_GATHERED_AT_ONCE, gather),
    health: jobsOf("check", PAGE_JOBS_AT_ONCE, checkLink({ journal, fetcher, missed, now })),
    pictures: inTurns("pictures", PICTURES_AT_ONCE, keepPictures),
    "background pictures": inTurns("background-pictures", BACKGROUND_PICTURES_AT_ONCE, keepPictures),
    feeds: subscriptions.work({
      name: "feed-polls",
      logger,
      concurrency: polled.capacity,
      silentMs: SILENT_MS,
      backoffMs: POLL_BACKOFF_MS,
      handle: (message) => {
        const [, userId, subscriptionId] = message.subject.split(".") as [string, UserId, SubscriptionId];
        return polled.run(userId, () => poll(userId, subscriptionId));
      },
    }),
    ...webhooks.workers,
  };
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
      ...checksOf(name, workers),
    }),
    stop: () => {
      stopping.abort();
      return stopInOrder(
        [...[server, ...Object.values(workers)].map((worker) => () => worker.stop()), () => webhooks.stopPosting()],
        [fetcher, unsubscriber, extractor, reEncoder].map((part) => () => part.close()),
        () => bus.close(),
      );
    },
  };
}
