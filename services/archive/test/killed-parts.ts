import {
  type BlobStore,
  connectBus,
  createLogger,
  openCopies,
  openCopyTexts,
  openDocuments,
  openJournal,
  openPool,
  queriesOver,
} from "@satchel/chassis";
import { createCopyMaker } from "../src/making/copy-maker.ts";
import type { ArchiveTables } from "../src/projection/tables.ts";

// What a program needs to make copies as the service does, until the moment at which it waits to be killed.
const { NATS_URL = "", NATS_MONITOR_URL, DATABASE_URL = "", MOMENT = "" } = process.env;
export const logger = createLogger("killed", "silent");
export const bus = await connectBus({ url: NATS_URL, monitorUrl: NATS_MONITOR_URL, name: "killed", logger });
export const pool = openPool({ url: DATABASE_URL, name: "killed", logger, connections: 2 });

/** Ends the work at the moment that `MOMENT` names: the program stays, and the test kills it. */
export const stopAt = async (moment: string): Promise<void> => {
  if (moment !== MOMENT) return;
  console.log(`at ${moment}`);
  await new Promise(() => {});
};

const [stored, storedTexts] = [await openCopies(bus, {}), await openCopyTexts(bus)];
const copies: BlobStore = {
  ...stored,
  put: async (name, bytes) => {
    await stopAt("copies.put");
    await stored.put(name, bytes);
    await stopAt("copies.stored");
  },
};
const texts = {
  ...storedTexts,
  put: async (...args: Parameters<typeof storedTexts.put>) => {
    await stopAt("texts.put");
    await storedTexts.put(...args);
  },
};
export const parts = {
  journal: await openJournal(bus, { logger }),
  db: queriesOver<ArchiveTables>(pool),
  documents: await openDocuments(bus),
  copies,
  texts,
  maker: createCopyMaker(),
};
