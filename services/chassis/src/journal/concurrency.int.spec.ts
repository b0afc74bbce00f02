import fc from "fast-check";
import { expect, test } from "vitest";
import { linkSaved, linkSubject, linkVisited, someUser } from "../../test/links.ts";
import { joinJournal, openJournalWorld } from "../../test/world.ts";
import { type Journal, JournalConflict } from "./journal.ts";

const { nats, journal } = await openJournalWorld();
const journals = [journal, (await joinJournal(nats)).journal, (await joinJournal(nats)).journal];

/** Loads, decides and appends until the visit is counted; gives the conflicts on the way that were none. */
async function countOneVisit(on: Journal, subject: string): Promise<number> {
  for (let falseConflicts = 0; ; ) {
    const last = await on.last(subject);
    const visits = (last?.data as { visitCount?: number } | undefined)?.visitCount ?? 0;
    const expected = last?.sequence ?? 0;
    try {
      await on.append({ subject, event: linkVisited(visits + 1), expected });
      return falseConflicts;
    } catch (error) {
      if (!(error instanceof JournalConflict)) throw error;
      if (error.lastSequence === expected) falseConflicts++;
    }
  }
}

test("given any number of writers on one link, when each counts its visits, then none is lost, doubled or refused without reason", async () => {
  const writers = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(writers, async (visitsOfWriters) => {
      const subject = linkSubject(someUser());
      await journal.append({ subject, event: linkSaved(), expected: 0 });

      const falseConflicts = await Promise.all(
        visitsOfWriters.map(async (visits, writer) => {
          let sum = 0;
          const on = journals[writer % journals.length] as Journal;
          for (let visit = 0; visit < visits; visit++) sum += await countOneVisit(on, subject);
          return sum;
        }),
      );

      const total = visitsOfWriters.reduce((sum, visits) => sum + visits, 0);
      const events = (await journal.readAggregate(subject)).slice(1);
      expect(events.map(({ data }) => (data as { visitCount: number }).visitCount)).toEqual(
        Array.from({ length: total }, (_, visit) => visit + 1),
      );
      expect(new Set(events.map(({ id }) => id)).size).toBe(total);
      expect(falseConflicts.every((count) => count === 0)).toBe(true);
    }),
    { numRuns: 25 },
  );
});
