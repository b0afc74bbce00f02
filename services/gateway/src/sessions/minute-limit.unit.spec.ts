import { expect, test } from "vitest";
import { minuteLimit } from "./minute-limit.ts";

test("given a limit, when one key reaches it, then it waits for the end of the minute, and no other key does", () => {
  let now = 1000;
  const limit = minuteLimit(2, () => now);
  limit.take("one");
  limit.take("one");
  now += 20_000;

  expect(() => limit.take("one")).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ retryAfter: 40 }) }),
  );
  limit.take("other");

  now += 40_000;
  limit.take("one");
});

test("given a use that is given back, then it does not count; one of the minute before changes nothing", () => {
  let now = 0;
  const limit = minuteLimit(1, () => now);
  limit.take("one")();
  const late = limit.take("one");
  now += 60_000;
  limit.take("one");
  late();
  expect(() => limit.take("one")).toThrow();
});
