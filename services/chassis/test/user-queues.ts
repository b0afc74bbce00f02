import { DEAD_LETTERS, deadLetterSubject, JOURNAL, partitionOf, type UserId } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { expect } from "vitest";
import type { QueueWorker } from "../src/queue/consume.ts";
import { workQueue } from "../src/queue/events.ts";
import type { QueueOptions } from "../src/queue/queue-options.ts";
import { linkSaved, linkSubject } from "./links.ts";
import type { JournalWorld } from "./world.ts";

/** Queues of one user's events each, so that tests of one file do not disturb each other. */
export const userQueues = ({ journal, logger }: JournalWorld) => ({
  /** Starts a worker. */
  queue: (user: UserId, options: Pick<QueueOptions, "handle"> & Partial<QueueOptions>): Promise<QueueWorker> => {
    const worker = workQueue({
      journal,
      logger,
      name: `queue-${user}`,
      subjects: [`journal.${partitionOf(user)}.${user}.>`],
      concurrency: 4,
      silentMs: 30_000,
      backoffMs: [50, 150],
      ...options,
    });
    atEnd(async () => (await worker).stop());
    return worker;
  },
  /** Appends events. @returns their ids */
  save: async (user: UserId, count = 1): Promise<string[]> => {
    const events = Array.from({ length: count }, () => linkSaved());
    for (const event of events) await journal.append({ subject: linkSubject(user), event, expected: 0 });
    return events.map(({ id }) => id);
  },
  /** The last dead letter. */
  letter: async (user: UserId): Promise<unknown> => {
    const query = { last_by_subj: deadLetterSubject(`queue-${user}`, user) };
    const message = await journal.jsm.streams.getMessage(DEAD_LETTERS, query);
    return message?.json();
  },
  /** Waits until the server has nothing left for a queue, neither new nor in work. */
  isEmpty: (user: UserId) =>
    eventually(async () => {
      const info = await journal.jsm.consumers.info(JOURNAL, `queue-${user}`);
      expect([info.num_pending, info.num_ack_pending]).toEqual([0, 0]);
    }),
});
