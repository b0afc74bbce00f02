import { expect, test } from "vitest";
import { announcedFeed } from "./announced-feed.ts";

const BASE = "https://blog.example/posts/";

test.each([
  ["RSS", '<link rel="alternate" type="application/rss+xml" href="/feed.xml">', "https://blog.example/feed.xml"],
  ["Atom, relative", "<link href=atom rel=ALTERNATE type=application/atom+xml>", "https://blog.example/posts/atom"],
  [
    "JSON",
    '<link rel="alternate home" type="application/feed+json" href="f.json">',
    "https://blog.example/posts/f.json",
  ],
  [
    "the first of several",
    '<link rel="alternate" type="application/rss+xml" href="/a"><link rel="alternate" type="application/rss+xml" href="/b">',
    "https://blog.example/a",
  ],
])("a page names its feed: %s", (_, head, feed) => {
  expect(announcedFeed(`<html><head><title>A</title>${head}</head><body>`, BASE)).toBe(feed);
});

test("a page names its feed relative to its own base", () => {
  const head = '<base href="/other/"><link rel="alternate" type="application/rss+xml" href="feed.xml">';
  expect(announcedFeed(head, BASE)).toBe("https://blog.example/other/feed.xml");
});

test("a page of a megabyte of elements that never end takes a moment", () => {
  expect(announcedFeed("<b>".repeat(350_000), BASE)).toBeUndefined();
});

test.each([
  ["none", "<p>Hello"],
  ["another language", '<link rel="alternate" hreflang="de" href="/de/">'],
  ["oEmbed", '<link rel="alternate" type="application/json+oembed" href="/oembed">'],
  ["no web address", '<link rel="alternate" type="application/rss+xml" href="javascript:alert(1)">'],
  ["no address", '<link rel="alternate" type="application/rss+xml">'],
])("a page names no feed: %s", (_, html) => {
  expect(announcedFeed(html, BASE)).toBeUndefined();
});
