import { XMLParser, XMLValidator } from "fast-xml-parser";
import fc from "fast-check";
import { defaultTreeAdapter } from "parse5";
import { describe, expect, test, vi } from "vitest";
import { toXhtml } from "./xhtml.ts";

const file = (src: string): string | undefined => (src === "files/a.webp" ? "a.jpg" : undefined);
const write = (html: string, title = "A title"): string => toXhtml(html, { title, fileOf: file }).body;

describe("an article in a book is the XHTML that reading systems take", () => {
  test.each([
    ["a paragraph within a span", "<span>one<p>two</p></span>", "<p>one</p><p>two</p>"],
    ["an item without a list", "<li>one</li>", "<div>one</div>"],
    ["a text in a list", "<ul>\n one <li>two</li></ul>", "<ul><li>\n one </li><li>two</li></ul>"],
    ["a list without items", "<p>a</p><ul> </ul>", "<p>a</p>"],
    ["terms without texts", "<dl><dt>a</dt></dl>", "<div>a</div>"],
    ["terms and texts", "<dl><div><dt>a</dt><dd>b</dd></div></dl>", "<dl><dt>a</dt><dd>b</dd></dl>"],
    ["a caption without a picture", "<figure><figcaption>a</figcaption></figure>", "<div>a</div>"],
    [
      "a caption above its picture",
      '<figure><figcaption>a</figcaption><img src="files/a.webp" alt="b"></figure>',
      '<figure><img src="a.jpg" alt="b"/><figcaption>a</figcaption></figure>',
    ],
    ["a picture that is not there", '<p>x <img src="files/b.webp" alt="a horse"></p>', "<p>x [a horse]</p>"],
    ["a heading of the page", "<h1>One <p>two</p></h1>", "<h2>One  two</h2>"],
    ["lines of code in blocks", "<pre><div>a</div><div>b</div></pre>", "<pre>\na\nb</pre>"],
    [
      "a table's foot",
      "<table><tfoot><tr><td>a</td></tr></tfoot></table>",
      "<table><tbody><tr><td>a</td></tr></tbody></table>",
    ],
    [
      "a row without cells",
      "<table><tr></tr><tr><td colspan=2>a</td></tr></table>",
      '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>',
    ],
    ["a time that is none", '<p><time datetime="soon">soon</time></p>', "<p>soon</p>"],
    ["a language that is none", '<p lang="lang=" dir="up">a</p>', "<p>a</p>"],
    ["a reading", "<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>", "<p><ruby>漢<rt>kan</rt></ruby></p>"],
    ["a reading of nothing", "<p><ruby><rt>kan</rt></ruby></p>", "<p>（kan）</p>"],
    [
      "details",
      "<details><summary>More</summary><p>a</p></details>",
      "<div><p><strong>More</strong></p><p>a</p></div>",
    ],
    ["a link around blocks", '<a href="https://a.example/"><p>a</p></a>', "<p>a</p>"],
    [
      "an address that is no URI",
      '<p><a href="https://a.example/|%zz?[x]">a</a></p>',
      '<p><a href="https://a.example/%7C%25zz?%5Bx%5D">a</a></p>',
    ],
    ["an address for mail without one", '<p><a href="mailto:">a</a></p>', "<p>a</p>"],
    ["a language with a low line", '<p lang="de_AT">a</p>', '<p lang="de-AT" xml:lang="de-AT">a</p>'],
    ["a host that is no name", '<p><a href="https://a_b.example/">a</a></p>', "<p>a</p>"],
    ["characters that XML forbids", "<p>a\u0001b\uFFFFc</p>", "<p>abc</p>"],
    ["a text without a paragraph", "a <b>b</b>", "<p>a <b>b</b></p>"],
  ])("%s", (_what, html, xhtml) => {
    expect(write(html)).toBe(xhtml);
  });

  test("a formula stays one where it is whole, and is its text where it is not", () => {
    const math = (inner: string): string => `<p><math display="block">${inner}</math></p>`;
    expect(write(math("<mfrac><mi>a</mi><mn>2</mn></mfrac>"))).toBe(
      '<p><math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math></p>',
    );
    expect(write(math("<mfrac><mi>a</mi></mfrac>"))).toBe("<p>a</p>");
  });

  test("the title is not said twice", () => {
    expect(write("<div><h1>A title!</h1><p>a</p></div>")).toBe("<div><p>a</p></div>");
    expect(write("<h2>Another</h2><p>a</p>")).toBe("<h2>Another</h2><p>a</p>");
  });

  test("a mark that leads to a paragraph below is a note, and the way back leads to the mark", () => {
    const html = `<p>Leather<sup id="in-article-r1"><a href="#in-article-f1">[1]</a></sup> lasts.</p>
      <ol><li id="in-article-f1">If waxed. <a href="#in-article-r1">↩</a></li></ol>`;
    const written = write(html);
    expect(written).toContain('<sup id="n1"><a href="#n2" epub:type="noteref">[1]</a></sup>');
    expect(written).toContain('<li id="n2" epub:type="footnote">If waxed. <a href="#n1">↩</a></li>');
  });

  test("the paragraph around the target of a mark is the note", () => {
    const written = write('<p>a<a href="#x">*</a></p><p><span id="x"></span>b</p>');
    expect(written).toBe('<p>a<a href="#n1" epub:type="noteref">*</a></p><p id="n1" epub:type="footnote">b</p>');
  });

  test("a link of very many blanks is no mark of a note, and takes a moment", () => {
    const written = write(`<p>a<a href="#x">${" ".repeat(9000)}x${" ".repeat(9000)}y</a></p><p id="x">b</p>`);
    expect(written).not.toContain("noteref");
  });

  test("a link that leads nowhere is a text, and an id that nothing leads to is gone", () => {
    expect(write('<p id="a">x <a href="#b">there</a></p>')).toBe("<p>x there</p>");
  });

  test("what is deeper than small reading systems go is there without its frame", () => {
    expect(write(`${"<div>".repeat(400)}deep${"</div>".repeat(400)}`)).toMatch(/^(?:<div>){101}deep(?:<\/div>){101}$/);
  });
});

const NAMES = [
  ..."h1 p pre blockquote ol ul li dl dt dd figure figcaption div a em q ruby rt rp br hr img table caption thead tbody tr td th".split(
    " ",
  ),
  ..."details summary math mrow mi mfrac msup mtable mtr mtd dfn bdo time".split(" "),
];

/** Markup as pages have it: of any elements within any others, with ends missing. */
const markup = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc
          .constantFrom(...NAMES)
          .map((name) => `<${name} id="${name}" href="#p" src="files/a.webp" lang="de">`),
      },
      { weight: 2, arbitrary: fc.constantFrom(...NAMES).map((name) => `</${name}>`) },
      fc.string({ unit: "binary" }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false });
type Node = Readonly<Record<string, unknown>>;

/** The names of an XML document's elements, each with its parent's. */
function* pairsOf(nodes: readonly Node[], parent: string): Generator<[string, string]> {
  for (const node of nodes) {
    for (const [name, children] of Object.entries(node)) {
      if (name === ":@" || name === "#text" || !Array.isArray(children)) continue;
      yield [parent, name];
      yield* pairsOf(children as Node[], name);
    }
  }
}

const HOMES: Readonly<Record<string, RegExp>> = {
  li: /^[uo]l$/,
  dt: /^dl$/,
  dd: /^dl$/,
  figcaption: /^figure$/,
  rt: /^ruby$/,
  tr: /^t(?:head|body)$/,
  td: /^tr$/,
  th: /^tr$/,
  caption: /^table$/,
};

test("whatever a page has becomes well-formed XML with each element where it may be", () => {
  fc.assert(
    fc.property(markup, (html) => {
      const xml = `<body xmlns:epub="e">${write(html)}</body>`;
      expect(XMLValidator.validate(xml)).toBe(true);
      for (const [parent, name] of pairsOf(parser.parse(xml) as Node[], "")) {
        expect(parent, name).toMatch(HOMES[name] ?? /^/);
        if (/^(?:p|h\d|pre|dt|a|em|q|span|ruby|rt|caption)$/.test(parent))
          expect(name).not.toMatch(/^(?:p|h\d|div|ul|ol|table|figure|hr|pre)$/);
      }
      const ids = [...xml.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [, to] of xml.matchAll(/ href="#([^"]+)"/g)) expect(ids).toContain(to);
    }),
    { numRuns: 3000 },
  );
});

test("given an article of very many paragraphs, then none is moved along all others, which takes minutes", () => {
  const moves = vi.spyOn(defaultTreeAdapter, "detachNode");
  const html = "<p>Tides</p>".repeat(1000);
  expect(write(html)).toBe(html);
  expect(moves).not.toHaveBeenCalled();
});
