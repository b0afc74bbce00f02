import { describe, expect, test } from "vitest";
import { isForged, type RequestOrigin } from "./origin.ts";

const SITE = "https://satchel.example";
const base: RequestOrigin = {
  method: "POST",
  cookies: true,
  bearer: false,
  signIn: false,
  fetchSite: undefined,
  origin: undefined,
  host: "satchel.example",
};
const forged = (changes: Partial<RequestOrigin>): boolean => isForged({ ...base, ...changes }, SITE);

describe("a request with cookies", () => {
  test("that changes nothing is never forged", () =>
    expect(forged({ method: "GET", fetchSite: "cross-site" })).toBe(false));
  test("is this site's when the browser says so", () => expect(forged({ fetchSite: "same-origin" })).toBe(false));
  test.each(["cross-site", "same-site", "none", "", "Same-Origin "])("is not when the browser says %j", (fetchSite) => {
    expect(forged({ fetchSite, origin: SITE })).toBe(true);
  });
  test("of an older browser is this site's by its origin", () => expect(forged({ origin: SITE })).toBe(false));
  test.each(["https://satchel.example.evil", "http://satchel.example", "https://satchel.example:444", "null", ""])(
    "of an older browser from %j is forged",
    (origin) => expect(forged({ origin })).toBe(true),
  );
  test("that says nothing of where it comes from is forged", () => expect(forged({})).toBe(true));
  test("and a token of its own is its owner's", () =>
    expect(forged({ bearer: true, origin: "https://evil.example" })).toBe(false));
});

describe("on this machine", () => {
  test("the origin that was called is right, whatever its name", () => {
    expect(forged({ host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" })).toBe(false);
    expect(forged({ host: "[::1]:3000", origin: "http://[::1]:3000" })).toBe(false);
  });
  test("another port, or a foreign name that points here, is not", () => {
    expect(forged({ host: "127.0.0.1:3000", origin: "http://127.0.0.1:4000" })).toBe(true);
    expect(forged({ host: "evil.example:3000", origin: "http://evil.example:3000" })).toBe(true);
  });
});

describe("without cookies", () => {
  test("a call is what it says", () => expect(forged({ cookies: false, fetchSite: "cross-site" })).toBe(false));
  test("another site can't sign a visitor in", () => {
    expect(forged({ cookies: false, signIn: true, fetchSite: "cross-site" })).toBe(true);
    expect(forged({ cookies: false, signIn: true, origin: "https://evil.example" })).toBe(true);
  });
  test("a program may sign in", () => expect(forged({ cookies: false, signIn: true })).toBe(false));
});
