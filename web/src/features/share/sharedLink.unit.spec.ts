import { TITLE_CHARS, URL_CHARS } from "@satchel/contracts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isShare, sharedLink } from "./sharedLink.ts";

const shared = (parameters: Record<string, string>) => sharedLink(new URLSearchParams(parameters));

describe("what is shared is the link", () => {
  test.each<[string, Record<string, string>, string, string]>([
    ["of the bookmarklet", { url: "https://a.example/x?y=1#z", title: "Bread" }, "https://a.example/x?y=1#z", "Bread"],
    ["in the text, as Android's programs send it", { text: "https://a.example/bread" }, "https://a.example/bread", ""],
    ["in a sentence", { text: "Look: https://a.example/bread, so good!" }, "https://a.example/bread", ""],
    ["in brackets", { text: "(https://a.example/bread)" }, "https://a.example/bread", ""],
    ["that has brackets", { text: "https://w.example/Rye_(bread)." }, "https://w.example/Rye_(bread)", ""],
    ["in quotation marks", { text: "“https://a.example/bread”" }, "https://a.example/bread", ""],
    ["in the title", { title: "Rye https://a.example/bread" }, "https://a.example/bread", ""],
    ["and the title stays", { title: " Rye ", text: "https://a.example/bread" }, "https://a.example/bread", "Rye"],
    ["the first of several", { text: "https://a.example https://b.example" }, "https://a.example", ""],
    ["the first that can be saved", { text: "http:// https://b.example" }, "https://b.example", ""],
    ["with words of any script", { text: "见 https://例子.example/面包 。" }, "https://例子.example/面包", ""],
    ["in the parameter of the URL, with words", { url: "Bread: https://a.example" }, "https://a.example", ""],
  ])("%s", (_, parameters, url, title) => {
    expect(shared(parameters)).toEqual({ url, title });
  });
});

test.each([
  "javascript:alert(1)",
  "JAVASCRIPT:alert(1)//https",
  "data:text/html,<script>alert(1)</script>",
  "file:///etc/passwd",
  "https://anna:secret@a.example/",
  "https://",
  "about bread",
  "",
])("given %j, then nothing can be saved", (value) => {
  expect(shared({ url: value })).toBeUndefined();
  expect(shared({ text: value })).toBeUndefined();
});

test("a URL longer than any that can be saved is none, and a long title is cut", () => {
  expect(shared({ url: `https://a.example/${"a".repeat(URL_CHARS)}` })).toBeUndefined();
  expect(shared({ url: "https://a.example", title: "a".repeat(5000) })?.title).toHaveLength(TITLE_CHARS);
});

test("whatever is shared, what is found is a web address without a password, and soon", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const found = shared({ text: `${before}https://${after}` });
      if (found === undefined) return;
      expect(new URL(found.url).protocol).toMatch(/^https?:$/);
      expect(new URL(found.url).password).toBe("");
    }),
  );
  expect(shared({ text: `https://a.example/${").".repeat(500)}` })?.url).toBe("https://a.example/");
});

test("an address without any of the parameters is no share", () => {
  expect(isShare(new URLSearchParams("?utm=1&url="))).toBe(false);
  expect(isShare(new URLSearchParams("?text=bread"))).toBe(true);
});
