import { expect, test } from "vitest";
import { createFaultDelays } from "./fault-delays.ts";

const SECOND = 1000;

test("given work that meets a fault again and again, then it is repeated soon at first, later every two minutes", () => {
  const delays = createFaultDelays();
  const waits = Array.from({ length: 10 }, () => delays.after(7) / SECOND);
  expect(waits).toEqual([5, 5, 5, 10, 20, 40, 80, 120, 120, 120]);
});

test("given work that met faults and then was handled, then the next fault is its first, and other work's too", () => {
  const delays = createFaultDelays();
  for (let n = 0; n < 8; n++) delays.after(7);
  expect(delays.after(8)).toBe(5 * SECOND);
  delays.forget(7);
  expect(delays.after(7)).toBe(5 * SECOND);
});

test("given very much work that meets a fault, then what is remembered has a limit", () => {
  const delays = createFaultDelays();
  for (let n = 0; n < 5; n++) delays.after(0);
  for (let n = 1; n <= 10_000; n++) delays.after(n);
  expect(delays.after(0)).toBe(5 * SECOND);
});
