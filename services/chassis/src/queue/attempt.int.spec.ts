import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type LinkId, PAGE_JOBS } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { linkSubject, someUser } from "../../test/links.ts";
import { userQueues } from "../../test/user-queues.ts";
import { openJournalWorld } from "../../test/world.ts";
import { openPageJobs } from "../page-jobs/jobs.ts";
import type { HandlerResult } from "./handler-result.ts";
import { inProof } from "@satchel/testing/in-proof";

const world = await openJournalWorld();
const { bus, journal, logger } = world;
const { queue, save, letter, isEmpty } = userQueues(world);

test("given work that fails twice, then each backoff is as long as configured", async () => {
  const user = someUser();
  await save(user);
  const tries: { attempt: number; at: number }[] = [];

  await queue(user, {
    handle: async (_, attempt) => {
      tries.push({ attempt, at: Date.now() });
      if (attempt < 3) throw new Error("not yet");
      return "done";
    },
  });

  await eventually(() => expect(tries.map(({ attempt }) => attempt)).toEqual([1, 2, 3]));
  const [first = 0, second = 0, third = 0] = tries.map(({ at }) => at);
  expect(second - first).toBeGreaterThanOrEqual(45);
  expect(third - second).toBeGreaterThanOrEqual(145);
  await isEmpty(user);
});

test("given work that asks for a retry, then it is retried, and does not count as failed", async () => {
  const user = someUser();
  await save(user);
  const attempts: number[] = [];

  await queue(user, {
    attempts: 2,
    handle: async (_, attempt) => {
      attempts.push(attempt);
      return attempt < 2 ? { retryIn: 60 } : "done";
    },
  });

  await eventually(() => expect(attempts).toEqual([1, 2]));
  await isEmpty(user);
  expect(await letter(user)).toBeUndefined();
});

test("given work that is deferred more often than it may be attempted, then it is not given up, and no attempt is counted", async () => {
  const user = someUser();
  await save(user);
  const attempts: number[] = [];

  await queue(user, {
    attempts: 2,
    backoffMs: [1],
    handle: async (_, attempt) => {
      attempts.push(attempt);
      if (attempts.length === 4) throw new Error("a try that failed");
      return attempts.length < 8 ? { deferFor: 1 } : "done";
    },
  });

  await eventually(() => expect(attempts).toEqual([1, 1, 1, 1, 2, 2, 2, 2]));
  await isEmpty(user);
  expect(await letter(user)).toBeUndefined();
});

test("given work that one worker deferred, then another worker knows the deferral", async () => {
  const user = someUser();
  await save(user);
  const attempts: number[] = [];
  let deferred = 0;
  const first = await queue(user, { handle: async () => (++deferred < 4 ? { deferFor: 1 } : { deferFor: 500 }) });
  await eventually(() => deferred === 4);
  await first.stop();

  await queue(user, {
    attempts: 1,
    handle: async (_, attempt) => {
      attempts.push(attempt);
      return "done";
    },
  });

  await eventually(() => expect(attempts).toEqual([1]));
});

test("given work that always fails, when its attempts are used up, then it becomes one dead letter", async () => {
  const user = someUser();
  const [bad] = await save(user);
  const dead: unknown[] = [];
  const attempts: number[] = [];

  await queue(user, {
    attempts: 3,
    handle: async (_, attempt) => {
      attempts.push(attempt);
      throw new Error("no such host");
    },
    onDead: async ({ id }, reason, tried) => void dead.push([id, reason, tried]),
  });

  await eventually(async () =>
    expect(await letter(user)).toMatchObject({ sequence: expect.any(Number), attempts: 3, reason: "no such host" }),
  );
  await isEmpty(user);
  expect(attempts).toEqual([1, 2, 3]);
  expect(dead).toEqual([[bad, "no such host", 3]]);
});

test("given a dead letter that can't be stored at first, then only storing it is retried, and not the work", async () => {
  const user = someUser();
  await save(user);
  const log: string[] = [];

  await queue(user, {
    attempts: 1,
    handle: async () => {
      log.push("try");
      throw new Error("no");
    },
    onDead: async () => {
      log.push("dead");
      if (log.length < 3) throw new Error("can't even say so");
    },
  });

  await eventually(async () => expect(await letter(user)).toBeDefined());
  expect(log).toEqual(["try", "dead", "dead"]);
});

test("given an unreadable message among others, then the others are handled, and it becomes a dead letter", async () => {
  const user = someUser();
  await journal.js.publish(linkSubject(user), "{", { msgID: randomUUID() });
  const ids = await save(user, 10);
  const done: string[] = [];

  await queue(user, {
    attempts: 2,
    concurrency: 1,
    handle: async ({ id }) => {
      done.push(id);
      return "done";
    },
  });

  await eventually(() => expect(done).toEqual(ids));
  await eventually(async () =>
    expect(await letter(user)).toMatchObject({ attempts: 2, reason: expect.stringMatching(/can't be read/) }),
  );
  await isEmpty(user);
});

/** What a client says whose server is away. */
const unreachable = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

inProof(
  "given a database that is away for longer than an event may be attempted, then the event is handled soon after its return, at its first attempt",
  async () => {
    const user = someUser();
    await save(user);
    const attempts: number[] = [];

    await queue(user, {
      attempts: 1,
      backoffMs: [3_600_000],
      handle: async (_, attempt) => {
        attempts.push(attempt);
        if (attempts.length < 3) throw unreachable();
        return "done";
      },
    });

    await eventually(() => expect(attempts).toEqual([1, 1, 1]));
    await isEmpty(user);
    expect(await letter(user)).toBeUndefined();
  },
);

inProof(
  "given a job that is redelivered while its worker is only slow, more often than it may be attempted, then it is not dropped",
  async () => {
    const jobs = await openPageJobs(bus);
    await jobs.submit({ kind: "check", userId: someUser(), linkId: randomUUID() as LinkId });
    const silentMs = 300;
    let tries = 0;
    const worker = jobs.work({
      kind: "check",
      logger,
      concurrency: 2,
      silentMs,
      backoffMs: 1,
      attempts: 2,
      handle: async () => {
        if (++tries > 1) return "done";
        for (let stall = 0; stall < 4; stall++) {
          // Nothing else is done in this process meanwhile, heartbeats included.
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4 * silentMs);
          await delay(silentMs);
        }
        return { deferFor: 1 };
      },
    });
    atEnd(() => worker.stop());

    await eventually(async () => expect((await journal.jsm.streams.info(PAGE_JOBS)).state.messages).toBe(0));
    expect(tries).toBe(2);
  },
);

test("given a job that is deferred, and then meets a fault of the bus, more often than it may be attempted, then it is done and not dropped", async () => {
  const jobs = await openPageJobs(bus);
  await jobs.submit({ kind: "describe", userId: someUser(), linkId: randomUUID() as LinkId });
  const outcomes: (() => HandlerResult)[] = [
    () => ({ deferFor: 1 }),
    () => ({ deferFor: 1 }),
    () => {
      throw unreachable();
    },
    () => "done",
  ];
  let next = 0;
  const worker = jobs.work({
    kind: "describe",
    logger,
    concurrency: 1,
    silentMs: 30_000,
    backoffMs: 3_600_000,
    attempts: 1,
    handle: async () => outcomes[next++]?.() ?? "done",
  });
  atEnd(() => worker.stop());

  await eventually(async () => expect((await journal.jsm.streams.info(PAGE_JOBS)).state.messages).toBe(0));
  expect(next).toBe(outcomes.length);
});
