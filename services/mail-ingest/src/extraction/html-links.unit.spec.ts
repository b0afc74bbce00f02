import { describe, expect, test } from "vitest";
import { linksInHtml } from "./html-links.ts";

describe("a link in HTML", () => {
  test.each([
    ['<a href="https://example.com/a">here</a>', ["https://example.com/a"]],
    ["<A HREF='HTTPS://example.com/a'>here</A>", ["HTTPS://example.com/a"]],
    ['<a href="https://example.com/?a=1&amp;b=2">here</a>', ["https://example.com/?a=1&b=2"]],
    ['<a href=" https://example.com/a b\n">x</a>', ["https://example.com/a%20b"]],
    ['<a href="https://example.com/long">example.com/lo…</a>', ["https://example.com/long"]],
    ['<map><area href="https://example.com/a"></map>', ["https://example.com/a"]],
    ["<p>see https://example.com/a.</p>", ["https://example.com/a"]],
    ["<p>https://exam<b>ple.com</b>/a<wbr>b</p>", ["https://example.com/ab"]],
    ["<p>https://a.example</p><p>https://b.example</p>", ["https://a.example", "https://b.example"]],
    ["https://a.example<br>https://b.example", ["https://a.example", "https://b.example"]],
    ["<p>https://a.example/?x=1&amp;y=2</p>", ["https://a.example/?x=1&y=2"]],
    ["<div>www.example.com</div>", ["http://www.example.com"]],
    ['<a name="x">https://example.com/a</a>', ["https://example.com/a"]],
    ['<a href="mailto:a@b.example">https://example.com/a</a>', ["https://example.com/a"]],
    ['<p>https://a.example/x<a href="https://b.example">y</a></p>', ["https://a.example/x", "https://b.example"]],
  ])("%s gives %j", (html, links) => expect(linksInHtml(html)).toEqual(links));

  test.each([
    '<a href="mailto:anna@example.com">write</a>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="/relative">x</a>',
    '<img src="https://tracker.example/pixel.gif">',
    '<link href="https://style.example/a.css" rel="stylesheet">',
    "<style>@import 'https://style.example/a.css';</style>",
    "<script>location = 'https://evil.example/'</script>",
    "<title>https://example.com/a</title>",
    "<!-- https://example.com/a -->",
  ])("is not in %s", (html) => expect(linksInHtml(html)).toEqual([]));

  test("comes in order of appearance, whether it is a link or text", () => {
    const html =
      '<p>https://a.example</p><a href="https://b.example">b</a> https://c.example <a href="https://d.example">d</a>';
    expect(linksInHtml(html)).toEqual([
      "https://a.example",
      "https://b.example",
      "https://c.example",
      "https://d.example",
    ]);
  });

  test("is found in broken markup", () => {
    expect(linksInHtml('<div><a href="https://a.example">x<div></p><a href=https://b.example>y')).toEqual([
      "https://a.example",
      "https://b.example",
    ]);
  });

  test("is found quickly below 50,000 nested elements", () => {
    const began = performance.now();
    expect(linksInHtml(`${"<div>".repeat(50_000)}https://example.com/`)).toEqual(["https://example.com/"]);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
