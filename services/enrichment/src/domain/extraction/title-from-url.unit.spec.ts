import { describe, expect, it } from "vitest";
import { titleFromUrl } from "./title-from-url.ts";

describe("titleFromUrl", () => {
  it.each([
    ["https://blog.example/2024/05/my-first-post.html", "My first post"],
    ["https://example.com/papers/Attention%20Is_All+You%20Need.pdf", "Attention Is All You Need"],
    ["https://example.com/docs/getting-started/", "Getting started"],
    ["https://shop.example/red-shoes/1234567", "Red shoes"],
    ["https://example.com/story/550e8400-e29b-41d4-a716-446655440000", "Story"],
    ["https://git.example/project/commit/5f3c2d1", "Commit"],
    ["https://example.com/%E6%97%A5%E6%9C%AC%E8%AA%9E", "日本語"],
    ["https://example.com/release-2.5", "Release 2 5"],
    ["https://example.com/broken-%E6-escape", "Broken %E6 escape"],
    ["https://example.com/a%00b%E2%80%AEc-words", "Abc words"],
    ["https://www.example.com/", "example.com"],
    ["https://www.example.com/?q=1#top", "example.com"],
    ["https://example.com/12345", "example.com"],
    ["http://127.0.0.1:8080/", "127.0.0.1"],
    ["http://[2001:db8::1]/", "[2001:db8::1]"],
    ["https://www.xn--mnchen-3ya.example/", "münchen.example"],
    ["https://xn--e1afmkfd.xn--p1ai/", "пример.рф"],
    ["https://www.xn--80ak6aa92e.com/", "xn--80ak6aa92e.com"],
    ["not a url", "not a url"],
    ["", ""],
  ])("%s is titled '%s'", (url, title) => {
    expect(titleFromUrl(url)).toBe(title);
  });

  it("keeps to a title's length", () => {
    expect(titleFromUrl(`https://example.com/${"word-".repeat(1000)}`).length).toBeLessThanOrEqual(300);
  });
});
