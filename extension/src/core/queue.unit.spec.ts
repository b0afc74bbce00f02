import { describe, expect, test } from "vitest";
import {
  countWaiting,
  enqueued,
  isFull,
  nextOf,
  QUEUE_MAX,
  type Queue,
  without,
  withoutSent,
  withRefusal,
} from "./queue.ts";

const [rye, oats] = ["https://site.example/rye", "https://site.example/oats"];
const two: Queue = enqueued(enqueued([], { url: rye, title: "Rye" }, 1), { url: oats }, 2);

describe("given pages that wait", () => {
  test("when one is wanted again, then it waits once, in its turn, with the new fields", () => {
    const again = enqueued(two, { url: rye, title: undefined, place: { id: 3 } }, 5);
    expect(again).toEqual([
      { url: rye, title: "Rye", place: { id: 3 }, enqueuedAt: 1 },
      { url: oats, enqueuedAt: 2 },
    ]);
  });

  test("when the first was not taken, then the next one's turn comes; wanted again, it is sent again", () => {
    const refused = withRefusal(two, rye, "No.");
    expect(nextOf(refused)?.url).toBe(oats);
    expect(countWaiting(refused)).toBe(1);
    expect(nextOf(enqueued(refused, { url: rye }, 9))).toEqual({ url: rye, title: "Rye", enqueuedAt: 1 });
  });

  test("when one was sent, then it goes, unless it changed meanwhile", () => {
    const [sent] = two;
    if (sent === undefined) throw new Error("empty");
    expect(withoutSent(two, sent)).toEqual(without(two, rye));
    const noted = enqueued(two, { url: rye, note: "Look" }, 3);
    expect(withoutSent(noted, sent)).toEqual(noted);
  });
});

test("given a full queue, when another page comes, then there is no place for it, but for one that waits already", () => {
  let queue: Queue = [];
  for (let n = 0; n < QUEUE_MAX; n += 1) queue = enqueued(queue, { url: `${rye}/${n}` }, n);
  expect(isFull(queue, { url: oats })).toBe(true);
  expect(isFull(queue, { url: `${rye}/0` })).toBe(false);
});
