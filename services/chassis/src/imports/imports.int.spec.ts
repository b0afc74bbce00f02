import { randomBytes, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import {
  type ImportId,
  IMPORTS,
  IMPORTS_AT_ONCE,
  IMPORTS_PROGRESS,
  isSatchelError,
  type UserId,
} from "@satchel/contracts";
import { atEnd, eventually, startTestNats } from "@satchel/testing";
import { expect, test } from "vitest";
import { openBucket } from "../bus/bucket.ts";
import { connectBus } from "../bus/connect.ts";
import { createLogger } from "../logging.ts";
import { eraseSubjects } from "../bus/erase-subjects.ts";
import { eraseImportFiles, importName, openImportFiles } from "./files.ts";
import { type ImportJob, openImportJobs } from "./jobs.ts";
import { openImportProgress } from "./progress.ts";

const nats = await startTestNats();
const logger = createLogger("test", "silent");
const bus = await connectBus({ url: nats.url, name: "test", logger });
atEnd(() => bus.close());
const files = await openImportFiles(bus);
const jobs = await openImportJobs(bus);
const jsm = await jetstreamManager(bus.nc);

interface Progress {
  readonly read: number;
  readonly faults: readonly string[];
}

const newKey = () => ({ userId: randomUUID() as string as UserId, importId: randomUUID() as string as ImportId });
const jobOf = (key = newKey()): ImportJob => ({
  ...key,
  name: "bookmarks.html",
  bytes: 1,
  format: "html",
  startedAt: new Date().toISOString(),
});
async function* pieces(...all: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* all;
}
const chunksKept = async (): Promise<number> => {
  const { state } = await jsm.streams.info(`OBJ_${IMPORTS}`, { subjects_filter: `$O.${IMPORTS}.C.>` });
  return Object.keys(state.subjects ?? {}).length;
};

test("a file is read as it was written, in chunks of any size, and does not exist after its removal", async () => {
  const key = newKey();
  const octets = randomBytes(3_000_000);

  expect(
    await files.put(key, pieces(octets.subarray(0, 7), octets.subarray(7, 1_000_000), octets.subarray(1_000_000))),
  ).toBe(octets.length);
  const found: Uint8Array[] = [];
  for await (const chunk of (await files.open(key)) ?? pieces()) found.push(chunk);
  expect(Buffer.concat(found).equals(octets)).toBe(true);

  await files.remove(key);
  await files.remove(key);
  expect(await files.open(key)).toBeUndefined();
  expect(await chunksKept()).toBe(0);
});

test("an interrupted upload stores nothing", async () => {
  const key = newKey();
  async function* cutOff(): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < 10; n++) yield randomBytes(128 * 1024);
    throw new Error("the client is gone");
  }

  await expect(files.put(key, cutOff())).rejects.toThrow("the client is gone");

  expect(await files.open(key)).toBeUndefined();
  expect(await chunksKept()).toBe(0);
});

test("an empty file can be stored and read", async () => {
  const key = newKey();

  expect(await files.put(key, pieces())).toBe(0);

  for await (const _ of (await files.open(key)) ?? pieces(new Uint8Array(1))) expect.unreachable();
});

test("a reader that stopped in the middle can begin again", async () => {
  const key = newKey();
  await files.put(key, pieces(randomBytes(2_000_000)));

  for await (const _ of (await files.open(key)) ?? pieces()) break;

  let read = 0;
  for await (const chunk of (await files.open(key)) ?? pieces()) read += chunk.length;
  expect(read).toBe(2_000_000);
});

test("given as many waiting imports of a user as are allowed, then one more is refused, whatever other users have waiting", async () => {
  const { userId } = newKey();
  const all = await Promise.allSettled(
    Array.from({ length: IMPORTS_AT_ONCE + 5 }, () => jobs.submit(jobOf({ ...newKey(), userId }))),
  );
  await jobs.submit(jobOf());

  const refused = all.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  expect(refused).toHaveLength(5);
  expect(refused.every((reason) => isSatchelError(reason) && reason.code === "limited")).toBe(true);

  const done: ImportJob[] = [];
  const worker = jobs.work({
    logger,
    concurrency: 2,
    silentMs: 5000,
    handle: async (job) => {
      done.push(job);
      return true;
    },
  });
  await eventually(() => done.length === IMPORTS_AT_ONCE + 1);
  // What is done makes room.
  await eventually(() => jobs.submit(jobOf({ ...newKey(), userId })));
  await eventually(() => done.length === IMPORTS_AT_ONCE + 2);
  await worker.stop();
});

test("a job that is submitted twice is done once; one that fails or is submitted later again is done again", async () => {
  const job = jobOf();
  await jobs.submit(job);
  await jobs.submit(job);
  const attempts: number[] = [];
  const work = (last: boolean) =>
    jobs.work({
      logger,
      concurrency: 1,
      silentMs: 5000,
      handle: async (found, attempt, signal) => {
        if (found.importId !== job.importId) return true;
        attempts.push(attempt);
        if (attempt === 1) throw new Error("not this time");
        if (last) return true;
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        return false;
      },
    });

  const first = work(false);
  await eventually(() => attempts.length === 2);
  await first.stop();
  const second = work(true);
  await eventually(() => attempts.length === 3);
  await eventually(() => second.check() === "ok");
  await second.stop();

  expect(attempts).toEqual([1, 2, 3]);
  expect((await jsm.streams.info("IMPORT_JOBS")).state.messages).toBe(0);
});

test("given an import is done while another runs, then nothing of it is left on the disk", async () => {
  const [done, running] = [jobOf(), jobOf()].map((job, i) => ({ ...job, name: `name-of-file-${i}.html` }));
  const handled: unknown[] = [];
  const worker = jobs.work({
    logger,
    concurrency: 2,
    silentMs: 5000,
    handle: async ({ importId }, _, signal) => {
      handled.push(importId);
      if (importId === running?.importId) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return true;
    },
  });
  for (const job of [running, done]) await jobs.submit(job as ImportJob);

  await eventually(() => handled.length === 2);

  await eventually(async () => {
    const files = (await readdir(nats.storeDir, { recursive: true })).map((name) => join(nats.storeDir, name));
    const contents = await Promise.all(files.map((file) => readFile(file, "latin1").catch(() => "")));
    const names = contents.join().match(/name-of-file-\d/g);
    expect(new Set(names)).toEqual(new Set(["name-of-file-1"]));
  });
  await worker.stop();
  expect((await jsm.streams.info("IMPORT_JOBS")).state.messages).toBe(0);
});

test("a user sees the progress of their own imports only", async () => {
  const progress = await openImportProgress<Progress>(bus);
  const key = newKey();

  await progress.put(key, { read: 1, faults: [] });
  await progress.put(key, { read: 2, faults: ["a"] });

  expect(await progress.get(key)).toEqual({ read: 2, faults: ["a"] });
  expect(await progress.list(key.userId)).toEqual([{ read: 2, faults: [] }]);
  expect(await progress.count(key.userId)).toBe(1);
  expect(await progress.get({ ...newKey(), importId: key.importId })).toBeUndefined();
  expect(await progress.list(newKey().userId)).toEqual([]);
  expect(await progress.count(newKey().userId)).toBe(0);
});

test("given imports with long lists of faults, when they are listed or counted, then no list is read", async () => {
  const progress = await openImportProgress<Progress>(bus);
  const { userId } = newKey();
  const faults = Array.from({ length: 100 }, (_, n) => `${n} ${"x".repeat(1000)}`);
  const IMPORTS_LISTED = 20;
  for (let n = 0; n < IMPORTS_LISTED; n++) await progress.put({ ...newKey(), userId }, { read: n, faults });
  const cost = async (work: () => Promise<unknown>) => {
    const before = { ...bus.nc.stats() };
    await work();
    const { inBytes, inMsgs } = bus.nc.stats();
    return { bytes: inBytes - before.inBytes, messages: inMsgs - before.inMsgs };
  };

  const listing = await cost(() => progress.list(userId));
  const counting = await cost(() => progress.count(userId));

  // The keys, and an entry each.
  expect(listing.messages).toBe(IMPORTS_LISTED + 1);
  expect(listing.bytes).toBeLessThan(100 * 1000);
  expect(counting.messages).toBe(1);
  expect(await progress.count(userId)).toBe(IMPORTS_LISTED);
});

test("given a worker that was killed after it stored faults and before it stored the entry, then only the faults that the entry counts are read", async () => {
  const progress = await openImportProgress<Progress>(bus);
  const key = newKey();
  await progress.put(key, { read: 1, faults: ["a"] });
  const bucket = await openBucket(bus, IMPORTS_PROGRESS);
  await bucket.put(`${importName(key)}.faults`, JSON.stringify(["a", "b"]));

  expect(await progress.get(key)).toEqual({ read: 1, faults: ["a"] });
});

test("given an erased user, when their files are removed by two at the same time, then none is left, and those of others are", async () => {
  const { userId } = newKey();
  const others = newKey();
  await files.put(others, pieces(randomBytes(10)));
  const before = await chunksKept();
  const mine = Array.from({ length: 8 }, () => ({ ...newKey(), userId }));
  for (const key of mine) await files.put(key, pieces(randomBytes(200_000)));

  await Promise.all([eraseImportFiles(bus, userId), eraseImportFiles(bus, userId)]);

  expect(await Promise.all(mine.map((key) => files.open(key)))).toEqual(mine.map(() => undefined));
  expect(await files.open(others)).toBeDefined();
  expect(await chunksKept()).toBe(before);
});

test("given an erased user, then their files, jobs and progress are removed, and those of others are not", async () => {
  const [mine, theirs] = [newKey(), newKey()];
  const progress = await openImportProgress<Progress>(bus);
  for (const key of [mine, theirs]) {
    await files.put(key, pieces(randomBytes(10)));
    await jobs.submit(jobOf(key));
    await progress.put(key, { read: 1, faults: ["a"] });
  }

  for (let i = 0; i < 2; i++) {
    await eraseImportFiles(bus, mine.userId);
    await eraseSubjects(bus, mine.userId);
  }

  expect(await files.open(mine)).toBeUndefined();
  expect(await progress.get(mine)).toBeUndefined();
  expect(await files.open(theirs)).toBeDefined();
  expect(await progress.get(theirs)).toEqual({ read: 1, faults: ["a"] });
  const left = await jsm.streams.info(`KV_${IMPORTS_PROGRESS}`, { subjects_filter: `$KV.${IMPORTS_PROGRESS}.>` });
  expect(Object.keys(left.state.subjects ?? {}).filter((subject) => subject.includes(mine.userId))).toEqual([]);
  const { state } = await jsm.streams.info("IMPORT_JOBS", { subjects_filter: ">" });
  expect(Object.keys(state.subjects ?? {})).toEqual([`imports.${theirs.userId}`]);
});
