import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createReturnTimes, DEFERRAL_MS_MAX, DEFERRAL_MS_MIN } from "./return-times.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("given much is deferred at the same time, then one comes back after the other, and another key's does not come after them", () => {
  const nextReturn = createReturnTimes();
  const times = Array.from({ length: 100 }, () => nextReturn("a.example", 250));
  expect(times).toEqual(times.map((_, n) => DEFERRAL_MS_MIN + 250 * (n + 1)));
  expect(nextReturn("b.example", 250)).toBe(DEFERRAL_MS_MIN + 250);
});

test("given time goes by, then what is deferred comes back after what was deferred before, and no later than it must", () => {
  const nextReturn = createReturnTimes();
  for (let n = 0; n < 100; n++) nextReturn("a.example", 250);
  vi.advanceTimersByTime(20_000);
  expect(nextReturn("a.example", 250)).toBe(DEFERRAL_MS_MIN + 101 * 250 - 20_000);
  vi.advanceTimersByTime(60_000);
  expect(nextReturn("a.example", 250)).toBe(DEFERRAL_MS_MIN + 250);
});

test("given very much is deferred, then none of it for longer than the limit", () => {
  const nextReturn = createReturnTimes();
  const times = Array.from({ length: 10_000 }, () => nextReturn("a.example", 250));
  expect(Math.max(...times)).toBeLessThanOrEqual(DEFERRAL_MS_MAX);
  expect(Math.min(...times.slice(5000))).toBeGreaterThanOrEqual(DEFERRAL_MS_MAX / 2);
});
