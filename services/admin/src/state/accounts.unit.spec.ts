import { expect, test } from "vitest";
import { quotaIn, readPlace, userIdIn, writePlace } from "./accounts.ts";

test.each([
  ["", null],
  ["  ", null],
  ["0", 0],
  ["5", 5120],
  ["0.5", 512],
  ["1,25", 1280],
  ["97656.25", 100_000_000],
  ["97657", undefined],
  ["-1", undefined],
  ["1e3", undefined],
  ["0x10", undefined],
  ["five", undefined],
  ["1.2.3", undefined],
  ["Infinity", undefined],
])("a quota of %j gigabytes is %j mebibytes", (text, megabytes) => expect(quotaIn(text)).toBe(megabytes));

test("a place in the list is read as it was written, and no other text is one", () => {
  const userId = userIdIn("8d7e6f5a-0000-4000-8000-000000000000");
  if (userId === undefined) throw new Error("this is an id");
  const place = { createdAt: "2026-11-26T07:00:00.123Z", userId };
  expect(readPlace(writePlace(place))).toEqual(place);
  for (const text of [
    null,
    "",
    ".",
    `1.${userId}x`,
    `x.${userId}`,
    `99999999999999.${userId}`,
    `1.${"g".repeat(36)}`,
  ]) {
    expect(readPlace(text)).toBeUndefined();
  }
});
