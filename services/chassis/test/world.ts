import { atEnd, createTestDatabase, startTestNats, type TestDatabase, type TestNats } from "@satchel/testing";
import type { Pool } from "pg";
import { type Bus, connectBus } from "../src/bus/connect.ts";
import { openPool } from "../src/database.ts";
import { type Journal, openJournal } from "../src/journal/journal.ts";
import { createLogger, type Logger } from "../src/logging.ts";

/** Logs of the parts under test: silent, or `TEST_LOG_LEVEL=debug` to look at what happens. */
export const testLogger = (): Logger => createLogger("test", process.env.TEST_LOG_LEVEL ?? "silent");

/** A bus and the journal on it. */
export interface JournalWorld {
  readonly nats: TestNats;
  readonly bus: Bus;
  readonly journal: Journal;
  readonly logger: Logger;
}

/** A NATS server of this test file's own with an empty journal. */
export async function openJournalWorld(): Promise<JournalWorld> {
  const nats = await startTestNats();
  return { nats, ...(await joinJournal(nats)) };
}

/** One more client of a server, as another process would be. */
export async function joinJournal({
  url,
  monitorUrl,
  copies = 1,
}: Pick<TestNats, "url" | "monitorUrl"> & { readonly copies?: number }): Promise<Omit<JournalWorld, "nats">> {
  const logger = testLogger();
  const bus = await connectBus({ url, monitorUrl, copies, name: "test", logger });
  atEnd(() => bus.close());
  return { bus, logger, journal: await openJournal(bus, { logger }) };
}

/** What a projection or a command service stands on. */
export interface World extends JournalWorld {
  readonly database: TestDatabase;
  readonly databaseUrl: string;
  readonly pool: Pool;
}

/** A NATS server and a database of this test file's own, both empty. */
export async function openWorld(): Promise<World> {
  const [journalWorld, database] = await Promise.all([openJournalWorld(), createTestDatabase()]);
  const pool = openPool({ url: database.url, name: "test", logger: journalWorld.logger, connections: 5 });
  atEnd(() => pool.end());
  return { ...journalWorld, database, databaseUrl: database.url, pool };
}

/** What a child process needs to join a world. */
export const worldEnv = ({ nats, databaseUrl }: World): Record<string, string> => ({
  NATS_URL: nats.url,
  NATS_MONITOR_URL: nats.monitorUrl,
  DATABASE_URL: databaseUrl,
});
