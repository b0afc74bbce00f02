import { expect, test } from "vitest";
import { earlierDays } from "./earlier-days.ts";

const shown = (now: string, zone: string): string[] =>
  earlierDays(new Date(now), zone).map(({ from, until }) => `${from.toISOString()} ${until.toISOString()}`);

test("a day is that of the zone, in each of fifteen years", () => {
  const days = shown("2026-11-25T23:30:00Z", "Europe/Berlin");
  expect(days).toHaveLength(15);
  expect(days[0]).toBe("2025-11-25T23:00:00.000Z 2025-11-26T23:00:00.000Z");
  expect(days.at(-1)).toBe("2011-11-25T23:00:00.000Z 2011-11-26T23:00:00.000Z");
});

test("a day on which the clocks changed has 23 or 25 hours", () => {
  expect(shown("2026-03-30T12:00:00Z", "Europe/Berlin")[0]).toBe("2025-03-29T23:00:00.000Z 2025-03-30T22:00:00.000Z");
});

test("the 29th of February is in leap years alone; an unknown zone is UTC", () => {
  expect(shown("2028-02-29T12:00:00Z", "Mars/Olympus").map((day) => day.slice(0, 10))).toEqual([
    "2024-02-29",
    "2020-02-29",
    "2016-02-29",
  ]);
});
