import { DEAD_LETTERS, deadLetterSubject, partitionOf, RETRIES, retrySubject, type UserId } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { linkSaved, linkSubject, someUser } from "../../test/links.ts";
import { openJournalWorld } from "../../test/world.ts";
import type { StoredEvent } from "../journal/envelope.ts";
import { workQueue } from "./events.ts";
import type { QueueOptions } from "./queue-options.ts";

const { journal, logger } = await openJournalWorld();

const nameOf = (user: UserId): string => `queue-${user}`;

/** A queue whose work on an event fails, and which gives it up at once. Gives the letter that is laid down then. */
async function givenUp(user: UserId, options: Partial<QueueOptions> = {}): Promise<number> {
  const worker = await workQueue({
    journal,
    logger,
    name: nameOf(user),
    subjects: [`journal.${partitionOf(user)}.${user}.>`],
    concurrency: 1,
    silentMs: 30_000,
    backoffMs: [50],
    attempts: 1,
    handle: () => Promise.reject(new Error("it is down")),
    ...options,
  });
  atEnd(() => worker.stop());
  await journal.append({ subject: linkSubject(user), event: linkSaved(), expected: 0 });
  const [letter] = await lettersOf(user, 1);
  return letter?.seq ?? 0;
}

/** Waits until so many letters of a queue lie there. */
const lettersOf = (user: UserId, count: number) =>
  eventually(async () => {
    const subject = deadLetterSubject(nameOf(user), user);
    const { state } = await journal.jsm.streams.info(DEAD_LETTERS, { subjects_filter: subject });
    expect(state.subjects?.[subject] ?? 0).toBe(count);
    const last = count === 0 ? null : await journal.jsm.streams.getMessage(DEAD_LETTERS, { last_by_subj: subject });
    return last === null ? [] : [last];
  });

const ask = (user: UserId, letter: number) => journal.js.publish(retrySubject(nameOf(user), letter), "");

const isWorkedOff = (user: UserId) =>
  eventually(async () => {
    const filter = { subjects_filter: retrySubject(nameOf(user), "*") };
    expect((await journal.jsm.streams.info(RETRIES, filter)).state.subjects ?? {}).toEqual({});
  });

test("given a dead letter whose cause is repaired, when it is retried, then the work is done and the letter is removed", async () => {
  const user = someUser();
  let isMended = false;
  const done: StoredEvent[] = [];
  const letter = await givenUp(user, {
    handle: async (event) => {
      if (!isMended) throw new Error("it is down");
      done.push(event);
      return "done";
    },
  });
  isMended = true;

  await ask(user, letter);

  await lettersOf(user, 0);
  await isWorkedOff(user);
  expect(done.map(({ type }) => type)).toEqual(["LinkSaved"]);
});

test("given a dead letter, when its retry fails, then it is a dead letter again with one attempt more", async () => {
  const user = someUser();
  const letter = await givenUp(user);

  await ask(user, letter);

  await isWorkedOff(user);
  const [anew] = await lettersOf(user, 1);
  expect(anew?.seq).toBeGreaterThan(letter);
  expect(anew?.json()).toMatchObject({ attempts: 2, reason: "it is down" });
});

test("given a queue with a handler of its own for dead letters, when that needs several attempts, then the letter stays until the last one", async () => {
  const user = someUser();
  const asked: Date[] = [];
  const letter = await givenUp(user, {
    again: async (_event, requestedAt) => {
      asked.push(requestedAt);
      return asked.length < 3 ? { retryIn: 20 } : "done";
    },
  });

  await ask(user, letter);

  await lettersOf(user, 0);
  expect(asked).toHaveLength(3);
  expect(new Set(asked.map(Number)).size).toBe(1);
});

test("given a discarded letter, or one whose event was erased, when it is retried, then nothing is done", async () => {
  const user = someUser();
  const letter = await givenUp(user);
  const event = (await journal.jsm.streams.getMessage(DEAD_LETTERS, { seq: letter }))?.json<{ sequence: number }>();
  await journal.eraseEvents([event?.sequence ?? 0]);

  await ask(user, letter);
  await ask(user, 999_999);

  await lettersOf(user, 0);
  await isWorkedOff(user);
});
