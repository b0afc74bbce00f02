import { expect, test } from "vitest";
import { eventually } from "./eventually.ts";

const inTurn = <T>(...steps: (() => T)[]) => {
  let calls = 0;
  return () => steps[Math.min(calls++, steps.length - 1)]!();
};
const fail = (message: string) => (): never => {
  throw new Error(message);
};

test("given a check that fails, then is false, then holds, when it is awaited, then its value comes", async () => {
  const check = inTurn<string | false>(
    fail("not yet"),
    () => false,
    () => "there",
  );

  await expect(eventually(check, { interval: 1 })).resolves.toBe("there");
});

test("given an assertion without a value, when it passes, then the wait is over", async () => {
  await expect(eventually(() => {})).resolves.toBeUndefined();
});

test("given a check that never holds, when the time is up, then the last failure is shown", async () => {
  const check = inTurn(fail("first"), fail("last"));

  const wait = eventually(check, { timeout: 30, interval: 5 });

  await expect(wait).rejects.toThrow("not within 30 ms: last");
  await expect(wait).rejects.toHaveProperty("cause.message", "last");
});

test("given a check that fails for a while, then the pauses between attempts grow", async () => {
  const holdsAt = Date.now() + 600;
  let calls = 0;

  await eventually(() => {
    calls++;
    return Date.now() >= holdsAt;
  });

  expect(calls).toBeLessThan(15);
});
