import { DEAD_LETTERS, deadLetterSubject, partitionOf } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { afterEach, expect, test } from "vitest";
import { linkSaved, linkSubject, someUser } from "../../test/links.ts";
import { appendNewerVisit, knowNewerVisits } from "../../test/newer-visits.ts";
import { openJournalWorld } from "../../test/world.ts";
import { workQueue } from "./events.ts";

const { journal, logger } = await openJournalWorld();
let forget: (() => void) | undefined;
afterEach(() => forget?.());

test("given an event of a newer version, when an older worker is handed it, then it says so and gives it back as often as it takes, and a newer one does it at its first attempt", async () => {
  const user = someUser();
  const subject = linkSubject(user);
  const done: [string, number][] = [];
  const worker = await workQueue({
    journal,
    logger,
    name: "newer-events",
    subjects: [`journal.${partitionOf(user)}.${user}.>`],
    concurrency: 2,
    silentMs: 30_000,
    backoffMs: [50],
    attempts: 1,
    handle: async ({ type }, attempt) => {
      done.push([type, attempt]);
      return "done";
    },
  });
  atEnd(() => worker.stop());

  const saved = await journal.append({ subject, event: linkSaved(), expected: 0 });
  await appendNewerVisit(journal, subject, 1, saved.sequence);

  await eventually(() => expect(worker.check()).toMatch(/LinkVisited of version 2, .* waits for its update/));
  // What it can read it works off.
  await journal.append({ subject: linkSubject(user), event: linkSaved(), expected: 0 });
  await eventually(() => expect(done).toHaveLength(2));
  const handedOut = async () => (await journal.jsm.consumers.info("JOURNAL", "newer-events")).num_redelivered;
  await eventually(async () => expect(await handedOut()).toBe(1));

  forget = knowNewerVisits();
  await eventually(() => expect(done.at(-1)).toEqual(["LinkVisited", 1]));
  const letters = await journal.jsm.streams.getMessage(DEAD_LETTERS, {
    last_by_subj: deadLetterSubject("newer-events", user),
  });
  expect(letters).toBeNull();
}, 90_000);
