import {
  type BlobStore,
  connectBus,
  createLogger,
  openCopies,
  openCopyTexts,
  openDocuments,
  openJournal,
  openPageJobs,
  openPool,
  queriesOver,
  recreateSchema,
} from "@satchel/chassis";
import { JOB_BACKOFF_MS, JOB_SILENT_MS, JOBS_AT_ONCE } from "../src/limits.ts";
import { createCopyMaker } from "../src/making/copy-maker.ts";
import { keepPage } from "../src/policies/keep-page.ts";
import { archiveProjection } from "../src/projection/projection.ts";
import type { ArchiveTables } from "../src/projection/tables.ts";

// Makes copies as the service does, and stops for ever at a moment, at which it is killed.
const { NATS_URL = "", NATS_MONITOR_URL, DATABASE_URL = "", MOMENT = "" } = process.env;
const logger = createLogger("killed", "silent");
const bus = await connectBus({ url: NATS_URL, monitorUrl: NATS_MONITOR_URL, name: "killed", logger });
const journal = await openJournal(bus, { logger });
const pool = openPool({ url: DATABASE_URL, name: "killed", logger, connections: 2 });
await recreateSchema(pool, archiveProjection, "archive");

const stopAt = async (moment: string): Promise<void> => {
  if (moment !== MOMENT) return;
  console.log(`at ${moment}`);
  await new Promise(() => {});
};
const [copies, texts] = [await openCopies(bus, {}), await openCopyTexts(bus)];
const stoppingCopies: BlobStore = {
  ...copies,
  put: async (name, bytes) => {
    await stopAt("copies.put");
    await copies.put(name, bytes);
    await stopAt("copies.stored");
  },
};
const stoppingTexts = {
  ...texts,
  put: async (...args: Parameters<typeof texts.put>) => {
    await stopAt("texts.put");
    await texts.put(...args);
  },
};
(await openPageJobs(bus)).work({
  kind: "keep",
  logger,
  concurrency: JOBS_AT_ONCE,
  silentMs: JOB_SILENT_MS,
  backoffMs: JOB_BACKOFF_MS,
  handle: keepPage({
    journal,
    db: queriesOver<ArchiveTables>(pool),
    documents: await openDocuments(bus),
    copies: stoppingCopies,
    texts: stoppingTexts,
    maker: createCopyMaker(),
    logger,
    usualMegabytes: 1024 ** 3,
  }),
});
console.log("started");
