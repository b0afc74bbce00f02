import { OIDC_SUBJECT_CHARS } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { pathWithin, vouchedBy } from "./connected-sign-in.ts";

describe("where a sign-on returns to", () => {
  test.each(["/", "/links", "/links/folder/3?sort=title#top"])("is %s, which is within the page", (path) => {
    expect(pathWithin(path)).toBe(path);
  });

  test.each([
    undefined,
    "",
    "links",
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/links\\..\\..",
    "/\t/evil.example",
    "/links\r\nSet-Cookie: a=b",
    "/ünicode",
  ])("is not %j", (text) => {
    expect(pathWithin(text)).toBeUndefined();
  });
});

describe("what a provider vouches for", () => {
  const ISSUER = "https://id.example";

  test.each([
    [true, true],
    ["true", true],
    [false, false],
    ["false", false],
    [1, false],
    [undefined, false],
  ])("given an address whose verification is %j, then it is %s", (email_verified, isVerified) => {
    expect(vouchedBy(ISSUER, { sub: "7", email: "anna@example.org", email_verified })).toEqual({
      issuer: ISSUER,
      subject: "7",
      email: "anna@example.org",
      isVerified,
    });
  });

  test.each([undefined, 7, "", "x".repeat(OIDC_SUBJECT_CHARS + 1)])(
    "given the subject %j, then it is nobody",
    (sub) => {
      expect(vouchedBy(ISSUER, { sub, email: "anna@example.org", email_verified: true })).toBeUndefined();
    },
  );

  test("given an address that is no text, then there is none", () => {
    expect(vouchedBy(ISSUER, { sub: "7", email: ["anna@example.org"] })?.email).toBeUndefined();
  });
});
