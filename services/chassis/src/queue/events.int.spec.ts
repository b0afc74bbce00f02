import { setTimeout as delay } from "node:timers/promises";
import { JOURNAL, partitionOf } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { someUser } from "../../test/links.ts";
import { userQueues } from "../../test/user-queues.ts";
import { joinJournal, openJournalWorld } from "../../test/world.ts";
import { currentCorrelation, withCorrelation } from "../correlation.ts";
import { openDurable } from "./durable.ts";
import type { QueueOptions } from "./queue-options.ts";
import { inProof } from "@satchel/testing/in-proof";

const world = await openJournalWorld();
const { nats, journal } = world;
const { queue, save, isEmpty } = userQueues(world);

/** A limit of silence that work exceeds: a worker tells in time that it goes on, also on a busy machine. */
const SILENT_MS = 2000;

describe("handling events", () => {
  test("given two workers and many events, when they work, then each event is handled once and both have some", async () => {
    const user = someUser();
    const ids = await save(user, 60);
    const done: string[][] = [[], []];
    for (const mine of done) {
      await queue(user, {
        handle: async ({ id }) => {
          mine.push(id);
          await new Promise((resolve) => setTimeout(resolve, 2));
          return "done";
        },
      });
    }
    ids.push(...(await save(user, 60)));

    await eventually(() => expect(done.flat().sort()).toEqual(ids.sort()));
    expect(Math.min(...done.map(({ length }) => length))).toBeGreaterThan(5);
    await isEmpty(user);
  });

  test("given a worker that is too busy to say that it works, when its event is delivered to it again, then it is in progress once", async () => {
    const user = someUser();
    await save(user);
    const begun: number[] = [];
    const redelivered = async (): Promise<number> =>
      (await journal.jsm.consumers.info(JOURNAL, `queue-${user}`)).num_redelivered;

    await queue(user, {
      silentMs: 500,
      handle: async (_, attempt) => {
        begun.push(attempt);
        if (begun.length > 1) return "done";
        await journal.nc.flush();
        // As an event loop that has no processor time.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
        await eventually(async () => expect(await redelivered()).toBeGreaterThan(0));
        await journal.nc.flush();
        return { retryIn: 100 };
      },
    });

    await isEmpty(user);
    expect(begun).toHaveLength(2);
    expect(begun[1]).toBeGreaterThan(1);
  });

  test("given more events than the concurrency limit, then never more are in progress", async () => {
    const user = someUser();
    await save(user, 30);
    let [inHand, most, done] = [0, 0, 0];

    await queue(user, {
      concurrency: 3,
      handle: async () => {
        most = Math.max(most, ++inHand);
        await new Promise((resolve) => setTimeout(resolve, 5));
        inHand--;
        done++;
        return "done";
      },
    });

    await eventually(() => done === 30);
    expect(most).toBe(3);
  });

  test("given a backlog, when it is worked off, then half of the slots share a request to the bus", async () => {
    const user = someUser();
    await save(user, 100);
    let [requests, done] = [0, 0];
    const { bus } = await joinJournal(nats);
    bus.nc.subscribe(`$JS.API.CONSUMER.MSG.NEXT.${JOURNAL}.queue-${user}`, { callback: () => void requests++ });
    await bus.nc.flush();

    await queue(user, {
      concurrency: 10,
      handle: async () => {
        done++;
        return "done";
      },
    });

    await eventually(() => done === 100);
    await bus.nc.flush();
    // A hundred at a request for each.
    expect(requests).toBeGreaterThan(0);
    expect(requests).toBeLessThanOrEqual(30);
  });

  test("given an event with a correlation, when it is handled, then the work has the same correlation, with the event as its cause", async () => {
    const user = someUser();
    const seen: unknown[] = [];
    const [id] = await withCorrelation({ correlationId: "story-3" }, () => save(user));

    await queue(user, {
      handle: async () => {
        seen.push(currentCorrelation());
        return "done";
      },
    });

    await eventually(() => expect(seen).toEqual([{ correlationId: "story-3", causationId: id }]));
  });

  test("given work that takes longer than the limit of silence, then no other worker gets it", async () => {
    const user = someUser();
    await save(user);
    let [begun, done] = [0, 0];
    for (const _ of [1, 2]) {
      await queue(user, {
        silentMs: SILENT_MS,
        handle: async () => {
          begun++;
          await new Promise((resolve) => setTimeout(resolve, 2.5 * SILENT_MS));
          done++;
          return "done";
        },
      });
    }

    await eventually(() => done === 1);
    await isEmpty(user);
    expect(begun).toBe(1);
  });

  test("given slow work and a backlog, then each event is delivered once, however long it waits", async () => {
    const user = someUser();
    const ids = await save(user, 6);
    const seen: [string, number][] = [];
    await queue(user, {
      concurrency: 2,
      silentMs: SILENT_MS,
      handle: async ({ id }, attempt) => {
        seen.push([id, attempt]);
        await new Promise((resolve) => setTimeout(resolve, 1.2 * SILENT_MS));
        return "done";
      },
    });
    await isEmpty(user);
    expect(new Map(seen)).toEqual(new Map(ids.map((id) => [id, 1])));
    expect(seen).toHaveLength(ids.length);
  });

  test("given a deleted durable consumer, when more events come, then they are handled", async () => {
    const user = someUser();
    const seen = new Set<string>();
    const worker = await queue(user, {
      handle: async ({ id }) => {
        seen.add(id);
        return "done";
      },
    });
    const [first] = await save(user);
    await eventually(() => seen.has(first as string));

    await journal.jsm.consumers.delete(JOURNAL, `queue-${user}`);
    const [second] = await save(user);

    await eventually(() => seen.has(second as string));
    await eventually(() => expect(worker.check()).toBe("ok"));
  });

  test("given a queue of an earlier version, when a later one has other settings and subjects, then it goes on where that one ended", async () => {
    const [user, other] = [someUser(), someUser()];
    const seen: string[] = [];
    const handle: QueueOptions["handle"] = async ({ id }) => (seen.push(id), "done");
    const earlier = await queue(user, { handle });
    const [first] = await save(user);
    await eventually(() => expect(seen).toEqual([first]));
    await isEmpty(user);
    await earlier.stop();
    const subjects = [user, other].map((each) => `journal.${partitionOf(each)}.${each}.>`);
    const later = await queue(user, { handle, subjects, silentMs: 5000 });
    const [second] = await save(other);
    await eventually(() => expect(seen).toEqual([first, second]));
    expect(later.check()).toBe("ok");
  });
});

test("given subjects of which one continues another, when a consumer is opened, then it is refused: the bus leaves messages out", async () => {
  const subjects = ["journal.0.*.identity", "journal.0.*.identity.*"];
  const consumer = { stream: JOURNAL, name: "nested", subjects, silentMs: SILENT_MS, maxUnacknowledged: 1 };

  await expect(openDurable(journal.js, journal.jsm, consumer)).rejects.toThrow(TypeError);
});

describe("stopping", () => {
  test("given work in progress and a backlog, when the worker stops, then it finishes its work, and another worker gets the rest at once", async () => {
    const user = someUser();
    const ids = await save(user, 6);
    const [first, second]: string[][] = [[], []];
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const worker = await queue(user, {
      concurrency: 2,
      handle: async ({ id }) => {
        first?.push(id);
        await finished;
        return "done";
      },
    });
    await eventually(() => first?.length === 2);

    const stopped = worker.stop();
    await queue(user, {
      handle: async ({ id }) => {
        second?.push(id);
        return "done";
      },
    });
    finish();
    await stopped;

    await eventually(() => expect(second?.toSorted()).toEqual(ids.slice(2).sort()));
    expect(first).toEqual(ids.slice(0, 2));
    await isEmpty(user);
  });

  test("given a stopped worker, when events come, then it does not touch them", async () => {
    const user = someUser();
    const seen: string[] = [];
    const handle = async ({ id }: { id: string }) => {
      seen.push(id);
      return "done" as const;
    };
    const worker = await queue(user, { handle });
    await worker.stop();

    await save(user, 3);
    await queue(user, { handle: async () => "done" });
    await isEmpty(user);

    expect(seen).toEqual([]);
  });
});

inProof(
  "given an idle queue whose stream has one copy, then its workers get no heartbeats within seconds",
  async () => {
    const user = someUser();
    const inboxes = new Set<string>();
    const heartbeats: string[] = [];
    const { bus } = await joinJournal(nats);
    bus.nc.subscribe(`$JS.API.CONSUMER.MSG.NEXT.${JOURNAL}.queue-${user}`, {
      callback: (_, { reply = "" }) => void inboxes.add(reply),
    });
    bus.nc.subscribe("_INBOX.>", {
      callback: (_, { subject, headers }) => void (headers?.code === 100 && heartbeats.push(subject)),
    });
    await bus.nc.flush();
    await queue(user, { handle: async () => "done" });

    await delay(6000);

    // Other requests in this account have heartbeats of their own.
    expect(inboxes.size).toBe(1);
    expect(heartbeats.filter((subject) => inboxes.has(subject))).toEqual([]);
  },
);
