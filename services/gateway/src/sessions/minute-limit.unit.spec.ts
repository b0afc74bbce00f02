import { afterEach, expect, test, vi } from "vitest";
import { minuteLimit } from "./minute-limit.ts";

afterEach(() => vi.useRealTimers());

test("given a limit, when one key reaches it, then it waits for the end of the minute, and no other key does", () => {
  vi.useFakeTimers();
  const limit = minuteLimit(2);
  limit.take("one");
  limit.take("one");
  vi.advanceTimersByTime(20_000);

  expect(() => limit.take("one")).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ retryAfter: 40 }) }),
  );
  limit.take("other");

  vi.advanceTimersByTime(40_000);
  limit.take("one");
});

test("given a use that is given back, then it does not count; one of the minute before changes nothing", () => {
  vi.useFakeTimers();
  const limit = minuteLimit(1);
  limit.take("one")();
  const late = limit.take("one");
  vi.advanceTimersByTime(60_000);
  limit.take("one");
  late();
  expect(() => limit.take("one")).toThrow();
});

test("given a machine's clock that is set back by a day, then a minute is as long as ever", () => {
  vi.useFakeTimers();
  const limit = minuteLimit(1);
  limit.take("one");
  vi.setSystemTime(Date.now() - 86_400_000);
  vi.advanceTimersByTime(60_000);
  limit.take("one");
});
