import { PageDescription } from "@satchel/contracts";
import { repetitions } from "@satchel/testing";
import fc from "fast-check";
import { Value } from "typebox/value";
import { describe, expect, it } from "vitest";
import { describeText, jsonLd } from "../../../test/html.ts";
import { extractPage } from "./extract-page.ts";
import type { ExtractionInput } from "./extraction.ts";

/** As many as are read of a page, in the proof. */
const MEGABYTES = repetitions(1, 5);
const fill = (unit: string) => unit.repeat(Math.floor((MEGABYTES * 1024 * 1024) / unit.length));

/** Generous, for machines that do other work too: alone each takes half a second, and a quadratic pass minutes. */
const BOUND_MS = 60_000;

describe(`${MEGABYTES} megabytes`, () => {
  it.each([
    ["of unclosed elements", fill("<div>")],
    ["of one letter elements", fill("<b>")],
    ["of elements that only end", fill("</x>")],
    ["of nested and unmatched elements", "<b>".repeat(800_000) + "</i>".repeat(600_000)],
    ["of unclosed headings", fill("<h1>")],
    ["of titles", fill("<title>a</title>")],
    ["of unclosed forms and pictures", fill("<form><svg>")],
    ["of less-than signs", fill("<")],
    ["of comments that don't end", fill("<!--")],
    ["of ampersands", `<title>${fill("&")}`],
    ["of entities", `<h1>${fill("&#x1F600;")}`],
    ["of entities without an end", `<meta name=description content="${fill("&amp")}`],
    ["in one attribute", `<meta property="og:title" content="${fill("x")}">`],
    ["in one attribute's name", `<meta ${fill("x")}=1>`],
    ["in one element's name", `<${fill("x")}>`],
    ["of attributes", `<meta ${fill("a=b ")}>`],
    ["of metadata", fill('<meta name="keywords" content="x">')],
    ["of icons", fill('<link rel="icon" sizes="1x1" href="a">')],
    ["of separators", `<meta name="keywords" content="${fill(",")}">`],
    ["of JSON-LD blocks", fill(jsonLd("{}"))],
    ["of CDATA", fill("<![CDATA[")],
    ["of spaces before a declaration", `${fill(" ")}<?xml encoding="x"`],
  ])("%s take a moment", (_, html) => {
    const start = performance.now();
    expect(() => describeText(html)).not.toThrow();
    expect(performance.now() - start).toBeLessThan(BOUND_MS);
  });

  it.each([
    ["deeply nested lists", "[".repeat(200_000)],
    ["closed nested lists", "[".repeat(100_000) + "]".repeat(100_000)],
    ["nested graphs", '{"@graph":[{"headline":"x"},'.repeat(5000)],
    ["many objects", `[${'{"@type":"Thing"},'.repeat(10_000)}{"headline":"late"}]`],
    [
      "thousands of articles with a name and a headline",
      JSON.stringify(
        Array.from({ length: 4000 }, (_, n) => ({ "@type": "Article", name: `n${n}`, headline: `h${n}` })),
      ),
    ],
    ["a long run of statement ends", `{};${" ;".repeat(100_000)}x`],
  ])("JSON-LD of %s takes a moment", (_, json) => {
    const start = performance.now();
    expect(() => describeText(jsonLd(json))).not.toThrow();
    expect(performance.now() - start).toBeLessThan(BOUND_MS);
  });

  it.each([
    [
      "50,000 nested elements that are all closed",
      `<title>T</title>${"<div>".repeat(50_000)}x${"</div>".repeat(50_000)}`,
    ],
    [
      "100,000 pieces of metadata, each of another name",
      Array.from({ length: 100_000 }, (_, n) => `<meta name="n${n}" content="x">`).join(""),
    ],
    ["100,000 links that call themselves tags", '<a rel="tag" class="hashtag">x</a>'.repeat(100_000)],
    ["100,000 bylines that never end", '<span class="byline">'.repeat(100_000)],
    [
      "100,000 bylines in each other that are closed",
      `${'<div class="author">x'.repeat(100_000)}${"</div>".repeat(100_000)}`,
    ],
    ["100,000 authors of microdata", '<div itemprop="author"><meta itemprop="name" content="x">'.repeat(100_000)],
    ["100,000 lines that could be bylines", `<h1>x</h1>${"<p>By <p>1.1.1 Jan 1".repeat(100_000)}`],
    [
      "100,000 headings that are in the title",
      `<title>${"a b ".repeat(900)}</title>${"<h2>a b a b a b a b".repeat(100_000)}`,
    ],
    ["100,000 authors", '<meta name="author" content="By By By, , , - | - | Ann,">'.repeat(100_000)],
    ["an author of 4,000 labels", `<meta name="author" content="${"by ".repeat(2700)}">`],
    ["100,000 pictures", '<img src="a.jpg" width="400" height="300">'.repeat(100_000)],
    ["100,000 headings, each with a link", '<h1><a href="/">A - B | C</a></h1>'.repeat(100_000)],
    ["100,000 hidden elements that never end", '<div hidden class="cookie-banner">'.repeat(100_000)],
    ["100,000 sources of a picture", `<picture>${'<source srcset="a 1w, b 2w">'.repeat(100_000)}<img>`],
    ["100,000 pictures of a gallery", `<img data-a-dynamic-image='{"a":[400,400]}'>`.repeat(100_000)],
    ["3,000 paragraphs about cookies", `<p>${"cookie we use ".repeat(150)}`.repeat(3000)],
    ["100,000 buttons in headings", "<h1><button>x<noscript>".repeat(100_000)],
    [
      "titles of many parts in every place",
      Array.from({ length: 40 }, (_, n) =>
        ["og:title", "twitter:title", "dc.title", "name", "headline", "title", "parsely-title", "citation_title"]
          .map((name) => `<meta name="${name}" content="${`a${n} - b | `.repeat(8)}${name}">`)
          .join(""),
      ).join("") + `<title>${"a - b | ".repeat(8)}</title>${`<h1>${"a b ".repeat(70)}</h1>`.repeat(40)}`,
    ],
    ["a page that never closes anything", "<html><body><nav><p><a><h1>x <form><article>".repeat(30_000)],
  ])("%s take a moment", (_, html) => {
    const start = performance.now();
    expect(() => describeText(html)).not.toThrow();
    expect(performance.now() - start).toBeLessThan(BOUND_MS);
  });

  it.each([
    " - ",
    " | ",
    ": ",
    "a ",
    "&amp;",
    "&#39;",
    "<b>",
    "<b></b>",
    "By ",
    "Ann, ",
    "1.",
    "a|",
    "@ ",
    " : ",
    "(3) ",
    "、通販|",
    " on ",
    "...",
    "#a",
    "_",
    ",",
    "By ",
    "\u0301",
    "2012-12-11T",
    "Dec 1",
    "[2024.00000] ",
  ])("of %j in every text take a moment", (unit) => {
    const text = unit.repeat(8000 / unit.length);
    const names = [
      "og:title",
      "citation_title",
      "og:description",
      "og:site_name",
      "author",
      "keywords",
      "og:image",
      "article:published_time",
      "og:locale",
      "twitter:title",
      "title",
    ];
    const metas = names.map((name) => `<meta property="${name}" content='${text}x'>`).join("");
    const start = performance.now();
    expect(() => describeText(`<title>${text}x</title>${metas}<h1>${text}</h1><p>${text}</p>`)).not.toThrow();
    expect(performance.now() - start).toBeLessThan(BOUND_MS);
  });

  it("in one attribute or block leave the rest of the page readable", () => {
    expect(describeText(`<meta name=description content="${fill("x")}"><title>Still here</title>`)).toMatchObject({
      title: "Still here",
      description: "x".repeat(1000),
    });
    expect(describeText(`${jsonLd(`{"headline":"${fill("x")}"}`)}<title>Still here</title>`).title).toBe("Still here");
  });
});

describe("whatever a page holds", () => {
  // biome-ignore format: one kind of piece on each line
  const pieces = [
    "<", ">", "</", "/>", "<!--", "-->", "&", "&amp;", "&#0;", "&#xD800;", '"', "'", "=", " ", "\0", "\u202e", "\ud800",
    "<title>", "</title>", "<h1>", "</h1>", "<svg>", "</svg>", "<base href=", "<html lang=", "<meta ", "<link ",
    'property="og:title" ', 'property="og:image" ', 'name="keywords" ', 'content="', 'rel="icon" ', 'href="', "sizes=",
    "javascript:", "data:,", "//", "http://a.example/", "[::1]", "64x64", "2024-01-01", "a,b", "日本", "😀",
    '<script type="application/ld+json">', "</script>", '{"headline":"x"', '"image":', "[", "{", "}", "]", '"keywords":',
  ];
  const html = fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => new TextEncoder().encode(parts.join(""))),
    fc.uint8Array({ maxLength: 300 }),
  );
  const input: fc.Arbitrary<ExtractionInput> = fc.record(
    {
      bytes: html,
      contentType: fc.constantFrom(
        "",
        "text/html",
        "application/xhtml+xml",
        "text/plain",
        "image/png",
        "application/pdf",
      ),
      charset: fc.oneof(fc.constantFrom("utf-8", "utf-16", "shift_jis", "gbk", "iso-2022-jp", "euc-kr"), fc.string()),
      url: fc.oneof(fc.constant("https://a.example/b/c?d#e"), fc.webUrl({ withQueryParameters: true })),
    },
    { requiredKeys: ["bytes", "contentType", "url"] },
  );

  it("nothing is thrown, and the description is one the journal accepts", () => {
    fc.assert(
      fc.property(input, (page) => {
        const description = extractPage(page).page;
        expect(Value.Check(PageDescription, description)).toBe(true);
        for (const text of Object.values(description).flat()) {
          if (typeof text === "number") continue;
          expect(text).not.toBe("");
          expect(text.isWellFormed()).toBe(true);
          expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        }
        const { previewImageUrl, faviconUrl, canonicalUrl } = description;
        for (const url of [previewImageUrl, faviconUrl, canonicalUrl])
          expect(url ?? "https://").toMatch(/^https?:\/\//);
      }),
      { numRuns: 1000 },
    );
  });
});
