import { PageDescription } from "@satchel/contracts";
import fc from "fast-check";
import { Value } from "typebox/value";
import { describe, expect, it } from "vitest";
import { describeText, jsonLd } from "../../test/html.ts";
import { type ExtractionInput, extractPage } from "./extract-page.ts";

const MEGABYTES_5 = 5 * 1024 * 1024;
const fill = (unit: string) => unit.repeat(Math.floor(MEGABYTES_5 / unit.length));

/** Generous: each takes about a tenth of this alone on one core, and a quadratic pass would take minutes. */
const BOUND_MS = 5000;

describe("five megabytes", () => {
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
    ["a long run of statement ends", `{};${" ;".repeat(100_000)}x`],
  ])("JSON-LD of %s takes a moment", (_, json) => {
    const start = performance.now();
    expect(() => describeText(jsonLd(json))).not.toThrow();
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
        const description = extractPage(page);
        expect(Value.Check(PageDescription, description)).toBe(true);
        for (const text of Object.values(description).flat()) {
          expect(text).not.toBe("");
          expect(text.isWellFormed()).toBe(true);
          expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        }
        const { previewImageUrl, faviconUrl, canonicalUrl } = description;
        for (const url of [previewImageUrl, faviconUrl, canonicalUrl])
          expect(url ?? "https://").toMatch(/^https?:\/\//);
      }),
      { numRuns: 3000 },
    );
  });
});
