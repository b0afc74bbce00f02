import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { frameOf, positionedEvents } from "./frames.ts";
import { gather, type PendingChanges, gatherer } from "./gather.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setup = () => {
  const handedOn: Record<string, (string | number)[]>[] = [];
  const changes = gatherer(50, (gathered: PendingChanges) => {
    handedOn.push(Object.fromEntries([...gathered].map(([name, { ids }]) => [name, [...ids]])));
  });
  return { handedOn, changes };
};

test("a single change is handed on at once, and nothing follows it", () => {
  const { handedOn, changes } = setup();

  changes.add("links", ["a"], 1);
  expect(handedOn).toEqual([{ links: ["a"] }]);

  vi.advanceTimersByTime(500);
  expect(handedOn).toHaveLength(1);
});

test("what follows within 50 ms is gathered, each id once", () => {
  const { handedOn, changes } = setup();
  changes.add("links", ["a"], 1);

  changes.add("links", ["b", "c"], 1);
  changes.add("folders", [1], 1);
  changes.add("links", ["b"], 1);
  vi.advanceTimersByTime(49);
  expect(handedOn).toHaveLength(1);
  vi.advanceTimersByTime(1);

  expect(handedOn[1]).toEqual({ links: ["b", "c"], folders: [1] });
});

test("a lasting burst is an event every 50 ms", () => {
  const { handedOn, changes } = setup();

  for (let ms = 0; ms < 1000; ms++) {
    changes.add("links", [ms], 1);
    vi.advanceTimersByTime(1);
  }

  expect(handedOn.length).toBeLessThanOrEqual(21);
  vi.advanceTimersByTime(50);
  expect(handedOn.flatMap(({ links }) => links)).toHaveLength(1000);
});

test("after a stop nothing is handed on", () => {
  const { handedOn, changes } = setup();
  changes.add("links", ["a"], 1);
  changes.add("links", ["b"], 1);

  changes.stop();
  vi.advanceTimersByTime(500);

  expect(handedOn).toHaveLength(1);
});

const nothing = { links: 0, folders: 0, identity: 0, captures: 0, archive: 0 };
const gathering = (...changes: [kind: string, ids: (string | number)[], sequence: number][]): PendingChanges => {
  const gathered: PendingChanges = new Map();
  for (const change of changes) gather(gathered, ...change);
  return gathered;
};

test("each kind of change becomes the event that pages know, with the position of its reader; others are ignored", () => {
  const gathered = gathering(
    ["links", ["a"], 7],
    ["folders", [3], 5],
    ["links", ["b"], 6],
    ["unheard-of", ["a"], 9],
    ["imports", ["i"], 0],
    ["identity", ["account"], 8],
    ["captures", ["m"], 4],
  );

  expect(positionedEvents(gathered, { ...nothing, folders: 6 })).toEqual([
    {
      event: { type: "links", ids: ["a", "b"] },
      after: { links: 7, folders: 6, identity: 0, captures: 0, archive: 0 },
    },
    { event: { type: "folders", ids: [3] }, after: { links: 7, folders: 6, identity: 0, captures: 0, archive: 0 } },
    { event: { type: "imports", ids: ["i"] }, after: { links: 7, folders: 6, identity: 0, captures: 0, archive: 0 } },
    { event: { type: "account" }, after: { links: 7, folders: 6, identity: 8, captures: 0, archive: 0 } },
    { event: { type: "captures", ids: ["m"] }, after: { links: 7, folders: 6, identity: 8, captures: 4, archive: 0 } },
  ]);
});

test("more changes than are worth naming are one hello, at which a page loads everything", () => {
  const ids = Array.from({ length: 501 }, (_, n) => `${n}`);
  expect(positionedEvents(gathering(["links", ids, 7], ["folders", [1], 8]), nothing)).toEqual([
    { event: { type: "hello" }, after: { links: 7, folders: 8, identity: 0, captures: 0, archive: 0 } },
  ]);
});

test("an event is its name, one line of JSON, and an id", () => {
  expect(frameOf({ type: "folders", ids: [1] }, "x")).toBe(
    'event: folders\ndata: {"type":"folders","ids":[1]}\nid: x\n\n',
  );
});
