import { expect, test } from "vitest";
import { agoIn } from "./rules.ts";

const now = new Date("2026-03-10T12:00:00Z");
const before = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);

test.each([
  [-5, "now", "jetzt"],
  [59, "now", "jetzt"],
  [60, "1 minute ago", "vor 1 Minute"],
  [3599, "59 minutes ago", "vor 59 Minuten"],
  [2 * 3600, "2 hours ago", "vor 2 Stunden"],
  [24 * 3600, "yesterday", "gestern"],
  [29 * 24 * 3600, "29 days ago", "vor 29 Tagen"],
  [31 * 24 * 3600, "last month", "letzten Monat"],
  [800 * 24 * 3600, "2 years ago", "vor 2 Jahren"],
])("what was %i seconds ago was %s, %s", (seconds, english, german) => {
  expect(agoIn("en", before(seconds), now)).toBe(english);
  expect(agoIn("de", before(seconds), now)).toBe(german);
});
