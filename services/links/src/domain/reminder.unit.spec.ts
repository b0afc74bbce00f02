import type { RemindOn } from "@satchel/contracts";
import { expect, test } from "vitest";
import { reminderAt } from "./reminder.ts";

// A Thursday, 23:30 in Berlin.
const NOW = new Date("2026-11-26T22:30:00.000Z");

test.each<[RemindOn, string, string | undefined]>([
  [{ days: 1 }, "Europe/Berlin", "2026-11-27T08:00:00.000Z"],
  [{ days: 1 }, "Asia/Tokyo", "2026-11-28T00:00:00.000Z"],
  [{ weekday: 5 }, "Europe/Berlin", "2026-11-27T08:00:00.000Z"],
  [{ weekday: 4 }, "Europe/Berlin", "2026-12-03T08:00:00.000Z"],
  [{ months: 3 }, "Europe/Berlin", "2027-02-26T08:00:00.000Z"],
  [{ months: 7 }, "Europe/Berlin", "2027-06-26T07:00:00.000Z"],
  [{ date: "2026-12-24" }, "Mars/Olympus", "2026-12-24T09:00:00.000Z"],
  [{ date: "2026-11-26" }, "Europe/Berlin", undefined],
])("%j in %s is %s", (on, zone, at) => {
  expect(reminderAt(on, zone, NOW)).toBe(at);
});
