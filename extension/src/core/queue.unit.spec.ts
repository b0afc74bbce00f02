import { describe, expect, test } from "vitest";
import {
  accountOf,
  enqueued,
  isFull,
  QUEUE_MAX,
  type Queue,
  waitingFor,
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
    const refused = withRefusal(two, { url: rye }, "No.");
    expect(waitingFor(refused, undefined).map(({ url }) => url)).toEqual([oats]);
    expect(waitingFor(enqueued(refused, { url: rye }, 9), undefined)[0]).toEqual({
      url: rye,
      title: "Rye",
      enqueuedAt: 1,
    });
  });

  test("when one was sent, then it goes, unless it changed meanwhile", () => {
    const [sent] = two;
    if (sent === undefined) throw new Error("empty");
    expect(withoutSent(two, sent)).toEqual(without(two, { url: rye }));
    const noted = enqueued(two, { url: rye, note: "Look" }, 3);
    expect(withoutSent(noted, sent)).toEqual(noted);
  });
});

describe("given a page that waits for one account", () => {
  const [anna, ben] = ["anna", "ben"].map((name) =>
    accountOf({ email: `${name}@post.example`, server: "https://satchel.example" }),
  );
  const annas = enqueued([], { url: rye, note: "Secret", place: { id: 3 } }, 1, anna);

  test("when another one is connected, then it waits on, and is sent to the first alone", () => {
    expect(waitingFor(annas, ben)).toEqual([]);
    expect(waitingFor(annas, undefined)).toEqual([]);
    expect(waitingFor(annas, anna)).toEqual(annas);
  });

  test("when the other one saves the same page, then each has its own", () => {
    const both = enqueued(annas, { url: rye }, 2, ben);
    expect(waitingFor(both, ben)).toEqual([{ url: rye, account: ben, enqueuedAt: 2 }]);
    expect(waitingFor(both, anna)).toEqual(annas);
    expect(withRefusal(both, { url: rye, account: ben }, "No.").map(({ refused }) => refused)).toEqual([
      undefined,
      "No.",
    ]);
    expect(without(both, { url: rye, account: ben })).toEqual(annas);
  });

  test("when another page is saved while nobody is connected, then the next account gets it", () => {
    const later = enqueued(annas, { url: oats }, 2);
    expect(waitingFor(later, ben).map(({ url }) => url)).toEqual([oats]);
    expect(waitingFor(later, anna).map(({ url }) => url)).toEqual([rye, oats]);
  });
});

test("given a full queue, when another page comes, then there is no place for it, but for one that waits already", () => {
  let queue: Queue = [];
  for (let n = 0; n < QUEUE_MAX; n += 1) queue = enqueued(queue, { url: `${rye}/${n}` }, n);
  expect(isFull(queue, { url: oats })).toBe(true);
  expect(isFull(queue, { url: `${rye}/0` })).toBe(false);
});
