import { setMaxListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FOLLOW_UP_WAIT_MS, HOST_CONNECTIONS, HOST_LINE, HOST_WAIT_MS, PUT_OFF_MS, PUT_OFF_MS_MAX } from "../limits.ts";
import type { FetchFault } from "./fetch-failure.ts";
import { createHostPlaces, type HostPlaces, openSeat, ownPlace, type Place } from "./host-places.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = new AbortController().signal;
setMaxListeners(0, never);
const page = { followUp: false, signal: never };
const picture = { followUp: true, signal: never };

/** What becomes of a wish: `waits` until it has a place or is put off. */
function follow(wish: Promise<Place>) {
  const state = { is: "waits", place: undefined as Place | undefined, fault: undefined as FetchFault | undefined };
  wish.then(
    (place) => Object.assign(state, { is: "in", place }),
    (fault) => Object.assign(state, { is: "put off", fault }),
  );
  return state;
}

async function fill(places: HostPlaces, host: string): Promise<Place[]> {
  return Promise.all(Array.from({ length: HOST_CONNECTIONS }, () => places.take(host, page)));
}

describe("given as many fetches of a host as may connect to it", () => {
  test("then one more waits, and has its turn when one is done", async () => {
    const places = createHostPlaces();
    const [first] = await fill(places, "a.example");
    const third = follow(places.take("a.example", page));
    await vi.advanceTimersByTimeAsync(100);
    expect(third.is).toBe("waits");
    first?.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(third.is).toBe("in");
  });

  test("then another host is not concerned", async () => {
    const places = createHostPlaces();
    await fill(places, "a.example");
    await fill(places, "b.example");
  });

  test("then nobody slips in before those who wait, and a place given back twice is one place", async () => {
    const places = createHostPlaces();
    const [first] = await fill(places, "a.example");
    const waiting = follow(places.take("a.example", page));
    first?.release();
    first?.release();
    const late = follow(places.take("a.example", page));
    await vi.advanceTimersByTimeAsync(10);
    expect([waiting.is, late.is]).toEqual(["in", "waits"]);
  });

  test("then who waits too long is put off", async () => {
    const places = createHostPlaces();
    await fill(places, "a.example");
    const third = follow(places.take("a.example", page));
    await vi.advanceTimersByTimeAsync(HOST_WAIT_MS);
    expect(third).toMatchObject({ is: "put off", fault: { reason: "host-busy" } });
    expect(third.fault?.retryAfterMs).toBeGreaterThan(0);
  });

  test("then who finds the line full is put off at once, each to a later time", async () => {
    const places = createHostPlaces();
    await fill(places, "a.example");
    for (let i = 0; i < HOST_LINE; i++) follow(places.take("a.example", page));
    const others = Array.from({ length: 100 }, () => follow(places.take("a.example", page)));
    await vi.advanceTimersByTimeAsync(0);
    const times = others.map(({ fault }) => fault?.retryAfterMs ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBe(99 * PUT_OFF_MS);
  });

  test("then however many are put off, none is for ever", async () => {
    const places = createHostPlaces();
    await fill(places, "a.example");
    for (let i = 0; i < HOST_LINE; i++) follow(places.take("a.example", page));
    const others = Array.from({ length: 10_000 }, () => follow(places.take("a.example", page)));
    await vi.advanceTimersByTimeAsync(0);
    expect(Math.max(...others.map(({ fault }) => fault?.retryAfterMs ?? Number.NaN))).toBeLessThanOrEqual(
      PUT_OFF_MS_MAX,
    );
  });

  test("then what belongs to a page goes first, is never turned away at the door, and waits longer", async () => {
    const places = createHostPlaces();
    const [first] = await fill(places, "a.example");
    const pages = Array.from({ length: HOST_LINE }, () => follow(places.take("a.example", page)));
    const pictures = Array.from({ length: 5 }, () => follow(places.take("a.example", picture)));
    first?.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(pictures.map(({ is }) => is)).toEqual(["in", "waits", "waits", "waits", "waits"]);
    expect(pages.map(({ is }) => is)).toEqual(pages.map(() => "waits"));
    await vi.advanceTimersByTimeAsync(HOST_WAIT_MS);
    expect(pages.map(({ is }) => is)).toEqual(pages.map(() => "put off"));
    expect(pictures[1]?.is).toBe("waits");
    await vi.advanceTimersByTimeAsync(FOLLOW_UP_WAIT_MS);
    expect(pictures[1]?.is).toBe("put off");
  });

  test("then who is given up while waiting leaves the line to the others", async () => {
    const places = createHostPlaces();
    const [first] = await fill(places, "a.example");
    const giveUp = new AbortController();
    const given = follow(places.take("a.example", { followUp: false, signal: giveUp.signal }));
    const next = follow(places.take("a.example", page));
    giveUp.abort();
    first?.release();
    await vi.advanceTimersByTimeAsync(0);
    expect([given.is, next.is]).toEqual(["put off", "in"]);
  });
});

describe("given places that all processes share", () => {
  test("when they are taken, then a fetch looks again and again, and is put off in the end", async () => {
    let free = 0;
    let looks = 0;
    const leases = { tryTake: async () => (looks++, free-- > 0 ? ownPlace() : undefined), close() {} };
    const places = createHostPlaces(leases);
    const first = follow(places.take("a.example", page));
    await vi.advanceTimersByTimeAsync(HOST_WAIT_MS / 2);
    expect([first.is, looks > 2]).toEqual(["waits", true]);
    free = 1;
    await vi.advanceTimersByTimeAsync(HOST_WAIT_MS / 2);
    expect(first.is).toBe("in");
    free = 0;
    const second = follow(places.take("a.example", page));
    await vi.advanceTimersByTimeAsync(HOST_WAIT_MS);
    expect(second).toMatchObject({ is: "put off", fault: { reason: "host-busy" } });
  });

  test("when a fetch is given up just as it gets one, then it is given back", async () => {
    let held = 0;
    const leases = {
      tryTake: async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        held++;
        return { ...ownPlace(), release: () => void held-- };
      },
      close() {},
    };
    const giveUp = new AbortController();
    const state = follow(createHostPlaces(leases).take("a.example", { followUp: false, signal: giveUp.signal }));
    giveUp.abort();
    await vi.advanceTimersByTimeAsync(100);
    expect([state.is, held]).toEqual(["put off", 0]);
  });
});

describe("a fetch that goes from host to host", () => {
  test("gives the place at one back before it asks for another, so that two in opposite directions don't wait for each other", async () => {
    const places = createHostPlaces();
    const there = Array.from({ length: HOST_CONNECTIONS }, () => openSeat(places, page));
    const back = Array.from({ length: HOST_CONNECTIONS }, () => openSeat(places, page));
    await Promise.all([...there.map((seat) => seat.at("a.example")), ...back.map((seat) => seat.at("b.example"))]);
    const crossing = Promise.all([
      ...there.map((seat) => seat.at("b.example")),
      ...back.map((seat) => seat.at("a.example")),
    ]);
    await vi.advanceTimersByTimeAsync(10);
    await crossing;
    for (const seat of [...there, ...back]) seat.leave();
    await fill(places, "a.example");
    await fill(places, "b.example");
  });
});
