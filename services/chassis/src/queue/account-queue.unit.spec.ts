import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { UserId } from "@satchel/contracts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type AccountQueue, createAccountQueue } from "./account-queue.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = new AbortController().signal;
setMaxListeners(0, never);

const soon = () => vi.advanceTimersByTimeAsync(0);
const account = () => randomUUID() as UserId;

/** Brings works of an account to a queue. */
function bring(queue: AccountQueue, userId: UserId, count: number) {
  return Array.from({ length: count }, () => {
    const work = { state: "waits", deferFor: 0, end: (): void => undefined };
    const run = () => {
      work.state = "runs";
      return new Promise<"done">((resolve) => (work.end = () => resolve("done")));
    };
    void queue
      .run(userId, run)
      .then((end) =>
        Object.assign(work, end === "done" ? { state: end } : { state: "deferred", deferFor: end.deferFor }),
      );
    return work;
  });
}

const states = (works: readonly { state: string }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { state } of works) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
};

test("given one account brings very much, then half of what may wait is its own, and the rest is deferred", async () => {
  const queue = createAccountQueue(4, never);
  const works = bring(queue, account(), 100);
  await soon();
  expect(queue.capacity).toBe(12);
  expect(states(works)).toEqual({ runs: 4, waits: 4, deferred: 92 });
});

test("given a pause for deferrals, when one account brings very much, then what is deferred keeps its place for that long", async () => {
  vi.useRealTimers();
  const stopping = new AbortController();
  const patient = bring(createAccountQueue(4, stopping.signal, 3_600_000), account(), 12);
  const hasty = bring(createAccountQueue(4, never, 1), account(), 12);
  await vi.waitFor(() => expect(states(hasty)).toEqual({ runs: 4, waits: 4, deferred: 4 }), { timeout: 60_000 });
  expect(states(patient)).toEqual({ runs: 4, waits: 8 });
  stopping.abort();
});

test("given accounts that bring very much, when yet another brings one work, then there is room for it, and it is the next in its turn", async () => {
  const queue = createAccountQueue(4, never);
  const [running] = [bring(queue, account(), 4), bring(queue, account(), 100), bring(queue, account(), 100)];
  const [last] = bring(queue, account(), 1);
  await soon();
  expect(last?.state).toBe("waits");
  for (const work of running) work.end();
  await soon();
  expect(last?.state).toBe("runs");
});

test("given works that take their time, when others are deferred, then these come back at twice the pace at which works are done", async () => {
  const queue = createAccountQueue(2, never);
  const busy = account();
  for (let n = 0; n < 60; n++) {
    const [work] = bring(queue, busy, 1);
    await vi.advanceTimersByTimeAsync(1000);
    work?.end();
    await soon();
  }
  const times = bring(queue, busy, 40);
  await soon();
  const deferrals = times.filter(({ state }) => state === "deferred").map(({ deferFor }) => deferFor);
  const apart = deferrals.slice(1).map((ms, n) => ms - (deferrals[n] ?? 0));
  expect(Math.min(...apart)).toBeGreaterThan(225);
  expect(Math.max(...apart)).toBeLessThan(255);
});

test("given the process stops, then what waits is deferred without having begun, so is what comes, and what has begun goes on", async () => {
  const stopping = new AbortController();
  const queue = createAccountQueue(2, stopping.signal);
  const works = bring(queue, account(), 4);
  await soon();
  stopping.abort();
  await soon();
  works.push(...bring(queue, account(), 1));
  for (const work of works) work.end();
  await soon();
  expect(works.map(({ state }) => state)).toEqual(["done", "done", "deferred", "deferred", "deferred"]);
});
