import {
  type AccountQueue,
  createAccountQueue,
  handler,
  type HandlerResult,
  openDocuments,
  openPageJobs,
  openPictures,
  type PageJob,
  type QueueWorker,
  stopInOrder,
  workQueue,
} from "@satchel/chassis";
import { contextSubjects, FETCH_BACKOFF_MS, type PageJobKind, StorePageHistory } from "@satchel/contracts";
import { storeHistory } from "../commands/store-history.ts";
import { createFetcher } from "../fetching/page-fetcher.ts";
import { createGatherer } from "../gathering/gatherer.ts";
import {
  BACKGROUND_GATHERED_AT_ONCE,
  BACKGROUND_PICTURES_AT_ONCE,
  DELIVERIES,
  GATHERED_AT_ONCE,
  IMPORTED_AT_ONCE,
  IMPORTED_DEFERRAL_MS,
  PAGE_JOB_BACKOFF_MS,
  PAGE_JOBS_AT_ONCE,
  PICTURES_AT_ONCE,
  READ_AT_ONCE,
  SILENT_MS,
} from "../limits.ts";
import { createPictureKeeper } from "../pictures/keep-picture.ts";
import { createReEncoder } from "../pictures/re-encoder.ts";
import { createExtractor } from "../reading/extractor.ts";
import { checkLink, openMissedPages } from "./check-link.ts";
import { describeLink, giveUp, isImported } from "./describe-link.ts";
import { gatherParts } from "./gather.ts";
import { handOver } from "./hand-over.ts";
import { illustrate, type PictureQueue, submitPictures } from "./illustrate.ts";
import { keepAgain } from "./keep-again.ts";
import type { ServiceParts } from "./parts.ts";
import { refetchGivenUp, refetchPage } from "./refetch-page.ts";

/** What pages are fetched and read with, and where what they bring is stored. */
type PageTools = Awaited<ReturnType<typeof openPageTools>>;

/** Pages: two queues over saved links, one over copies that are made again, and the queues of jobs about pages. */
export async function startPages(parts: ServiceParts) {
  const { bus, journal, logger, config, stopping, now } = parts;
  const tools = await openPageTools(parts);
  const { jobs, fetcher, pictures, extractor, reEncoder } = tools;
  const accountQueue = (concurrency: number, deferralMs?: number): AccountQueue =>
    createAccountQueue(concurrency, stopping, deferralMs);
  const jobsOf = (kind: PageJobKind, concurrency: number, handle: HandleJob, also: PageJobKind[] = []): QueueWorker =>
    jobs.work({
      logger,
      silentMs: SILENT_MS,
      backoffMs: PAGE_JOB_BACKOFF_MS,
      attempts: DELIVERIES,
      kind,
      also,
      concurrency,
      handle,
    });
  /** Does jobs of a kind in turns of their accounts. */
  const inTurns = (kind: PageJobKind, atOnce: number, handle: HandleJob, also?: PageJobKind[]): QueueWorker => {
    const accounts = accountQueue(atOnce);
    return jobsOf(kind, accounts.capacity, (job) => accounts.run(job.userId, () => handle(job)), also);
  };
  const gather = gatherParts({ ...tools, gatherer: createGatherer({ fetcher, reEncoder, extractor }) });
  const keepPictures = illustrate({ journal, pictures, now });
  const [queue, imports] = await Promise.all([
    describeLinks(tools, "enrichment", accountQueue(config.FETCH_AT_ONCE), false),
    describeLinks(tools, "enrichment-imports", accountQueue(IMPORTED_AT_ONCE, IMPORTED_DEFERRAL_MS), true),
  ]);
  const refetchQueue = accountQueue(PAGE_JOBS_AT_ONCE);
  const copyQueue = accountQueue(PAGE_JOBS_AT_ONCE);
  const copies = await workQueue({
    ...queueSettings(tools),
    name: "enrichment-copies",
    subjects: contextSubjects("archive"),
    concurrency: copyQueue.capacity,
    handle: keepAgain(depsOf(tools, "pictures", copyQueue), gather),
  });
  return {
    fetcher,
    workers: {
      queue,
      imports,
      refetch: jobsOf(
        "describe",
        refetchQueue.capacity,
        refetchPage(depsOf(tools, "background-pictures", refetchQueue)),
      ),
      copies,
      parts: inTurns("gather", GATHERED_AT_ONCE, gather, ["requested-gather"]),
      "background parts": inTurns("background-gather", BACKGROUND_GATHERED_AT_ONCE, gather),
      health: jobsOf(
        "check",
        PAGE_JOBS_AT_ONCE,
        checkLink({ journal, fetcher, missed: await openMissedPages(bus), now }),
      ),
      pictures: inTurns("pictures", PICTURES_AT_ONCE, keepPictures),
      "background pictures": inTurns("background-pictures", BACKGROUND_PICTURES_AT_ONCE, keepPictures),
    },
    handlers: [
      handler(StorePageHistory, storeHistory({ journal, submitPictures: submitPictures(jobs, "background-pictures") })),
    ],
    close: () => stopInOrder([fetcher, extractor, reEncoder].map((part) => () => part.close())),
  };
}

type HandleJob = (job: PageJob) => Promise<HandlerResult>;

async function openPageTools({ bus, journal, config, logger, stopping, now }: ServiceParts) {
  const fetcher = createFetcher({
    stopping,
    allow: config.FETCH_ALLOW,
    dnsServers: config.DNS_SERVERS,
    userAgent: `Mozilla/5.0 (compatible; Satchel/0.1; +${new URL("/bot", config.PUBLIC_URL).href})`,
  });
  const reEncoder = createReEncoder();
  const pictures = createPictureKeeper({
    fetcher,
    reEncoder,
    pictures: await openPictures(bus),
    iconServiceUrl: config.ICON_SERVICE_URL,
    logger,
  });
  return {
    journal,
    logger,
    now,
    fetcher,
    extractor: createExtractor({ workers: READ_AT_ONCE }),
    reEncoder,
    pictures,
    jobs: await openPageJobs(bus),
    documents: await openDocuments(bus),
  };
}

/** What describing a page needs, for pages of one queue. */
const depsOf = (tools: PageTools, queue: PictureQueue, accounts: AccountQueue) => ({
  ...tools,
  accounts,
  submitPictures: submitPictures(tools.jobs, queue),
  handOver: handOver(tools, queue === "pictures" ? "gather" : "background-gather"),
  // While somebody waits for the page, the reader's process starts together with the fetch.
  beforeFetch: queue === "pictures" ? () => tools.extractor.prepare() : () => undefined,
});

const queueSettings = ({ journal, logger }: PageTools) => ({
  journal,
  logger,
  silentMs: SILENT_MS,
  backoffMs: FETCH_BACKOFF_MS,
  attempts: DELIVERIES,
});

/** Starts the queue that describes imported links, or that of all others; it skips the rest. */
function describeLinks(
  tools: PageTools,
  name: string,
  accounts: AccountQueue,
  imported: boolean,
): Promise<QueueWorker> {
  const deps = depsOf(tools, imported ? "background-pictures" : "pictures", accounts);
  const describe = describeLink(deps);
  const giveUpOn = giveUp(deps);
  return workQueue({
    ...queueSettings(tools),
    name,
    subjects: contextSubjects("links"),
    concurrency: accounts.capacity,
    // An imported history brings its own description, or its import submits a job (decision 17).
    handle: async (event) =>
      event.importedAt === undefined && isImported(event) === imported ? describe(event) : "done",
    again: refetchGivenUp(deps),
    onDead: async (event) => {
      if (isImported(event) === imported) await giveUpOn(event);
    },
  });
}
