import type { LinkId } from "@satchel/contracts";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { writeAtom } from "./atom.ts";
import type { FeedDocument, FeedEntry } from "./feed.ts";
import { writeJson } from "./json.ts";

const ID = "00000000-0000-4000-8000-000000000001";
const TIME = "2026-01-02T03:04:05.000Z";
const entryOf = (text: string): FeedEntry => ({
  id: ID as LinkId,
  url: text,
  title: text,
  summary: text,
  author: text,
  tags: [text, text],
  language: text,
  published: TIME,
  updated: TIME,
  html: text,
});
const feedOf = (text: string): FeedDocument => ({
  id: ID as never,
  title: text,
  home: text,
  self: text,
  updated: TIME,
  entries: [entryOf(text), entryOf(text)],
});

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
});

/** What XML can say of a text. An attribute's line breaks are blanks for a parser (XML 1.0 section 3.3.3). */
// oxlint-disable-next-line no-control-regex
const sayable = (text: string): string => text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "");

const HOSTILE = [
  `</title><script>alert(1)</script>`,
  `]]>`,
  `<![CDATA[ ]]]]><![CDATA[> ]]>`,
  `&amp; &lt; &#0; &unknown; &amp;amp;`,
  `" onload="x" '`,
  `<!-- -- --> <?xml version="1.0"?> <!DOCTYPE feed [<!ENTITY x SYSTEM "file:///etc/passwd">]>`,
  `a\u0000b\u0008c\u000Bd\u001Be\uFFFEf\uFFFFg`,
  `lone \uD800 surrogate \uDC00`,
  `עברית 日本語 😀`,
];

test.each(HOSTILE)(
  "given %j as every text of a feed, then it is well-formed, and has the text and nothing else",
  (text) => {
    const xml = writeAtom(feedOf(text));

    expect(XMLValidator.validate(xml)).toBe(true);
    // oxlint-disable-next-line no-control-regex
    expect(xml).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
    expect(xml.isWellFormed()).toBe(true);
    const { feed } = parser.parse(xml) as { feed: Record<string, unknown> };
    const shown = sayable(text.toWellFormed());
    expect(feed.title).toBe(shown);
    const [entry] = feed.entry as Record<string, unknown>[];
    expect(Object.keys(entry ?? {}).filter((name) => !name.startsWith("#"))).toEqual([
      "id",
      "title",
      "link",
      "published",
      "updated",
      "author",
      "category",
      "summary",
      "content",
    ]);
    expect(entry).toMatchObject({ title: shown, summary: shown, link: { "@href": shown, "@rel": "alternate" } });
    expect(entry?.content).toMatchObject({ "#text": shown });
  },
);

test("given any texts, then Atom is well-formed, and JSON Feed says them", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(XMLValidator.validate(writeAtom(feedOf(text)))).toBe(true);
      const { items } = JSON.parse(writeJson(feedOf(text))) as { items: { title: string }[] };
      expect(items[0]?.title).toBe(text);
    }),
  );
});

test("given an entry, then Atom has what RFC 4287 section 4.1.2 requires, with an id that is a URI", () => {
  const { feed } = parser.parse(writeAtom(feedOf("x"))) as { feed: Record<string, unknown> };
  expect(feed).toMatchObject({
    "@xmlns": "http://www.w3.org/2005/Atom",
    id: `urn:uuid:${ID}`,
    title: "x",
    updated: TIME,
    link: [
      { "@rel": "self", "@href": "x" },
      { "@rel": "alternate", "@href": "x" },
    ],
  });
  expect((feed.entry as unknown[])[0]).toMatchObject({
    id: `urn:uuid:${ID}`,
    author: { name: "x" },
    category: [{ "@term": "x" }, { "@term": "x" }],
    content: { "@type": "html", "@xml:lang": "x" },
  });
});

test("given an item without a description and an article, then JSON Feed has a content all the same", () => {
  const { summary: _s, html: _h, language: _l, ...bare } = entryOf("x");
  const written = JSON.parse(writeJson({ ...feedOf("x"), entries: [{ ...bare, tags: [] }] })) as { items: unknown[] };
  expect(written).toMatchObject({ version: "https://jsonfeed.org/version/1.1", title: "x" });
  expect(written.items).toEqual([
    {
      id: `urn:uuid:${ID}`,
      url: "x",
      title: "x",
      content_text: "",
      date_published: TIME,
      date_modified: TIME,
      authors: [{ name: "x" }],
    },
  ]);
});
