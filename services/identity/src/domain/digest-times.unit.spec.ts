import type { DigestTimes } from "@satchel/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isZone, nextDigestAt } from "./digest-times.ts";

const times = (more: Partial<DigestTimes>): DigestTimes => ({
  every: "day",
  weekday: 1,
  hour: 7,
  zone: "Europe/Berlin",
  language: "en",
  ...more,
});
const next = (more: Partial<DigestTimes>, after: string): string | undefined =>
  nextDigestAt(times(more), new Date(after))?.toISOString();

test.each<[string, Partial<DigestTimes>, string, string]>([
  ["today, where the hour is still to come", {}, "2026-11-26T05:00:00Z", "2026-11-26T06:00:00.000Z"],
  ["tomorrow, where it is now", {}, "2026-11-26T06:00:00Z", "2026-11-27T06:00:00.000Z"],
  ["by the day of the zone, not of UTC", { hour: 0 }, "2026-11-26T22:30:00Z", "2026-11-26T23:00:00.000Z"],
  ["in summer an hour earlier in UTC", {}, "2026-07-01T06:00:00Z", "2026-07-02T05:00:00.000Z"],
  ["once where the hour is there twice", { hour: 2 }, "2026-10-25T00:00:00Z", "2026-10-26T01:00:00.000Z"],
  ["at the first of the two", { hour: 2 }, "2026-10-24T12:00:00Z", "2026-10-25T00:00:00.000Z"],
  ["when an hour that is left out would have begun", { hour: 2 }, "2026-03-28T12:00:00Z", "2026-03-29T01:00:00.000Z"],
  ["on its weekday", { every: "week", weekday: 1 }, "2026-11-26T12:00:00Z", "2026-11-30T06:00:00.000Z"],
  [
    "a week later, where it is that day",
    { every: "week", weekday: 4 },
    "2026-11-26T12:00:00Z",
    "2026-12-03T06:00:00.000Z",
  ],
  ["that day, before its hour", { every: "week", weekday: 4 }, "2026-11-26T05:00:00Z", "2026-11-26T06:00:00.000Z"],
  [
    "by UTC, where the zone is not known (any more)",
    { zone: "Mars/Olympus" },
    "2026-11-26T05:00:00Z",
    "2026-11-26T07:00:00.000Z",
  ],
  ["in a zone of half hours", { zone: "Asia/Kolkata" }, "2026-11-26T00:00:00Z", "2026-11-26T01:30:00.000Z"],
  ["where a whole day was left out", { zone: "Pacific/Apia" }, "2011-12-29T17:30:00Z", "2011-12-30T17:00:00.000Z"],
])("it comes %s", (_, more, after, expected) => {
  expect(next(more, after)).toBe(expected);
});

test("it never comes where it is off", () => {
  expect(next({ every: "never" }, "2026-11-26T05:00:00Z")).toBeUndefined();
});

test("the next one is later, by no more than its period and a changed clock, and at its hour but where that is left out", () => {
  const zones = [
    "UTC",
    "Europe/Berlin",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Africa/Casablanca",
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom("day" as const, "week" as const),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 23 }),
      fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }),
      (zone, every, weekday, hour, after) => {
        const at = nextDigestAt(times({ zone, every, weekday, hour }), after) ?? new Date(0);
        const hours = (at.getTime() - after.getTime()) / 3600_000;
        expect(hours).toBeGreaterThan(0);
        expect(hours).toBeLessThanOrEqual((every === "day" ? 24 : 7 * 24) + 3);
        const shown = Number(
          new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", hourCycle: "h23" }).format(at),
        );
        expect([hour, (hour + 1) % 24]).toContain(shown);
      },
    ),
  );
});

test.each([
  ["Europe/Berlin", true],
  ["UTC", true],
  ["Mars/Olympus", false],
  ["+01:00", false],
  ["", false],
  ["Europe/Berlin\u0000", false],
  ["../etc/localtime", false],
])("%j is a zone: %s", (zone, is) => {
  expect(isZone(zone)).toBe(is);
});
