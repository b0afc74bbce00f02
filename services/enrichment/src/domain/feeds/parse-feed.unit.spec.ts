import { FEED_ITEMS } from "@satchel/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFeed } from "./parse-feed.ts";

const BASE = "https://blog.example/feeds/all.xml";

const ATOM = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">A &amp;lt;b&amp;gt;blog&amp;lt;/b&amp;gt;</title>
<link rel="self" href="https://blog.example/feeds/all.xml"/>
<entry><title>First &amp; best</title><id>urn:1</id><link rel="enclosure" href="/a.mp3"/><link href="/posts/1?a=1&amp;b=2"/>
<published>2026-01-02T03:04:05Z</published><author><name>N</name><id>not this</id></author>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><title>not this</title></div></content></entry>
<entry><title><![CDATA[<i>Second</i>]]></title><id>urn:2</id><link rel="alternate" href="https://blog.example/posts/2"/></entry></feed>`;

const RSS = `<rss version="2.0" xmlns:itunes="x" xmlns:media="y"><channel><title>News</title><image><title>Logo</title></image>
<item><title>One</title><link> https://news.example/1 </link><guid isPermaLink="false">g1</guid>
<pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate><media:title>not this</media:title><itunes:title>nor this</itunes:title></item>
<item><title>Two</title><guid>https://news.example/2</guid></item>
<item><title>No address</title><guid>x</guid></item>
<item><title>Script</title><link>javascript:alert(1)</link></item>
<item><title>One again</title><link>https://news.example/1b</link><guid>g1</guid></item></channel></rss>`;

const RDF = `<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/" xmlns:dc="d"><channel><title>Old</title></channel>
<item rdf:about="https://old.example/1"><title>O</title><link>https://old.example/1</link><dc:date>2026-01-02</dc:date></item></rdf:RDF>`;

const JSON_FEED = JSON.stringify({
  version: "https://jsonfeed.org/version/1.1",
  title: "J",
  items: [
    { id: 7, url: "https://json.example/7", title: "Seven", date_published: "2026-01-02T03:04:05Z" },
    { id: "8", external_url: "https://json.example/8" },
    null,
    "x",
    { id: {}, url: [] },
  ],
});

test("given Atom, RSS, RDF and JSON Feed, then title and items are read, each once, with addresses made absolute", () => {
  const date = new Date("2026-01-02T03:04:05Z");
  expect(parseFeed(ATOM, BASE)).toEqual({
    title: "A blog",
    items: [
      { id: "urn:1", url: "https://blog.example/posts/1?a=1&b=2", title: "First & best", publishedAt: date },
      { id: "urn:2", url: "https://blog.example/posts/2", title: "Second", publishedAt: undefined },
    ],
  });
  expect(parseFeed(RSS, BASE)).toEqual({
    title: "News",
    items: [
      { id: "g1", url: "https://news.example/1", title: "One", publishedAt: date },
      { id: "https://news.example/2", url: "https://news.example/2", title: "Two", publishedAt: undefined },
    ],
  });
  expect(parseFeed(RDF, BASE)?.items).toMatchObject([{ url: "https://old.example/1", title: "O" }]);
  expect(parseFeed(JSON_FEED, BASE)).toMatchObject({
    title: "J",
    items: [
      { id: "7", url: "https://json.example/7", title: "Seven", publishedAt: date },
      { id: "8", url: "https://json.example/8", title: "" },
    ],
  });
  expect(
    parseFeed(ATOM.replaceAll("<", "<atom:").replaceAll("<atom:/", "</atom:").replace("<atom:?", "<?"), BASE)?.items
      .length,
  ).toBe(2);
});

test.each([
  "",
  "no feed",
  "<!doctype html><html><head><title>T</title></head><body><article>x</article></body></html>",
  "<svg><title>x</title></svg>",
  "{}",
  '{"version":"https://jsonfeed.org/version/1","items":{}}',
  '{"version":1,"items":[]}',
  "[1]",
  "{",
])("given %j, then it is no feed", (text) => {
  expect(parseFeed(text, BASE)).toBeUndefined();
});

test("given titles that turn the text around them, or show nothing, then they do neither", () => {
  const feed = (title: string, item: string) =>
    parseFeed(
      `<rss><channel><title>${title}</title><item><title>${item}</title><link>/1</link></item></channel></rss>`,
      BASE,
    );
  expect(feed("News\u202efdp.exe", "&#x202e;On\u200be")).toMatchObject({
    title: "Newsfdp.exe",
    items: [{ title: "One" }],
  });
  expect(feed("\u200b\u2060", "\u00ad")).toMatchObject({ title: "blog.example", items: [{ title: "" }] });
});

test.each([
  ["The &lt;b&gt;new&lt;/b&gt; one&lt;br&gt;and &lt;img src=x&gt; more", "The new one and more"],
  ["The &amp;lt;em&amp;gt;new&amp;lt;/em&amp;gt; one", "The new one"],
  ["<div>The <i>new</i> one</div>", "The new one"],
  ["How to center a &lt;div&gt;", "How to center a <div>"],
  ["The &amp;lt;dialog open&amp;gt; element &lt;!-- draft --&gt;", "The <dialog open> element"],
  ["A vector&lt;int&gt; where a &lt; b and c > d", "A vector<int> where a < b and c > d"],
])("given the title %s, then it is %s: markup is left out, what the title is about is not", (title, plain) => {
  const text = `<rss><channel><item><title>${title}</title><link>/1</link></item></channel></rss>`;
  expect(parseFeed(text, BASE)?.items[0]?.title).toBe(plain);
});

test.each([
  ["<dc:title>One</dc:title><dcterms:issued>2003-12-31T10:14:55Z</dcterms:issued>", "2003-12-31T10:14:55.000Z"],
  ["<title>One</title><modified>2003-12-31T11:14:55+01:00</modified>", "2003-12-31T10:14:55.000Z"],
  ["<title>One</title><pubDate>Wed, 31 Dec 2003 10:14:55 CEST</pubDate>", "2003-12-31T10:14:55.000Z"],
  ["<title>One</title><pubDate>Wed, 31 Dec 2003 10:14:55 EST</pubDate>", "2003-12-31T15:14:55.000Z"],
  ["<title>One</title><pubDate>yesterday</pubDate>", undefined],
])("given an item with %s, then its title is read, and its date is %s", (fields, date) => {
  const [item] = parseFeed(`<rss><channel><item>${fields}<link>/1</link></item></channel></rss>`, BASE)?.items ?? [];
  expect([item?.title, item?.publishedAt?.toISOString()]).toEqual(["One", date]);
});

test("given Atom or RSS with xml:base on the feed, an entry or a link, then relative addresses are of that base", () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://ongoing.example/blog/"><title>B</title>
    <entry><id>1</id><link href="When/1"/></entry>
    <entry xml:base="2026/"><id>2</id><link rel="alternate" xml:base="x/" href="2"/></entry>
    <entry><id>3</id><link href=" "/><link href="/3"/></entry>
    <entry xml:base="http://[bad"><id>4</id><link href="4"/></entry></feed>`;
  const urls = (text: string) => parseFeed(text, BASE)?.items.map(({ url }) => url);
  expect(urls(atom)).toEqual([
    "https://ongoing.example/blog/When/1",
    "https://ongoing.example/blog/2026/x/2",
    "https://ongoing.example/3",
    "https://blog.example/feeds/4",
  ]);
  const rss = `<rss xml:base="https://news.example/"><channel><title>N</title><item><link>a/1</link></item></channel></rss>`;
  expect(urls(rss)).toEqual(["https://news.example/a/1"]);
  // A megabyte, half of it a base and half of it addresses relative to that, took a minute.
  const long = `<feed xml:base="https://long.example/${"p/".repeat(250_000)}">${'<entry><link href="a"/></entry>'.repeat(17_000)}</feed>`;
  expect(urls(long)).toEqual(["https://blog.example/feeds/a"]);
});

test("given entities that grow, external ones, deep nesting, and very many items, then nothing is expanded or loaded, and the first items are read", () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">
<!ENTITY xxe SYSTEM "file:///etc/passwd">]><rss><channel><title>&lol2;&xxe;</title></channel></rss>`;
  expect(parseFeed(bomb, BASE)?.title).not.toMatch(/lollol|root:/);
  const deep = `<rss><channel><item>${"<a>".repeat(200_000)}<link>https://x.example/</link>`;
  expect(parseFeed(deep, BASE)).toBeUndefined();
  const many = `<rss><channel>${Array.from({ length: 20_000 }, (_, n) => `<item><link>https://m.example/${n}</link></item>`).join("")}`;
  expect(parseFeed(many, BASE)?.items).toHaveLength(FEED_ITEMS);
  const long = `<rss><channel><item><title>${"&lt;".repeat(300_000)}</title><link>https://l.example/</link></item>`;
  expect(parseFeed(long, BASE)?.items[0]?.title.length).toBeLessThanOrEqual(300);
});

test("given titles that begin tags without an end, then five feeds of them take less than three seconds of the processor", () => {
  const title = `<![CDATA[<${"a".repeat(1195)}]]>`;
  const item = (i: number) => `<item><title>${title}</title><guid>https://a.example/${i}</guid></item>`;
  const feed = `<rss><channel>${Array.from({ length: FEED_ITEMS }, (_, i) => item(i)).join("")}</channel></rss>`;
  const before = process.cpuUsage();
  for (let feeds = 0; feeds < 5; feeds++) expect(parseFeed(feed, BASE)?.items).toHaveLength(FEED_ITEMS);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(3);
});

test("given any text, or any parts of feeds in any order, then what is read has web addresses and short titles", () => {
  const parts = fc.constantFrom(
    "<feed>",
    "<entry>",
    "</entry>",
    "<link href='/x'/>",
    "<link>",
    "</link>",
    "<item>",
    "</item>",
    "<title>",
    "</title>",
    "<![CDATA[",
    "]]>",
    "<id>",
    "</id>",
    "&amp;",
    "&#0;",
    "&#x110000;",
    "<!--",
    "-->",
    "<rss>",
    "<channel>",
    "https://a.example/",
    "\u0000",
    "\ud800",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(parts, { maxLength: 60 }).map((all) => `<rss>${all.join("")}`),
      ),
      (text) => {
        for (const { url, title, id } of parseFeed(text, BASE)?.items ?? []) {
          expect(url).toMatch(/^https?:\/\//);
          expect(title.length).toBeLessThanOrEqual(300);
          expect(title.isWellFormed()).toBe(true);
          expect(id).not.toBe("");
        }
      },
    ),
    { numRuns: 2000 },
  );
});
