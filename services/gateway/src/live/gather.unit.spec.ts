import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { frameOf, type Gathered, liveEvents } from "./frames.ts";
import { gatherer } from "./gather.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setup = () => {
  const handedOn: Record<string, (string | number)[]>[] = [];
  const changes = gatherer(50, (gathered: Gathered) => {
    handedOn.push(Object.fromEntries([...gathered].map(([name, ids]) => [name, [...ids]])));
  });
  return { handedOn, changes };
};

test("a single change is handed on at once, and nothing follows it", () => {
  const { handedOn, changes } = setup();

  changes.add("links", ["a"]);
  expect(handedOn).toEqual([{ links: ["a"] }]);

  vi.advanceTimersByTime(500);
  expect(handedOn).toHaveLength(1);
});

test("what follows within 50 ms is gathered, each id once", () => {
  const { handedOn, changes } = setup();
  changes.add("links", ["a"]);

  changes.add("links", ["b", "c"]);
  changes.add("folders", [1]);
  changes.add("links", ["b"]);
  vi.advanceTimersByTime(49);
  expect(handedOn).toHaveLength(1);
  vi.advanceTimersByTime(1);

  expect(handedOn[1]).toEqual({ links: ["b", "c"], folders: [1] });
});

test("a lasting burst is an event every 50 ms", () => {
  const { handedOn, changes } = setup();

  for (let ms = 0; ms < 1000; ms++) {
    changes.add("links", [ms]);
    vi.advanceTimersByTime(1);
  }

  expect(handedOn.length).toBeLessThanOrEqual(21);
  vi.advanceTimersByTime(50);
  expect(handedOn.flatMap(({ links }) => links)).toHaveLength(1000);
});

test("after a stop nothing is handed on", () => {
  const { handedOn, changes } = setup();
  changes.add("links", ["a"]);
  changes.add("links", ["b"]);

  changes.stop();
  vi.advanceTimersByTime(500);

  expect(handedOn).toHaveLength(1);
});

test("projections become the kinds of events that pages know; others are passed over", () => {
  const gathered = new Map<string, Set<string | number>>([
    ["links", new Set(["a", "b"])],
    ["folders", new Set([3])],
    ["identity", new Set(["a"])],
    ["unheard-of", new Set(["a"])],
  ]);

  expect(liveEvents(gathered)).toEqual([
    { type: "links", ids: ["a", "b"] },
    { type: "folders", ids: [3] },
    { type: "account" },
  ]);
});

test("more changes than are worth naming are one hello, at which a page loads everything", () => {
  const ids = new Set(Array.from({ length: 501 }, (_, n) => `${n}`));
  expect(liveEvents(new Map([["links", ids]]))).toEqual([{ type: "hello" }]);
});

test("an event is its name and one line of JSON", () => {
  expect(frameOf({ type: "folders", ids: [1] })).toBe('event: folders\ndata: {"type":"folders","ids":[1]}\n\n');
});
