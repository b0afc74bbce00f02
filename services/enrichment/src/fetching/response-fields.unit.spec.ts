import { describe, expect, it } from "vitest";
import { RETRY_AFTER_MS_MAX } from "../limits.ts";
import { conditionalFields, retryAfterMs, validatorsOf } from "./response-fields.ts";

const NOW = Date.UTC(2026, 0, 1);

describe("how long a server asks to be left alone", () => {
  it.each([
    ["120", 120_000],
    [" 5 ", 5000],
    ["Thu, 01 Jan 2026 00:01:00 GMT", 60_000],
    ["86400", RETRY_AFTER_MS_MAX],
    ["999999999999999", RETRY_AFTER_MS_MAX],
    ["Fri, 01 Jan 2100 00:00:00 GMT", RETRY_AFTER_MS_MAX],
  ])("'%s' is %i ms", (value, ms) => {
    expect(retryAfterMs({ "retry-after": value }, NOW)).toBe(ms);
  });

  it.each(["", "0", "-5", "1.5", "1e9", "soon", "NaN", "Infinity", "9".repeat(400), "Wed, 31 Dec 2025 23:59:59 GMT"])(
    "'%s' asks for nothing",
    (value) => {
      expect(retryAfterMs({ "retry-after": value }, NOW)).toBeUndefined();
    },
  );

  it("the first of several counts", () => {
    expect(retryAfterMs({ "retry-after": ["7", "9"] }, NOW)).toBe(7000);
    expect(retryAfterMs({}, NOW)).toBeUndefined();
  });
});

describe("validators", () => {
  const lastModified = "Thu, 01 Jan 2026 00:01:00 GMT";

  it.each(['"abc"', 'W/"abc"', '""', '"a,b;c"'])("the tag %s is kept and sent back as it is", (etag) => {
    const kept = validatorsOf({ etag, "last-modified": lastModified });
    expect(kept).toEqual({ etag, lastModified });
    expect(conditionalFields(kept)).toEqual({ "if-none-match": etag, "if-modified-since": lastModified });
  });

  it.each(["abc", "*", '"abc', '"a"b"', '"a\r\nx: y"', '"a", "b"', 'w/"a"', `"${"x".repeat(300)}"`, '"ü"'])(
    "the tag %j is none",
    (etag) => {
      expect(validatorsOf({ etag })).toEqual({});
      expect(conditionalFields({ etag })).toEqual({});
    },
  );

  it.each(["yesterday", "2026-01-01T00:00:00Z", `${lastModified}\r\nx: y`, "Thursday, 01-Jan-26 00:01:00 GMT"])(
    "the date %j is none",
    (date) => {
      expect(validatorsOf({ "last-modified": date })).toEqual({});
      expect(conditionalFields({ lastModified: date })).toEqual({});
    },
  );
});
