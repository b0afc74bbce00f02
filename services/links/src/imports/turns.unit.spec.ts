import { randomUUID } from "node:crypto";
import type { ImportJob } from "@satchel/chassis";
import { expect, test } from "vitest";
import { LARGE_BYTES, LARGE_RUNNING, TURN_MS } from "./limits.ts";
import { ImportTurns } from "./turns.ts";

const account = (): ImportJob["userId"] => randomUUID() as string as ImportJob["userId"];
const job = (userId: ImportJob["userId"], bytes: number) => ({ userId, bytes }) as ImportJob;
const waits = { deferFor: TURN_MS };
/** Begins an import that ends when `end` is called. */
function begin(turns: ImportTurns, one: ImportJob) {
  let end = (): void => {};
  const ended = new Promise<true>((resolve) => {
    end = () => resolve(true);
  });
  return { result: turns.run(one, () => ended), end };
}

test("given an import of an account, when another of it comes, then it waits until the first has ended or failed", async () => {
  const turns = new ImportTurns();
  const userId = account();
  const first = begin(turns, job(userId, 1));

  expect(await begin(turns, job(userId, 1)).result).toEqual(waits);

  first.end();
  expect(await first.result).toBe(true);
  await expect(turns.run(job(userId, 1), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await turns.run(job(userId, 1), async () => "done")).toBe("done");
});

test("given imports of large files, when more come, then a large one waits and a small one does not", async () => {
  const turns = new ImportTurns();
  const large = Array.from({ length: LARGE_RUNNING }, () => begin(turns, job(account(), LARGE_BYTES + 1)));

  expect(await begin(turns, job(account(), LARGE_BYTES + 1)).result).toEqual(waits);
  expect(await turns.run(job(account(), LARGE_BYTES), async () => "done")).toBe("done");

  large[0]?.end();
  await large[0]?.result;
  expect(await turns.run(job(account(), LARGE_BYTES + 1), async () => "done")).toBe("done");
});
