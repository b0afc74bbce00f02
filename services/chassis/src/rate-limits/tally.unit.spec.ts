import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { batchMs, giveBack, grant, type Tally } from "./tally.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 12);
const limit = { count: 3, seconds: 60 };

const taken = (tally: Tally, now: number, of = limit): Tally => {
  const taking = grant(tally, of, 1, now);
  if (taking.kind !== "granted") throw new Error("room was expected");
  return taking.tally;
};

/** Somebody who tries at each of these times, in order. @returns the times that were let through */
const letThrough = (times: readonly number[], of = limit): number[] => {
  let tally: Tally = [];
  return times.filter((time) => {
    const taking = grant(tally, of, 1, time);
    if (taking.kind === "granted") tally = taking.tally;
    return taking.kind === "granted";
  });
};

const timesInOrder = fc
  .array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 })
  .map((steps) => steps.reduce<number[]>((times, step) => [...times, (times.at(-1) ?? NOW) + step], []));
const limits = fc.record({ count: fc.integer({ min: 1, max: 8 }), seconds: fc.integer({ min: 1, max: 90 }) });

describe("a limit", () => {
  test("given as many as allowed, when one more comes, then it is refused with the time at which the first of them expires", () => {
    const full = taken(taken(taken([], NOW), NOW + 1000), NOW + 2000);

    expect(grant(full, limit, 1, NOW + 30_000)).toEqual({ kind: "limited", retryAfter: 30 });
    expect(grant(full, limit, 1, NOW + 59_999)).toEqual({ kind: "limited", retryAfter: 1 });
    expect(grant(full, limit, 1, NOW + 60_000)).toEqual({
      kind: "granted",
      count: 1,
      tally: [NOW + 1000, NOW + 2000, NOW + 60_000].map((time) => [time, 1]),
    });
  });

  test("given more than allowed, since it was lowered, when one more comes, then it waits until enough are old", () => {
    const tally = [0, 10, 20, 30, 40].map((seconds): [number, number] => [NOW + seconds * 1000, 1]);
    expect(grant(tally, limit, 1, NOW + 40_000)).toEqual({ kind: "limited", retryAfter: 40 });
  });

  test("given a use that was given back, then another one is allowed", () => {
    const full = taken(taken(taken([], NOW), NOW + 1000), NOW + 2000);
    expect(grant(giveBack(full, NOW + 1000), limit, 1, NOW + 3000).kind).toBe("granted");
    expect(giveBack([[NOW, 2]], NOW)).toEqual([[NOW, 1]]);
    expect(giveBack([[NOW, 1]], NOW)).toEqual([]);
    expect(giveBack([[NOW, 1]], NOW + 1)).toEqual([[NOW, 1]]);
  });

  test("given uses that were counted while the clock was years ahead, when it is right again, then they do not count", () => {
    const ahead = NOW + 12 * 365 * 24 * 3600_000;
    const full = taken(taken(taken([], ahead), ahead), ahead);

    expect(grant(full, limit, 1, NOW)).toEqual({ kind: "granted", count: 1, tally: [[NOW, 1]] });
  });

  test("given uses of a replica whose clock is a little ahead, then they count", () => {
    const full = taken(taken(taken([], NOW + 5000), NOW + 5000), NOW + 5000);
    expect(grant(full, limit, 1, NOW)).toEqual({ kind: "limited", retryAfter: 65 });
  });

  test("holds in every window of time, for any distribution of attempts", () => {
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

  test("grants a caller that waits the announced time, and refuses one that comes a second earlier", () => {
    fc.assert(
      fc.property(timesInOrder, limits, (times, of) => {
        let tally: Tally = [];
        for (const time of times) {
          const taking = grant(tally, of, 1, time);
          if (taking.kind === "granted") tally = taking.tally;
          else {
            expect(taking.retryAfter).toBeGreaterThanOrEqual(1);
            expect(grant(tally, of, 1, time + taking.retryAfter * 1000).kind).toBe("granted");
            expect(grant(tally, of, 1, time + (taking.retryAfter - 1) * 1000).kind).toBe("limited");
          }
        }
      }),
    );
  });

  test("counts the same in any order of entries, because clocks differ", () => {
    fc.assert(
      fc.property(timesInOrder, limits, fc.integer({ min: 0, max: 100_000 }), (times, of, later) => {
        const now = (times.at(-1) ?? NOW) + later;
        const tally = times.map((time): [number, number] => [time, 1]);
        const forth = grant(tally, of, 1, now);
        const back = grant(tally.toReversed(), of, 1, now);
        expect(back.kind).toBe(forth.kind);
        if (forth.kind === "limited") expect(back).toEqual(forth);
      }),
    );
  });

  test("holds in every window of time when many are granted together and used as late as possible", () => {
    const hour = { count: 10, seconds: 3600 };
    const asks = fc.array(fc.tuple(fc.integer({ min: 0, max: 1_200_000 }), fc.integer({ min: 1, max: 12 })), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(asks, fc.boolean(), (steps, late) => {
        const used: number[] = [];
        let [tally, now]: [Tally, number] = [[], NOW];
        for (const [pause, wanted] of steps) {
          now += pause;
          const granted = grant(tally, hour, wanted, now);
          if (granted.kind === "limited") continue;
          tally = granted.tally;
          // One that is granted alone is used at once.
          const at = late && granted.count > 1 ? now + batchMs(hour) : now;
          for (let i = 0; i < granted.count; i++) used.push(at);
        }
        for (const begin of used)
          expect(used.filter((at) => at >= begin && at < begin + 3_600_000).length).toBeLessThanOrEqual(hour.count);
      }),
    );
  });

  test("given a request for more than the limit allows, then as many are granted as it allows", () => {
    const first = grant([], { count: 10, seconds: 3600 }, 25, NOW);
    expect(first).toMatchObject({ kind: "granted", count: 10 });
    if (first.kind !== "granted") return;
    expect(grant(first.tally, { count: 10, seconds: 3600 }, 1, NOW + 1000)).toEqual({
      kind: "limited",
      retryAfter: 3600 + 300 - 1,
    });
  });
});
