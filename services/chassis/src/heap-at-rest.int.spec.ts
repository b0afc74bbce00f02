import { getHeapStatistics } from "node:v8";
import { eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { collectAtRest } from "./heap-at-rest.ts";

const MEGABYTES = 2 ** 20;
const heap = (): number => getHeapStatistics().total_heap_size / MEGABYTES;

test("given a process that rests after work, then its heap gives back what the work left", async () => {
  const before = heap();
  let work: unknown[] | undefined = Array.from({ length: 400_000 }, (_, n) => ({ n, text: `item ${n}` }));
  expect(work).toHaveLength(400_000);
  work = undefined;
  expect(heap()).toBeGreaterThan(before + 15);

  collectAtRest(100);

  await eventually(() => expect(heap()).toBeLessThan(before + 5));
});
