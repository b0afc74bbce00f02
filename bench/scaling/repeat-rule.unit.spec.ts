import { describe, expect, test } from "vitest";
import { REPEAT_MS, againAfter, GIVE_UP_MS, type FailedAttempt, type CallToRepeat } from "./repeat-rule.ts";

const reading: CallToRepeat = { method: "GET" };
const keyed: CallToRepeat = { method: "POST", key: "a key" };
const signIn: CallToRepeat = { method: "POST", isHarmless: true };
const change: CallToRepeat = { method: "POST" };
const broken: FailedAttempt = {};
const away: FailedAttempt = { status: 503, retryAfter: "2" };
const tooMany: FailedAttempt = { status: 429, retryAfter: "3" };

// The table of docs/api/README.md, "When to ask again".
describe("a failed call", () => {
  test.each([
    ["a call that reads", reading],
    ["a change under a key", keyed],
    ["a sign-in", signIn],
  ])("given %s, when the connection broke or nobody could answer, then it is made again", (_, call) => {
    expect(againAfter(call, broken, 1, 0)).toBe(REPEAT_MS);
    expect(againAfter(call, away, 1, 0)).toBe(2000);
    expect(againAfter(call, tooMany, 1, 0)).toBe(3000);
  });

  test("given a change without a key that may have been made, then it is not repeated", () => {
    expect(againAfter(change, broken, 1, 0)).toBeUndefined();
    expect(againAfter(change, away, 1, 0)).toBeUndefined();
    expect(againAfter(change, tooMany, 1, 0)).toBe(3000);
  });

  test.each([400, 401, 404, 409, 422, 500])("given any call, when it is answered %i, then that counts", (status) => {
    for (const call of [reading, keyed, signIn, change]) {
      expect(againAfter(call, { status, retryAfter: "1" }, 1, 0)).toBeUndefined();
    }
  });

  test.each([502, 504])("given a proxy's %i, then it is as if there had been no answer", (status) => {
    expect(againAfter(reading, { status }, 1, 0)).toBe(100);
    expect(againAfter(keyed, { status }, 2, 0)).toBe(200);
    expect(againAfter(change, { status }, 1, 0)).toBeUndefined();
  });

  test("given a 503 without Retry-After, then the call counts as failed", () => {
    expect(againAfter(reading, { status: 503 }, 1, 0)).toBeUndefined();
  });

  test("given connections that break, when a call is made again and again, then it waits longer each time, and gives up", () => {
    expect([1, 2, 3].map((tries) => againAfter(keyed, broken, tries, 0))).toEqual([100, 200, 400]);
    expect(againAfter(keyed, broken, 9, GIVE_UP_MS + 1)).toBeUndefined();
    expect(againAfter(keyed, away, 9, GIVE_UP_MS + 1)).toBeUndefined();
  });
});
