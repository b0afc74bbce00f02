import { describe, expect, test } from "vitest";
import { linksInText } from "./text-links.ts";

describe("a link in text", () => {
  test.each([
    ["https://example.com", "https://example.com"],
    ["HTTPS://Example.com/A", "HTTPS://Example.com/A"],
    ["see https://example.com/a.", "https://example.com/a"],
    ["really https://example.com/a?!", "https://example.com/a"],
    ["(https://example.com/a)", "https://example.com/a"],
    ["https://en.wikipedia.org/wiki/Bag_(disambiguation)", "https://en.wikipedia.org/wiki/Bag_(disambiguation)"],
    ["<https://example.com/a>", "https://example.com/a"],
    ['"https://example.com/a"', "https://example.com/a"],
    ["https://example.com/a, and more", "https://example.com/a"],
    ["https://example.com/a;", "https://example.com/a"],
    ["https://example.com/?a=1&b=2#c", "https://example.com/?a=1&b=2#c"],
    ["https://example.com/?a=1&amp;b=2", "https://example.com/?a=1&b=2"],
    ["https://bücher.example/ä?ö=ü", "https://bücher.example/ä?ö=ü"],
    ["http://localhost:3000/x", "http://localhost:3000/x"],
    ["http://192.0.2.1/x", "http://192.0.2.1/x"],
    ["> https://example.com/quoted", "https://example.com/quoted"],
    ["请看https://example.com/a，谢谢", "https://example.com/a"],
    ["「https://example.com/漢字」", "https://example.com/漢字"],
    ["https://例子.example/путь", "https://例子.example/путь"],
    ["www.example.com is good", "http://www.example.com"],
    ["Look at\nexample.org.", "http://example.org"],
    ["http:/example.com/a", "http://example.com/a"],
    ["https://example.com/http:/b.example", "https://example.com/http:/b.example"],
    ["https://example.com/long\u00adword", "https://example.com/longword"],
    ["see example.com/a/b.", "http://example.com/a/b"],
    ["example.com", "http://example.com"],
    ["Hi,\r\n  example.museum  \r\nBye", "http://example.museum"],
  ])("%j is %s", (text, link) => expect(linksInText(text)).toEqual([link]));

  test.each([
    "anna@example.com",
    "mailto:anna@example.com",
    "ftp://example.com/file",
    "//example.com/a",
    "javascript:alert(1)",
    "Thanks.So long",
    "read the readme.md first",
    "I use node.js",
    "https://",
    "version 1.2.3",
    "example.notatld/path",
    "a/b/c.txt",
    "no link",
    "",
  ])("is not in %j", (text) => expect(linksInText(text)).toEqual([]));

  test("comes in order of appearance", () => {
    expect(linksInText("https://b.example https://a.example\nhttps://c.example")).toEqual([
      "https://b.example",
      "https://a.example",
      "https://c.example",
    ]);
  });
});
