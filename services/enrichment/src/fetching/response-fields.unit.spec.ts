import { describe, expect, it } from "vitest";
import { REFRESH_CHARS, RETRY_AFTER_MS_MAX } from "../limits.ts";
import {
  conditionalFields,
  fileNameOf,
  lengthOf,
  refreshTarget,
  retryAfterMs,
  validatorsOf,
} from "./response-fields.ts";

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

describe("the name of a file", () => {
  const utf8 = (text: string) => Buffer.from(text).toString("latin1");
  it.each([
    ['attachment; filename="report.zip"', "report.zip"],
    ["attachment; filename=report.zip", "report.zip"],
    ["inline;filename=report.zip;size=7", "report.zip"],
    ["attachment; filename=The yearly report.zip", "The yearly report.zip"],
    ['attachment; filename="a \\"b\\".zip"', 'a "b".zip'],
    ["attachment; filename*=UTF-8''B%C3%BCro.zip; filename=\"Buro.zip\"", "Büro.zip"],
    ["attachment; filename=\"Buro.zip\"; filename*=utf-8'de'B%C3%BCro.zip", "Büro.zip"],
    ["attachment; filename*=ISO-8859-1''B%FCro.zip", "Büro.zip"],
    // A charset that no server writes any more, or octets that are none of its: the other name counts.
    ["attachment; filename=\"a.zip\"; filename*=utf-8''%ff.zip", "a.zip"],
    [utf8('attachment; filename="Büro.zip"'), "Büro.zip"],
    ['attachment; filename="B\u00fcro.zip"', "Büro.zip"],
    ['attachment; filename="B%C3%BCro.zip"', "Büro.zip"],
    ['attachment; filename="100% wool.zip"', "100% wool.zip"],
    ['attachment; filename="../../etc/passwd"', "passwd"],
    ['attachment; filename="C:\\\\letters\\\\may.doc"', "may.doc"],
    ['attachment; filename=".."', undefined],
    ["attachment", undefined],
    ["attachment; filename=", undefined],
    ["", undefined],
  ])("in %j is %j", (field, name) => {
    expect(fileNameOf({ "content-disposition": field })).toBe(name);
  });

  it("is cut where a file system would refuse it", () => {
    expect(fileNameOf({ "content-disposition": `attachment; filename="${"x".repeat(300)}"` })).toHaveLength(255);
  });
});

describe("the length of a content", () => {
  it.each([
    [{ "content-length": "3200000" }, 3_200_000],
    [{ "content-length": "7", "content-encoding": "gzip" }, undefined],
    [{ "content-length": "-1" }, undefined],
    [{ "content-length": "9".repeat(40) }, undefined],
    [{}, undefined],
  ])("by %j is %j", (fields, length) => {
    expect(lengthOf(fields)).toBe(length);
  });
});

describe("where a refresh leads", () => {
  const base = new URL("https://paper.example/a/page?x=1#top");
  const to = (refresh: string) => refreshTarget(refresh, base)?.href;

  it.each([
    ["0;url=https://other.example/", "https://other.example/"],
    ["0; URL=/next", "https://paper.example/next"],
    ["5, url = 'next page'", "https://paper.example/a/next%20page"],
    ['  3 ; url="//other.example/b" and more', "https://other.example/b"],
    ["0 https://other.example/", "https://other.example/"],
    ["0;other", "https://paper.example/a/other"],
    ["1.5;url=/next", "https://paper.example/next"],
    [".5;url=/next", "https://paper.example/next"],
    ["0;url='/next", "https://paper.example/next"],
  ])("is read from %j", (refresh, target) => {
    expect(to(refresh)).toBe(target);
  });

  it.each([
    "",
    "0",
    "0;",
    "0;url=",
    "6;url=/next",
    "300; url=/next",
    "99999999999999999999;url=/next",
    "-1;url=/next",
    "soon;url=/next",
    "0x;url=/next",
    "0;url=/a/page?x=1",
    "0;url=#below",
    "0;url=javascript:alert(1)",
    "0;url=data:text/html,x",
    "0;url=file:///etc/passwd",
    "0;url=paper-app://open",
    "0;url=http://[",
    `0;url=/${"a".repeat(REFRESH_CHARS)}`,
  ])("is nowhere for %j", (refresh) => {
    expect(to(refresh)).toBeUndefined();
  });
});
