import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { takeSome, type Tally } from "./mail-window.ts";

const HOUR = { count: 10, seconds: 3600 };
const MINUTE = 60_000;

describe("given nothing was counted", () => {
  test("as many as the limit are granted, and no more", () => {
    const { granted, tally } = takeSome([], HOUR, 25, 0);
    expect(granted).toBe(10);
    expect(takeSome(tally, HOUR, 1, 1000).granted).toBe(0);
  });
});

describe("given the limit was used up", () => {
  test("nothing is granted within the hour; after it, all of it again", () => {
    const { tally } = takeSome([], HOUR, 10, 0);
    expect(takeSome(tally, HOUR, 1, 59 * MINUTE).granted).toBe(0);
    expect(takeSome(tally, HOUR, 99, 66 * MINUTE).granted).toBe(10);
  });

  test("little by little, then there is room little by little", () => {
    let tally: Tally = [];
    for (let i = 0; i < 10; i++) ({ tally } = takeSome(tally, HOUR, 1, i * 6 * MINUTE));
    expect(takeSome(tally, HOUR, 5, 57 * MINUTE).granted).toBe(0);
    expect(takeSome(tally, HOUR, 5, 66 * MINUTE).granted).toBeGreaterThan(0);
    expect(takeSome(tally, HOUR, 5, 66 * MINUTE).granted).toBeLessThan(5);
  });
});

test("no stretch of an hour ever holds more than the limit, and a tally stays small", () => {
  const asks = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 * MINUTE }), fc.integer({ min: 1, max: 12 })), {
    maxLength: 80,
  });
  fc.assert(
    fc.property(asks, (steps) => {
      const granted: number[] = [];
      let tally: Tally = [];
      let now = 0;
      for (const [pause, wanted] of steps) {
        now += pause;
        const taking = takeSome(tally, HOUR, wanted, now);
        tally = taking.tally;
        for (let i = 0; i < taking.granted; i++) granted.push(now);
        const begin = now;
        expect(granted.filter((at) => begin - at < 60 * MINUTE).length).toBeLessThanOrEqual(HOUR.count);
        expect(tally.length).toBeLessThanOrEqual(13);
      }
    }),
  );
});
