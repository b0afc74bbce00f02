import { randomUUID } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import {
  type Bus,
  connectBus,
  createLogger,
  type Journal,
  listErased,
  openErasures,
  openJournal,
  openPictures,
  openRecords,
  serveCommands,
  type StoredEvent,
  workQueue,
} from "@satchel/chassis";
import { aggregateSubject, BACKED_UP, JOURNAL, RESTORING, type UserId } from "@satchel/contracts";
import { atEnd, eventually, addSpareStream, SPARE_STREAM, startTestNats, tempDir } from "@satchel/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { DamagedBackup } from "./archive.ts";
import { WrongKey } from "./encryption.ts";
import { RestoreRefused, restoreBackup } from "./restore.ts";
import { restoreStream, snapshot } from "./snapshot.ts";
import { takeBackup } from "./take.ts";
import { writeArchive } from "./write.ts";

const logger = createLogger("test", "silent");
const folder = await tempDir();

async function openBus(): Promise<Bus> {
  const nats = await startTestNats();
  const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "test", logger });
  atEnd(() => bus.close());
  return bus;
}
const [source, target] = await Promise.all([openBus(), openBus()]);
const [sourceJsm, jsm] = await Promise.all([jetstreamManager(source.nc), jetstreamManager(target.nc)]);
const journal = await openJournal(source, { logger });
await addSpareStream(jsm);
const anna = randomUUID() as UserId;

async function register(at: Journal, userId: UserId): Promise<void> {
  const event = { id: randomUUID(), type: "AccountRegistered", data: { address: `${userId}@post.example` } };
  await at.append({ subject: aggregateSubject(userId, "identity"), event, expected: 0 });
}

const eventsOf = async (at: Journal, userId: UserId): Promise<StoredEvent[]> => {
  const all: StoredEvent[] = [];
  for await (const event of at.readUser(userId)) all.push(event);
  return all;
};

let count = 0;
const newFile = (): string => join(folder, `backup-${++count}`);
const take = async (options: Partial<Parameters<typeof takeBackup>[0]> = {}): Promise<string> => {
  const file = newFile();
  await takeBackup({ bus: source, file, holds: "everything", ...options });
  return file;
};
const nothing = async (): Promise<void> => undefined;
const restore = (file: string, options: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
  restoreBackup({ bus: target, file, force: false, erasures: [], accept: nothing, prepare: nothing, ...options });
/** All but the one that stays. */
const streams = async (): Promise<string[]> => {
  const names: string[] = [];
  for await (const name of jsm.streams.names()) if (name !== SPARE_STREAM) names.push(name);
  return names.sort();
};

await register(journal, anna);
for (let i = 0; i < 20; i++) await register(journal, randomUUID() as UserId);
await journal.eraseEvents([5, 6]);
const credentials = await openRecords<{ n: number }>(source, "credentials");
await credentials.change(anna, () => ({ put: { n: 1 }, outcome: undefined }));
const sessions = await openRecords<{ n: number }>(source, "sessions");
await sessions.change(anna, () => ({ put: { n: 1 }, outcome: undefined }));
const picture = { type: "image/webp", small: new Uint8Array(300_000).fill(7) };
const key = await (await openPictures(source)).put(picture);

beforeEach(async () => {
  for (const name of await streams()) await jsm.streams.delete(name);
});

describe("given a backup", () => {
  test("when it is restored into an empty bus, then sequences, times, gaps, ids, records and pictures are as they were, and sessions are gone", async () => {
    const file = await take();

    await restore(file);

    const back = await openJournal(target, { logger });
    const [was, is] = [await journal.info(), await back.info()];
    expect(is.state).toMatchObject({ ...was.state, consumer_count: is.state.consumer_count });
    expect([is.created, is.state.num_deleted]).toEqual([was.created, 2]);
    expect(is.config.metadata?.["satchel-restored"]).toBeDefined();
    expect(await eventsOf(back, anna)).toEqual(await eventsOf(journal, anna));
    expect(await (await openRecords(target, "credentials")).get(anna)).toEqual({ n: 1 });
    expect(await (await openRecords(target, "sessions")).get(anna)).toBeUndefined();
    expect((await (await openPictures(target)).get(key, "small"))?.bytes).toEqual(Buffer.from(picture.small));
    expect(await streams()).not.toContain(RESTORING);
  });

  test("when it is restored, then a queue continues after its finished work, and its worker finds it", async () => {
    const name = "some-queue";
    const done: number[] = [];
    const work = (at: Journal, until: number, seen: number[]) =>
      workQueue({
        journal: at,
        logger,
        name,
        subjects: ["journal.*.*.identity"],
        concurrency: 1,
        silentMs: 3000,
        backoffMs: [100],
        handle: async ({ sequence }) => {
          if (sequence > until) return { retryIn: 60_000 };
          seen.push(sequence);
          return "done";
        },
      });
    const first = await work(journal, 10, done);
    await eventually(() => expect(done).toContain(10));
    await eventually(async () => expect((await sourceJsm.consumers.info(JOURNAL, name)).ack_floor.stream_seq).toBe(10));
    await first.stop();
    const file = await take();
    await sourceJsm.consumers.delete(JOURNAL, name);

    await restore(file);
    const again: number[] = [];
    const second = await work(await openJournal(target, { logger }), Number.POSITIVE_INFINITY, again);

    await eventually(() =>
      expect(again.toSorted((a, b) => a - b)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]),
    );
    await second.stop();
  });

  test("when it was taken while events were appended, then it has all earlier events and no gap", async () => {
    let stop = false;
    const before = (await journal.info()).state.last_seq;
    const writing = (async () => {
      while (!stop) await register(journal, randomUUID() as UserId);
    })();
    const file = await take();
    stop = true;
    await writing;

    await restore(file);

    const { state } = await (await openJournal(target, { logger })).info();
    expect(state.last_seq).toBeGreaterThanOrEqual(before);
    expect(state.last_seq - state.first_seq + 1 - (state.num_deleted ?? 0)).toBe(state.messages);
    expect(state.num_deleted).toBe(2);
  });

  test("when the bus has data already, then a restore is refused; a forced one replaces the data, and erased users stay erased", async () => {
    const file = await take();
    const theirs = await openJournal(target, { logger });
    const bert = randomUUID() as UserId;
    await register(theirs, bert);
    await (await openErasures(target)).add(bert);

    await expect(restore(file)).rejects.toThrow(RestoreRefused);
    expect(await eventsOf(theirs, bert)).toHaveLength(1);

    await restore(file, { force: true });
    expect(await eventsOf(theirs, bert)).toEqual([]);
    expect(await eventsOf(theirs, anna)).toHaveLength(1);
    expect(await listErased(jsm)).toEqual([bert]);
  });

  test("when a service runs on the bus, then it is refused", async () => {
    const file = await take();
    const commands = await serveCommands(target, "links", [], logger);
    await expect(restore(file, { force: true })).rejects.toThrow("Satchel runs on this bus");
    await commands.stop();
    await restore(file);
  });

  test("when a restore was interrupted, then the journal can't be opened until the restore is repeated", async () => {
    const file = await take();
    const killed = new Error("killed");
    await expect(restore(file, { prepare: () => Promise.reject(killed) })).rejects.toBe(killed);
    await expect(openJournal(target, { logger })).rejects.toThrow("A backup is being restored");
    // The server waits for the rest of a stream that nobody sends any more.
    const { config, state, pieces } = await snapshot(source.nc, JOURNAL);
    const half = await restoreStream(target, { name: JOURNAL, config, state });
    for await (const piece of pieces) await half.take(piece.subarray(0, 10));

    await restore(file);
    expect(await eventsOf(await openJournal(target, { logger }), anna)).toHaveLength(1);
  });

  test.each([
    ["cut off", (octets: Buffer) => octets.subarray(0, octets.length - 100)],
    // The lowest bit of an octet, whatever it was.
    ["altered in its middle", (octets: Buffer) => octets.fill((octets[5000] ?? 0) ^ 1, 5000, 5001)],
  ])("when it is %s, then it is refused before anything is changed", async (_, change) => {
    const file = newFile();
    await writeFile(file, change(await readFile(await take())));
    await expect(restore(file, { force: true })).rejects.toThrow(DamagedBackup);
    expect(await streams()).toEqual([]);
  });

  test("when the key is wrong, then it is refused before anything is changed", async () => {
    const file = await take({ lock: { kind: "passphrase", passphrase: "right", workFactor: 10 } });
    await expect(restore(file, { key: { kind: "passphrase", passphrase: "wrong" } })).rejects.toThrow(WrongKey);
    expect(await streams()).toEqual([]);
    await restore(file, { key: { kind: "passphrase", passphrase: "right" } });
    expect(await streams()).toContain(JOURNAL);
  });

  test("when a user was erased after it, then a later list of erasures keeps that user erased", async () => {
    const file = await take();
    await (await openErasures(source)).add(anna);
    const later = await take({ holds: "erasures" });

    await restore(file, { erasures: [later] });
    expect(await listErased(jsm)).toContain(anna);
    await expect(restore(later, { force: true })).rejects.toThrow("the list of erasures alone");
  });
});

test("given an archive with a stream that a backup never holds, when it is restored, then it is refused before anything is changed", async () => {
  const { config, state, pieces } = await snapshot(source.nc, "KV_sessions");
  const stream = { name: "KV_sessions", config, state, messages: 1, lastSequence: 1, queues: [], pieces };
  const header = { holds: "everything", id: randomUUID(), begunAt: "", natsVersion: "" } as const;
  const file = newFile();
  await writeFile(file, writeArchive({ header, streams: [async () => stream], erasures: async () => [] }));
  await expect(restore(file)).rejects.toThrow("KV_sessions does not belong there");
  expect(await streams()).toEqual([]);
});

test("given a bus without a journal, when a backup is taken, then it says so, and there is no file", async () => {
  const file = newFile();
  await expect(takeBackup({ bus: target, file, holds: "everything" })).rejects.toThrow("There is nothing to back up");
  expect((await readdir(folder)).filter((name) => join(folder, name).startsWith(file))).toEqual([]);
});

test.each(["everything", "erasures"] as const)(
  "given a restore that was broken off, when a backup of %s is taken, then it is refused, and there is no file",
  async (holds) => {
    await openJournal(target, { logger });
    await jsm.streams.add({ name: RESTORING, subjects: [] });
    const file = newFile();
    await expect(takeBackup({ bus: target, file, holds })).rejects.toThrow("let the restore come to its end");
    expect((await readdir(folder)).filter((name) => join(folder, name).startsWith(file))).toEqual([]);
  },
);

test("given a restore that begins while a backup is taken, then there is no file", async () => {
  await openJournal(target, { logger });
  // The backup has read the journal by then.
  const watched = Object.assign(Object.create(target.nc) as typeof target.nc, {
    request: async (...asked: Parameters<typeof target.nc.request>) => {
      if (asked[0].endsWith(".SNAPSHOT.JOURNAL")) await jsm.streams.add({ name: RESTORING, subjects: [] });
      return target.nc.request(...asked);
    },
  });
  const file = newFile();
  await expect(takeBackup({ bus: { ...target, nc: watched }, file, holds: "everything" })).rejects.toThrow(
    "let the restore come to its end",
  );
  expect((await readdir(folder)).filter((name) => join(folder, name).startsWith(file))).toEqual([]);
});

test("given a stream that can't be read, when a backup is taken, then there is no file", async () => {
  const name = BACKED_UP[0] as string;
  await openJournal(target, { logger });
  await jsm.streams.add({ name, subjects: ["imports.files"], storage: "memory" });
  await jetstream(target.nc).publish("imports.files", "x");
  const file = newFile();
  await expect(takeBackup({ bus: target, file, holds: "everything" })).rejects.toThrow();
  expect((await readdir(folder)).filter((found) => join(folder, found).startsWith(file))).toEqual([]);
});
