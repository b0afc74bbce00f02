import { randomUUID } from "node:crypto";
import { aggregateSubject, HISTORY_PAGE_SIZE, partitionOf } from "@satchel/contracts";
import { appendAll } from "@satchel/testing";
import { expect, test } from "vitest";
import { forTests, newUser, save, startSystem } from "../../test/system.ts";
import { readLinkHistory } from "./read-history.ts";
import { visitLink } from "./visit.ts";

const VISITS = 100_000;

test("given a link was visited a hundred thousand times, when its history is read or it is visited again, then that reads a page, or one event", async () => {
  const system = await startSystem();
  const { journal, db, progress } = system;
  const userId = newUser();
  const linkId = await save(system, userId, "https://example.com/");
  const subject = aggregateSubject(userId, "links", linkId);
  const saved = (await journal.last(subject))?.sequence ?? 0;
  // Longer ago than a minute, as nearly all visits are.
  const time = new Date(Date.now() - 3_600_000);
  const visits = Array.from({ length: VISITS }, (_, n) => ({
    id: randomUUID(),
    type: "LinkVisited",
    data: { visitCount: n + 1 },
    time,
  }));
  const sequence = await appendAll(journal, subject, visits, saved);
  while (!(await progress.reached({ projection: "links", partition: partitionOf(userId), sequence }, 1000)));
  const messages = async (work: () => Promise<unknown>): Promise<number> => {
    const before = journal.nc.stats().inMsgs;
    await work();
    return journal.nc.stats().inMsgs - before;
  };
  const context = () => ({ commandId: randomUUID(), retry: false });

  const read = readLinkHistory({ journal, db });
  expect(await messages(() => read({ userId, linkId }))).toBeLessThanOrEqual(HISTORY_PAGE_SIZE + 5);

  const visit = visitLink({ journal, db, progress, now: Date.now, ...forTests });
  const target = { userId, linkId, sessionId: randomUUID() as never };
  // The newest event, and the answer to the append; beside them what the tables tell of their progress.
  expect(await messages(() => visit(target, context()))).toBeLessThan(10);
}, 600_000);
