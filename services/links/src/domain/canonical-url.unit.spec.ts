import { URL_CHARS } from "@satchel/contracts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readWebAddress } from "./canonical-url.ts";

const canonical = (input: string): string | undefined => readWebAddress(input)?.canonicalUrl;

describe("given two spellings of one URL, they have one canonical form", () => {
  test.each([
    ["case of scheme and host", "HTTP://Example.COM/Path", "http://example.com/Path"],
    ["the port that is the default anyway", "https://example.com:443/", "https://example.com/"],
    ["the default port of http", "http://example.com:80/a", "http://example.com/a"],
    ["no path", "https://example.com", "https://example.com/"],
    ["dots in the path", "https://example.com/a/./b/../c", "https://example.com/a/c"],
    ["encoded dots in the path", "https://example.com/a/%2e%2E/b", "https://example.com/b"],
    ["backslashes", "https:\\\\example.com\\a", "https://example.com/a"],
    ["too few slashes", "https:example.com/a", "https://example.com/a"],
    ["too many slashes", "https:////example.com/a", "https://example.com/a"],
    ["white space around", " \t\r\n https://example.com/a \n ", "https://example.com/a"],
    ["white space that no ASCII knows around", "\u00a0\u2003https://example.com/a\ufeff", "https://example.com/a"],
    ["line breaks and tabs within, as mail folds them", "https://exam\nple.com/a\tb", "https://example.com/ab"],
    ["blanks and letters that need escaping", "https://example.com/ä b", "https://example.com/%C3%A4%20b"],
    ["an international name", "https://Bücher.example/", "https://xn--bcher-kva.example/"],
    ["full-width letters and dots", "https://ｅｘａｍｐｌｅ。com/", "https://example.com/"],
    ["an address as one decimal number", "http://2130706433/", "http://127.0.0.1/"],
    ["a short IPv6 address", "http://[0:0:0:0:0:0:0:1]/", "http://[::1]/"],
    ["an empty query", "https://example.com/a?", "https://example.com/a"],
    ["a query of ampersands", "https://example.com/a?&&", "https://example.com/a"],
    ["an empty fragment", "https://example.com/a#", "https://example.com/a"],
    ["a place on the page", "https://example.com/a#chapter-2", "https://example.com/a"],
    ["a text fragment", "https://example.com/a#:~:text=hello", "https://example.com/a"],
  ])("%s", (_, input, expected) => {
    expect(canonical(input)).toBe(expected);
  });
});

describe("given differences that lead to another page, the canonical forms differ", () => {
  test.each([
    ["http and https", "http://example.com/", "https://example.com/"],
    ["another port", "https://example.com:8443/", "https://example.com/"],
    ["the port of the other scheme", "http://example.com:443/", "http://example.com/"],
    ["a closing slash", "https://example.com/a/", "https://example.com/a"],
    ["case of the path", "https://example.com/A", "https://example.com/a"],
    ["order of parameters", "https://example.com/?a=1&b=2", "https://example.com/?b=2&a=1"],
    ["how often a parameter comes", "https://example.com/?a=1&a=1", "https://example.com/?a=1"],
    ["a parameter whose name begins with a question mark", "https://example.com/??a=1", "https://example.com/?a=1"],
    ["a parameter with and without an empty value", "https://example.com/?a=", "https://example.com/?a"],
    ["a user and a password", "https://ada:secret@example.com/", "https://example.com/"],
    ["a host in front of an @", "https://bank.example@evil.example/", "https://bank.example/"],
    ["a route of a page application", "https://example.com/#/inbox", "https://example.com/#/sent"],
    ["an old route of a page application", "https://example.com/#!inbox", "https://example.com/"],
  ])("%s", (_, one, other) => {
    const both = [canonical(one), canonical(other)];
    expect(both[0]).toBeDefined();
    expect(both[0]).not.toBe(both[1]);
  });
});

describe("given tracking parameters, they are dropped", () => {
  test.each([
    ["alone", "?utm_source=x", ""],
    ["any of the family", "?utm_anything_at_all=x", ""],
    ["in any case", "?UTM_Source=x&FbClId=y&GCLID=z", ""],
    ["however their name is escaped", "?utm%5Fsource=x&%66bclid=y", ""],
    ["without a value", "?fbclid&gclid=", ""],
    [
      "between others, which keep order and spelling",
      "?b=%41+1&utm_medium=x&a=%c3%a9&fbclid=y&b=2",
      "?b=%41+1&a=%c3%a9&b=2",
    ],
    ["with an equals sign in the value", "?utm_source=a=b&c=d=e", "?c=d=e"],
  ])("%s", (_, query, expected) => {
    expect(canonical(`https://example.com/a${query}`)).toBe(`https://example.com/a${expected}`);
  });

  test.each(["?utm=1", "?xutm_source=1", "?source=utm_source", "?fbclid2=1", "?a=fbclid"])(
    "%s is no tracking parameter",
    (query) => expect(canonical(`https://example.com/${query}`)).toBe(`https://example.com/${query}`),
  );

  test("and a route behind them stays", () => {
    expect(canonical("https://example.com/?utm_source=x#!/a?b=1")).toBe("https://example.com/#!/a?b=1");
  });
});

describe("given what is no web address, there is none", () => {
  test.each([
    "",
    "   ",
    "example.com",
    "/path",
    "//example.com/",
    "https://",
    "https:///",
    "https://?a",
    "https://exa mple.com/",
    "https://example.com:99999/",
    "http://256.256.256.256/",
    "http://[::1/",
    "http://%00/",
    "http://a\0b/",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "java\nscript:alert(1)",
    " javascript://example.com/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "blob:https://example.com/0",
    "file:///etc/passwd",
    "ftp://example.com/",
    "ws://example.com/",
    "mailto:ada@example.com",
    "view-source:https://example.com/",
    "about:blank",
  ])("%j", (input) => {
    expect(readWebAddress(input)).toBeUndefined();
  });

  test(`anything over ${URL_CHARS} characters once it is escaped`, () => {
    const base = "https://example.com/";
    const room = URL_CHARS - base.length;
    expect(readWebAddress(base + "a".repeat(room))?.url).toHaveLength(URL_CHARS);
    expect(readWebAddress(base + "a".repeat(room + 1))).toBeUndefined();
    expect(readWebAddress(base + "ä".repeat(room / 2))).toBeUndefined();
  });
});

test("given a host that is longer than any can be, then there is no web address", () => {
  const host = "a.".repeat(125) + "com";
  expect(readWebAddress(`https://${host}./`)?.host).toBe(`${host}.`);
  expect(readWebAddress(`https://a${host}.:8443/`)).toBeUndefined();
  expect(readWebAddress(`https://${"a.".repeat(1010)}b/`)).toBeUndefined();
});

describe("given a web address, the address that is opened is the one that was sent", () => {
  test("tracking, fragment and order included", () => {
    const sent = "https://example.com/a?z=1&utm_source=mail&a=2#part";
    expect(readWebAddress(sent)).toEqual({
      url: sent,
      canonicalUrl: "https://example.com/a?z=1&a=2",
      host: "example.com",
    });
  });

  test("its host has the port that is not the default", () => {
    expect(readWebAddress("https://Example.com:8443/")?.host).toBe("example.com:8443");
    expect(readWebAddress("https://example.com:443/")?.host).toBe("example.com");
  });
});

const word = fc.oneof(
  fc.constantFrom(
    "utm_source",
    "UTM_x",
    "fbclid",
    "a",
    "b",
    "",
    "%",
    "%75tm_x",
    "=",
    "&",
    "?",
    "#",
    "#!",
    "#/",
    "/",
    "//",
  ),
  fc.constantFrom(
    "..",
    ".",
    "@",
    ":",
    "\\",
    " ",
    "\t",
    "\0",
    "\ud800",
    "\u202e",
    "ß",
    "İ",
    "😀",
    "%00",
    "+",
    ";",
    "'",
    '"',
  ),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const address = fc
  .tuple(
    fc.constantFrom("http:", "HTTPS://", "https://u:p@example.com", "http://example.com:80/", "https://[::1]?"),
    fc.array(word),
  )
  .map(([start, words]) => start + words.join(""));

test("whatever is sent, the canonical form of a canonical form is itself", () => {
  fc.assert(
    fc.property(fc.oneof(address, fc.webUrl({ withQueryParameters: true, withFragments: true })), (input) => {
      const first = readWebAddress(input);
      if (first === undefined) return;
      const again = readWebAddress(first.canonicalUrl);
      expect(again).toEqual({ url: first.canonicalUrl, canonicalUrl: first.canonicalUrl, host: first.host });
      expect(readWebAddress(first.url)).toEqual(first);
      expect(first.canonicalUrl.length).toBeLessThanOrEqual(first.url.length);
    }),
    { numRuns: 2000 },
  );
});
