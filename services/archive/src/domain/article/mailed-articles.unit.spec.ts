import { expect, test } from "vitest";
import { BOOK_NESTING, BOOK_TAGS, TEXT_PARAGRAPHS } from "../limits.ts";
import { bookHtml } from "./book-html.ts";
import { wholeArticle } from "./whole-article.ts";
import { textHtml } from "./text-html.ts";

test("a text has paragraphs where it has empty lines, and keeps lines that a person broke", () => {
  expect(textHtml("One\r\nTwo <b>\n\n\nThree", false)).toBe("<p>One<br>\nTwo &lt;b&gt;</p>\n<p>Three</p>");
  const long = "a line that is as long as those that programs break";
  expect(textHtml(`${long}\nby themselves`, false)).toBe(`<p>${long}\nby themselves</p>`);
  expect(textHtml("# no heading", false)).toBe("<p># no heading</p>");
});

test("Markdown has headings, with or without empty lines around them, and lists of lines", () => {
  expect(textHtml("# Plans #\ntext\n## Next\n\n- one that is a long point of a list, with words\n- two", true)).toBe(
    "<h1>Plans</h1>\n<p>text</p>\n<h2>Next</h2>\n<p>- one that is a long point of a list, with words<br>\n- two</p>",
  );
});

test("chapters of a book are one text: elements that XML closes stay closed, and its pictures are named as they are kept", () => {
  const html = bookHtml(
    [
      {
        name: "a.xhtml",
        xhtml: '<html><head><title>no</title></head><body><a id="p1"/><p>One<br/></p><script/></body></html>',
      },
      {
        name: "t/b.xhtml",
        xhtml:
          '<p>Two <img alt="A &amp; B" src="../i.png"/><img src="no.png"/></p><svg><image xlink:href="../i.png"/></svg>',
      },
    ],
    { title: "T & U", language: 'en"' },
    (href) => (href === "../i.png" ? "cid:0@book.invalid" : undefined),
  );
  expect(html).toContain("<title>T &amp; U</title>");
  expect(html).toContain('<html lang="en&quot;">');
  expect(html).toContain('<a id="p1"></a><p>One<br/></p>');
  expect(html).toContain(
    '<p>Two <img src="cid:0@book.invalid" alt="A &amp; B"></p><svg><img src="cid:0@book.invalid" alt=""></svg>',
  );
  expect(html).not.toContain("no");
  expect(wholeArticle(html, "mid:1@x")?.text).toBe("One\n\nTwo");
});

test.each([
  ["bodies", "</body>".repeat(200_000)],
  ["open tags", "<a ".repeat(500_000)],
  ["names without an end", `<${"a".repeat(1_000_000)}`],
  ["closed tags", "<a/>".repeat(300_000)],
])("a chapter of %s is written in time", (_name, xhtml) => {
  expect(bookHtml([{ name: "a", xhtml }], { title: "", language: undefined }, () => undefined)).toContain("<body>");
});

test.each([
  ["empty lines", "\n \n".repeat(500_000)],
  ["headings", "# a\n".repeat(300_000)],
  ["one line", "a ".repeat(1_000_000)],
])("a text of %s is written in time", (_name, text) => {
  expect(typeof textHtml(text, true)).toBe("string");
});

test("of what is very long the beginning is shown, and chapters that are nested without end are left out", () => {
  const chapters = [
    { name: "deep", xhtml: "<div>".repeat(BOOK_NESTING + 1) },
    { name: "fine", xhtml: "<p>fine</p>" },
    { name: "endless", xhtml: "<p>x</p>".repeat(BOOK_TAGS) },
  ];
  const html = bookHtml(chapters, { title: "", language: undefined }, () => undefined);
  expect(html).toContain("<body><p>fine</p></body>");
  expect(textHtml("x\n\n".repeat(2 * TEXT_PARAGRAPHS), false).split("\n")).toHaveLength(TEXT_PARAGRAPHS);
});
