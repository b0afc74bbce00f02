import { randomUUID } from "node:crypto";
import {
  connectBus,
  createLogger,
  openCopies,
  openCopyTexts,
  openDocuments,
  openJournal,
  openPool,
  ProjectionProgress,
  queriesOver,
} from "@satchel/chassis";
import type { ChangeText, PayloadOf } from "@satchel/contracts";
import { changeText } from "../src/commands/change-text.ts";
import { createCopyMaker } from "../src/making/copy-maker.ts";
import type { ArchiveTables } from "../src/projection/tables.ts";

// Changes a text as the service does, and stops for ever at a moment, at which it is killed.
const { NATS_URL = "", NATS_MONITOR_URL, DATABASE_URL = "", MOMENT = "", CHANGE = "" } = process.env;
const logger = createLogger("killed", "silent");
const bus = await connectBus({ url: NATS_URL, monitorUrl: NATS_MONITOR_URL, name: "killed", logger });
const pool = openPool({ url: DATABASE_URL, name: "killed", logger, connections: 2 });

const stopAt = async (moment: string): Promise<void> => {
  if (moment !== MOMENT) return;
  console.log(`at ${moment}`);
  await new Promise(() => {});
};
const [copies, texts] = [await openCopies(bus, {}), await openCopyTexts(bus)];
const change = changeText({
  journal: await openJournal(bus, { logger }),
  progress: new ProjectionProgress(bus, pool),
  db: queriesOver<ArchiveTables>(pool),
  documents: await openDocuments(bus),
  copies: {
    ...copies,
    put: async (name, bytes) => {
      await stopAt("copies.put");
      await copies.put(name, bytes);
      await stopAt("copies.stored");
    },
  },
  texts: {
    ...texts,
    put: async (...args: Parameters<typeof texts.put>) => {
      await stopAt("texts.put");
      await texts.put(...args);
    },
  },
  maker: createCopyMaker(),
  usualMegabytes: 1024,
});
await change(JSON.parse(CHANGE) as PayloadOf<typeof ChangeText>, { commandId: randomUUID(), retry: false });
await stopAt("answered");
