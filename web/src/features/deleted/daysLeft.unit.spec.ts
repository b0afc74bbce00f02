import { expect, test } from "vitest";
import { daysLeft } from "./DeletedRow.tsx";

const now = new Date("2026-11-23T12:00:00Z");

test.each([
  ["just deleted", "2026-12-23T12:00:00Z", 30],
  ["an hour later", "2026-12-23T11:00:00Z", 30],
  ["in its last hours", "2026-11-23T13:00:00Z", 1],
  ["about to be erased", "2026-11-23T11:59:59Z", 1],
])("a link that was %s has so many days left", (_, erased_at, days) => {
  expect(daysLeft({ erased_at }, now)).toBe(days);
});
