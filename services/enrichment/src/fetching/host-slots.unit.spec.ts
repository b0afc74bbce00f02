import { setMaxListeners } from "node:events";
import { FETCH_MS } from "@satchel/contracts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HOST_CONNECTIONS, HOST_WAITING } from "../limits.ts";
import { FetchFault } from "./fetch-failure.ts";
import { createHostSlots, type HostSlots } from "./host-slots.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = new AbortController().signal;
setMaxListeners(0, never);

/** A fetch that ends when the test says so; `state` is `waits` until it has its slot. */
function fetching(slots: HostSlots, host: string, { owner = "anna", isFollowUp = false, signal = never } = {}) {
  const fetch = { state: "waits", fault: undefined as FetchFault | undefined, end: (): void => undefined };
  const work = () => {
    fetch.state = "runs";
    return new Promise<void>((resolve) => (fetch.end = resolve));
  };
  slots.run(host, work, { owner, isFollowUp, signal }).then(
    () => (fetch.state = "done"),
    (fault) => Object.assign(fetch, { state: fault.reason, fault }),
  );
  return fetch;
}

const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const soon = () => vi.advanceTimersByTimeAsync(0);

describe("given as many fetches of a host as may connect to it", () => {
  test("then one more waits until one of them is done, and another host's does not", async () => {
    const slots = createHostSlots();
    const [first] = many(HOST_CONNECTIONS, () => fetching(slots, "a.example"));
    const next = fetching(slots, "a.example");
    const elsewhere = fetching(slots, "b.example");
    await soon();
    expect([next.state, elsewhere.state]).toEqual(["waits", "runs"]);
    first?.end();
    await soon();
    expect([first?.state, next.state]).toEqual(["done", "runs"]);
  });

  test("when as many of an account wait as may, then its others are deferred, each to a later time", async () => {
    const slots = createHostSlots();
    many(HOST_CONNECTIONS + HOST_WAITING, () => fetching(slots, "a.example"));
    const others = many(20, () => fetching(slots, "a.example"));
    await soon();
    expect(new Set(others.map(({ state }) => state))).toEqual(new Set(["host-busy"]));
    const times = others.map(({ fault }) => fault?.retryAfterMs ?? 0);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  });

  test("when very many of one account are deferred, then another account's waits, has its turn after one of theirs, and is deferred to no late time", async () => {
    const slots = createHostSlots();
    const running = many(HOST_CONNECTIONS, () => fetching(slots, "a.example"));
    const waiting = many(HOST_WAITING, () => fetching(slots, "a.example"));
    const deferred = many(500, () => fetching(slots, "a.example"));
    const other = fetching(slots, "a.example", { owner: "bert" });
    const own = many(HOST_WAITING, () => fetching(slots, "a.example", { owner: "bert" }));
    await soon();
    expect([deferred.at(-1)?.state, other.state]).toEqual(["host-busy", "waits"]);
    expect(own.at(-1)?.fault?.retryAfterMs).toBeLessThan(deferred[10]?.fault?.retryAfterMs ?? 0);
    for (const { end } of running) end();
    await soon();
    expect([...waiting, other].map(({ state }) => state)).toEqual(["runs", "waits", "runs"]);
  });

  test("when what follows up on a page comes, then it waits however many do", async () => {
    const slots = createHostSlots();
    const fetches = many(HOST_CONNECTIONS + HOST_WAITING, () => fetching(slots, "a.example"));
    const pictures = many(10, () => fetching(slots, "a.example", { isFollowUp: true }));
    await soon();
    expect(new Set(pictures.map(({ state }) => state))).toEqual(new Set(["waits"]));
    for (const fetch of [...fetches, ...pictures]) {
      fetch.end();
      await soon();
    }
    expect(new Set([...fetches, ...pictures].map(({ state }) => state))).toEqual(new Set(["done"]));
  });

  test("when one waits for longer than a fetch takes, then it is deferred, and one that has begun is not", async () => {
    const slots = createHostSlots();
    const [first, second] = many(HOST_CONNECTIONS, () => fetching(slots, "a.example"));
    const waiting = many(HOST_WAITING, () => fetching(slots, "a.example"));
    await soon();
    first?.end();
    await vi.advanceTimersByTimeAsync(2 * FETCH_MS);
    expect([second, ...waiting].map((fetch) => fetch?.state)).toEqual(["runs", "runs", "host-busy"]);
  });

  test("when the process stops, then what waits ends as aborted, and what has begun, or follows up on a page, goes on", async () => {
    const stopping = new AbortController();
    const slots = createHostSlots(stopping.signal);
    const running = many(HOST_CONNECTIONS, () => fetching(slots, "a.example"));
    const waiting = fetching(slots, "a.example");
    const picture = fetching(slots, "a.example", { isFollowUp: true });
    stopping.abort();
    await soon();
    running[0]?.end();
    await soon();
    expect([...running, waiting, picture].map(({ state }) => state)).toEqual(["done", "runs", "aborted", "runs"]);
  });

  test("when one that waits is aborted, then it leaves its place in the queue to others", async () => {
    const slots = createHostSlots();
    const [first] = many(HOST_CONNECTIONS, () => fetching(slots, "a.example"));
    const abort = new AbortController();
    const aborted = many(HOST_WAITING, () => fetching(slots, "a.example", { signal: abort.signal }));
    abort.abort(new FetchFault("aborted", "the service stops"));
    await soon();
    const next = fetching(slots, "a.example");
    first?.end();
    await soon();
    expect([...aborted.map(({ state }) => state), next.state]).toEqual(["aborted", "aborted", "runs"]);
  });
});
