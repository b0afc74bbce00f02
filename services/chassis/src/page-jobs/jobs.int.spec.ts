import { randomUUID } from "node:crypto";
import { type LinkId, PAGE_JOBS } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { someUser } from "../../test/links.ts";
import { openJournalWorld } from "../../test/world.ts";
import { openPageJobs, type PageJob, type PageWorkerOptions } from "./jobs.ts";

const { bus, journal, logger } = await openJournalWorld();
const jobs = await openPageJobs(bus);

const newJob = (kind: PageJob["kind"] = "describe") => ({ kind, userId: someUser(), linkId: randomUUID() as LinkId });

function work(handle: PageWorkerOptions["handle"], more: Partial<PageWorkerOptions> = {}) {
  const options = { kind: "describe", logger, concurrency: 2, silentMs: 600, backoffMs: 50, attempts: 5 } as const;
  const worker = jobs.work({ ...options, ...more, handle });
  atEnd(() => worker.stop());
  return worker;
}

const clear = () => journal.jsm.streams.purge(PAGE_JOBS);
const waiting = async (): Promise<number> => (await journal.jsm.streams.info(PAGE_JOBS)).state.messages;

test("given a job that is submitted twice, then it is done once, and can be submitted again afterwards", async () => {
  const job = newJob();
  expect(await jobs.submit(job)).toBe(true);
  expect(await jobs.submit(job)).toBe(false);
  const done: PageJob[] = [];
  const worker = work(async (it) => {
    done.push(it);
    return "done";
  });
  await eventually(async () => expect(await waiting()).toBe(0));
  expect(done).toEqual([{ ...job, requestedAt: expect.any(Date) }]);
  expect(await jobs.submit(job)).toBe(true);
  await eventually(() => expect(done).toHaveLength(2));
  await worker.stop();
});

test("given a worker of an earlier version, when a later one does further kinds of jobs, then it gets all of them", async () => {
  const earlier = work(async () => "done", { kind: "gather" });
  await eventually(() => expect(earlier.check()).toBe("ok"));
  await earlier.stop();
  const done: string[] = [];
  const handle: PageWorkerOptions["handle"] = async ({ kind }) => (done.push(kind), "done");
  work(handle, { kind: "gather", also: ["background-gather"] });
  for (const kind of ["gather", "background-gather", "check"] as const) await jobs.submit(newJob(kind));
  await eventually(() => expect(done.toSorted()).toEqual(["background-gather", "gather"]));
  await clear();
});

test("given two versions of a link's copy, then each is made once, and so is one that an earlier version of the program submitted", async () => {
  const link = { userId: someUser(), linkId: randomUUID() as LinkId };
  const versions = [randomUUID(), randomUUID(), randomUUID()];
  const [earlier, ...later] = versions.map((version) => ({ version }));
  await journal.js.publish(`pages.keep-uploaded.${link.userId}.${link.linkId}`, JSON.stringify(earlier));
  for (const details of [...later, ...later]) await jobs.submitCopy({ ...link, details });
  expect(await waiting()).toBe(3);
  const done: object[] = [];
  const handle: PageWorkerOptions["handle"] = async ({ userId, linkId, details }) => {
    done.push({ userId, linkId, details });
    return "done";
  };
  const worker = work(handle, { kind: "keep", also: ["keep-uploaded", "copy"], concurrency: 1 });
  await eventually(async () => expect(await waiting()).toBe(0));
  expect(done).toEqual([earlier, ...later].map((details) => ({ ...link, details })));
  await worker.stop();
});

test("given a job that waits for its next attempt, then others are done meanwhile, and it is still one job", async () => {
  const [slow, quick] = [newJob(), newJob()];
  await jobs.submit(slow);
  const log: string[] = [];
  const worker = work(
    async ({ linkId }) => {
      log.push(linkId);
      return linkId === slow.linkId && log.filter((id) => id === slow.linkId).length === 1 ? { retryIn: 1500 } : "done";
    },
    { concurrency: 1 },
  );
  await eventually(() => expect(log).toEqual([slow.linkId]));
  await jobs.submit(quick);
  expect(await jobs.submit(slow)).toBe(false);
  await eventually(() => expect(log).toEqual([slow.linkId, quick.linkId, slow.linkId]));
  await worker.stop();
});

test("given a worker of one kind of jobs, then it does no jobs of the other kind", async () => {
  const other = newJob("check");
  await jobs.submit(other);
  const job = newJob();
  await jobs.submit(job);
  const done: string[] = [];
  const worker = work(async ({ kind }) => {
    done.push(kind);
    return "done";
  });
  await eventually(() => expect(done).toEqual(["describe"]));
  await eventually(async () => expect(await waiting()).toBe(1));
  await worker.stop();
  await clear();
});

test("given a job that always fails, then it is dropped after its attempts, and others are done", async () => {
  const bad = newJob();
  await jobs.submit(bad);
  let tries = 0;
  const worker = work(async () => {
    tries++;
    throw new Error("no");
  });
  await eventually(async () => expect(await waiting()).toBe(0));
  await worker.stop();
  expect(tries).toBe(5);
  expect(await jobs.submit(bad)).toBe(true);
  await clear();
});

test("given work that takes longer than the limit of silence, then it is not redelivered", async () => {
  const job = newJob();
  await jobs.submit(job);
  let [begun, done] = [0, 0];
  const handle = async () => {
    begun++;
    await new Promise((resolve) => setTimeout(resolve, 2500));
    done++;
    return "done" as const;
  };
  const workers = [work(handle), work(handle)];
  await eventually(() => expect(done).toBe(1));
  expect(begun).toBe(1);
  await Promise.all(workers.map((worker) => worker.stop()));
});
