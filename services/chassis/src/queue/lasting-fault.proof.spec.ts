import { eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { someUser } from "../../test/links.ts";
import { userQueues } from "../../test/user-queues.ts";
import { openJournalWorld } from "../../test/world.ts";

const { queue, save, isEmpty } = userQueues(await openJournalWorld());

test("given work that always meets a fault of the database, then it is repeated more and more rarely, and what is behind it is done at once", async () => {
  const user = someUser();
  const [bad] = await save(user);
  const tries: number[] = [];
  const done: string[] = [];
  await queue(user, {
    concurrency: 1,
    attempts: 1,
    handle: async ({ id }) => {
      if (id !== bad) {
        done.push(id);
        return "done";
      }
      tries.push(Date.now());
      if (tries.length < 5) throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      return "done";
    },
  });
  const behind = await save(user, 3);
  await eventually(() => expect(done).toEqual(behind));
  expect(tries.length).toBeLessThan(5);
  await eventually(() => expect(tries).toHaveLength(5));
  const waits = tries.slice(1).map((at, n) => at - (tries[n] ?? 0));
  // By the server's clock.
  for (const [n, wait] of [5000, 5000, 5000, 10_000].entries()) expect(waits[n]).toBeGreaterThanOrEqual(wait - 100);
  await isEmpty(user);
});
