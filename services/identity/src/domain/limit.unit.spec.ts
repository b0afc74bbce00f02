import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { giveBack, takeOne, type Tally } from "./limit.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 12);
const limit = { count: 3, seconds: 60 };

const taken = (tally: Tally, now: number, of = limit): Tally => {
  const taking = takeOne(tally, of, now);
  if (taking.kind !== "taken") throw new Error("room was expected");
  return taking.tally;
};

/** Somebody who tries at each of these times, in order. @returns the times that were let through */
const letThrough = (times: readonly number[], of = limit): number[] => {
  let tally: Tally = [];
  return times.filter((time) => {
    const taking = takeOne(tally, of, time);
    if (taking.kind === "taken") tally = taking.tally;
    return taking.kind === "taken";
  });
};

const timesInOrder = fc
  .array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 })
  .map((steps) => steps.reduce<number[]>((times, step) => [...times, (times.at(-1) ?? NOW) + step], []));
const limits = fc.record({ count: fc.integer({ min: 1, max: 8 }), seconds: fc.integer({ min: 1, max: 90 }) });

describe("a limit", () => {
  test("given as many as allowed, when one more comes, then it is told when the first of them is old enough", () => {
    const full = taken(taken(taken([], NOW), NOW + 1000), NOW + 2000);

    expect(takeOne(full, limit, NOW + 30_000)).toEqual({ kind: "limited", retryAfter: 30 });
    expect(takeOne(full, limit, NOW + 59_999)).toEqual({ kind: "limited", retryAfter: 1 });
    expect(takeOne(full, limit, NOW + 60_000)).toEqual({
      kind: "taken",
      tally: [NOW + 1000, NOW + 2000, NOW + 60_000],
    });
  });

  test("given more than allowed, since it was lowered, when one more comes, then it waits until enough are old", () => {
    const tally = [0, 10, 20, 30, 40].map((seconds) => NOW + seconds * 1000);
    expect(takeOne(tally, limit, NOW + 40_000)).toEqual({ kind: "limited", retryAfter: 40 });
  });

  test("given one that was taken back, when another comes, then there is room for it", () => {
    const full = taken(taken(taken([], NOW), NOW + 1000), NOW + 2000);
    expect(takeOne(giveBack(full, NOW + 1000), limit, NOW + 3000).kind).toBe("taken");
    expect(giveBack([NOW, NOW], NOW)).toEqual([NOW]);
    expect(giveBack([NOW], NOW + 1)).toEqual([NOW]);
  });

  test("holds in every stretch of time, however the tries are spread", () => {
    fc.assert(
      fc.property(timesInOrder, limits, (times, of) => {
        const through = letThrough(times, of);
        for (const begin of through) {
          const within = through.filter((time) => time >= begin && time < begin + of.seconds * 1000);
          expect(within.length).toBeLessThanOrEqual(of.count);
        }
      }),
    );
  });

  test("lets through whoever waits as long as told, and nobody who comes a second earlier", () => {
    fc.assert(
      fc.property(timesInOrder, limits, (times, of) => {
        let tally: Tally = [];
        for (const time of times) {
          const taking = takeOne(tally, of, time);
          if (taking.kind === "taken") tally = taking.tally;
          else {
            expect(taking.retryAfter).toBeGreaterThanOrEqual(1);
            expect(takeOne(tally, of, time + taking.retryAfter * 1000).kind).toBe("taken");
            expect(takeOne(tally, of, time + (taking.retryAfter - 1) * 1000).kind).toBe("limited");
          }
        }
      }),
    );
  });

  test("counts the same whatever order clocks that differ have written in", () => {
    fc.assert(
      fc.property(timesInOrder, limits, fc.integer({ min: 0, max: 100_000 }), (times, of, later) => {
        const now = (times.at(-1) ?? NOW) + later;
        const forth = takeOne(times, of, now);
        const back = takeOne(times.toReversed(), of, now);
        expect(back.kind).toBe(forth.kind);
        if (forth.kind === "limited") expect(back).toEqual(forth);
      }),
    );
  });
});
