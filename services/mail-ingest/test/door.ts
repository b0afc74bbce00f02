import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import {
  addressKey,
  type Bus,
  connectBus,
  createLogger,
  type Journal,
  normaliseAddress,
  openJournal,
  type StoredEvent,
} from "@satchel/chassis";
import { AddressClaimed, addressSubject, type UserId, userSubjects } from "@satchel/contracts";
import { startTestNats, tempDir, type TestNats } from "@satchel/testing";
import { type MailIngest, readMailIngestConfig, startMailIngest } from "../src/index.ts";

export const ADDRESS_KEY = "a key that only these tests know, and long enough";

/** A running SMTP server with its own NATS server, and access to the journal. */
export interface Door {
  readonly nats: TestNats;
  readonly mail: MailIngest;
  readonly journal: Journal;
  /** The lines that were logged so far. */
  readonly log: readonly string[];
  /** Makes an account that owns the address. */
  claim(address: string): Promise<UserId>;
  /** The events of a user's mails in the journal. */
  events(userId: UserId): Promise<StoredEvent[]>;
  stop(): Promise<void>;
}

/** The environment of an SMTP server on any free port of loopback. */
export const environment = async (
  nats: TestNats,
  more: Record<string, string> = {},
): Promise<Record<string, string>> => ({
  NATS_URL: nats.url,
  NATS_MONITOR_URL: nats.monitorUrl,
  SMTP_PORT: "0",
  SAVE_ADDRESS: "save@satchel.example",
  ADDRESS_KEY,
  MAIL_RUN_DIR: await tempDir(),
  ...more,
});

/** @param idleMs milliseconds without a connection after which Haraka is ended */
export async function openDoor(more: Record<string, string> = {}, idleMs?: number): Promise<Door> {
  const nats = await startTestNats();
  const log: string[] = [];
  const logger = createLogger("test", "trace", { write: (line) => void log.push(line) });
  const bus: Bus = await connectBus({ url: nats.url, name: "test", logger, monitorUrl: nats.monitorUrl });
  const journal = await openJournal(bus, { logger });
  const mail = startMailIngest(readMailIngestConfig(await environment(nats, more)), logger, idleMs);
  await mail.ready;
  return {
    nats,
    mail,
    journal,
    log,
    claim: (address) => claim(journal, address),
    events: async (userId) => {
      const events: StoredEvent[] = [];
      for await (const event of journal.readUser(userId)) events.push(event);
      return events.filter(({ subject }) => subject.startsWith(userSubjects(userId).replace(">", "mail.")));
    },
    stop: async () => {
      await mail.stop();
      await bus.close();
    },
  };
}

async function claim(journal: Journal, text: string): Promise<UserId> {
  const address = normaliseAddress(text);
  if (address === undefined) throw new Error(`${text} is no address`);
  const userId = randomUUID() as UserId;
  const event = { id: randomUUID(), type: AddressClaimed.type, data: { userId } };
  await journal.append({ subject: addressSubject(addressKey(ADDRESS_KEY, address)), event, expected: 0 });
  return userId;
}

/** The process that runs Haraka with an instance folder. */
export async function pidOfHaraka(folder: string): Promise<number> {
  for (const name of await readdir("/proc")) {
    const command = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (/^\d+$/.test(name) && command.includes("bin/haraka") && command.includes(folder)) return Number(name);
  }
  throw new Error(`There is no Haraka of ${folder}`);
}
