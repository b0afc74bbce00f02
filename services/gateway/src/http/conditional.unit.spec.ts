import { expect, test } from "vitest";
import { isUnchanged } from "./conditional.ts";

const AT = new Date("2026-01-02T03:04:05.678Z");
const unchanged = (headers: Record<string, string>): boolean => isUnchanged(headers, '"a"', AT);

test.each([
  [{ "if-none-match": '"a"' }, true],
  [{ "if-none-match": 'W/"a"' }, true],
  [{ "if-none-match": '"b", W/"a"' }, true],
  [{ "if-none-match": "*" }, true],
  [{ "if-none-match": '"b"' }, false],
  [{ "if-none-match": "" }, false],
  [{ "if-none-match": "a" }, false],
  [{ "if-modified-since": AT.toUTCString() }, true],
  [{ "if-modified-since": new Date(AT.getTime() - 1000).toUTCString() }, false],
  [{ "if-modified-since": "yesterday" }, false],
  [{ "if-none-match": '"b"', "if-modified-since": AT.toUTCString() }, false],
  [{}, false],
])("given %j, then it is unchanged: %s", (headers, expected) => {
  expect(unchanged(headers as Record<string, string>)).toBe(expected);
});
