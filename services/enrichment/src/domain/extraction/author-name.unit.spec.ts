import { describe, expect, it } from "vitest";
import { describeText, jsonLd } from "../../../test/html.ts";

const TITLE = "<title>The tide turns twice</title>";
const TEXT = `<p>${"The ferry left before sunrise, and nobody knew when the next one was due. ".repeat(4)}</p>`.repeat(
  4,
);
const named = (name: string, content: string) => `<meta name="${name}" content="${content}">`;
const authorOf = (html: string) => describeText(html).author;
const shown = (line: string) => authorOf(`${TITLE}<article><h1>The tide turns twice</h1>${line}${TEXT}</article>`);

describe("the author of a page's metadata", () => {
  it.each([
    ["By Ada Tide", "Ada Tide"],
    ["Written by: Ada Tide", "Ada Tide"],
    ["Ada Tide | 3 days ago", "Ada Tide"],
    ["Ada Tide, Updated March 3, 2026", "Ada Tide"],
    ["Ada Tide and Bo Reed", "Ada Tide and Bo Reed"],
    ["Ada Tide, MD", "Ada Tide, MD"],
    ["A", "A"],
    ["admin", undefined],
    ["Administrator", undefined],
    ["undefined", undefined],
    ["By", undefined],
    ["16 December 2025", undefined],
    ["ada@tides.example", undefined],
    ["page.head.extra.author", undefined],
    ["https://facebook.example/ada.tide", undefined],
    ["View all posts by Ada Tide", "Ada Tide"],
    ["Zeige alle Beiträge von Ada Tide →", "Ada Tide"],
    ["Eingestellt von Ada Tide", "Ada Tide"],
    ["Text und Interview: Ada Tide", "Ada Tide"],
    ["Ada Tide @adatide", "Ada Tide"],
    ["Ada Tide am", "Ada Tide"],
    ["Post author", undefined],
  ])("%j is %j", (content, author) => {
    expect(authorOf(TITLE + named("author", content))).toBe(author);
  });

  it.each([
    [
      "each author of a paper",
      named("citation_author", "Tide, Ada B.") + named("citation_author", "Reed, Bo"),
      "Ada B. Tide, Bo Reed",
    ],
    [
      "each creator of Dublin Core",
      named("dc.creator", "Tide, Ada") + named("dc.creator", "Boats, Inc."),
      "Ada Tide, Boats, Inc.",
    ],
    ["titles behind a comma", named("author", "Tide, MD"), "Tide, MD"],
    [
      "pairs of label and value",
      named("twitter:label2", "Written by") + named("twitter:data2", "Ada Tide"),
      "Ada Tide",
    ],
    ["no other pairs", named("twitter:label1", "Reading time") + named("twitter:data1", "Two minutes"), undefined],
    ["Dublin Core as RDFa", '<meta property="dc:creator" content="Ada Tide">', "Ada Tide"],
    [
      "a name before a login",
      named("author", "adatide") + jsonLd({ "@type": "Article", headline: "x", author: "Ada Tide" }),
      "Ada Tide",
    ],
    [
      "a paper with many",
      Array.from({ length: 40 }, (_, n) =>
        named("citation_author", `Tide, Adalbert ${String.fromCodePoint(65 + (n % 26))}.`),
      ).join(""),
      "Adalbert A. Tide, Adalbert B. Tide, Adalbert C. Tide, Adalbert D. Tide, Adalbert E. Tide, Adalbert F. Tide",
    ],
    ["a login where there is no name", named("author", "adatide"), "adatide"],
    [
      "who asked a question",
      jsonLd({ "@type": "QAPage", mainEntity: { "@type": "Question", author: { name: "ada.t" } } }),
      "ada.t",
    ],
  ])("is read of %s", (_, html, author) => {
    expect(authorOf(TITLE + html)).toBe(author);
  });
});

describe("the author beside a title", () => {
  it.each([
    ["a line", "<p>By Ada Tide</p>", "Ada Tide"],
    ["a line with a date", "<div>By Ada Tide • <span>March 12, 2025</span></div>", "Ada Tide"],
    ["a line with a role", "<p>By Ada Tide, harbour master of Port Ellen</p>", "Ada Tide"],
    ["spans without spaces", "<div><span>By</span><span>Ada Tide</span></div>", "Ada Tide"],
    ["a label of its own", "<div><p>Written by</p><p>Ada Tide</p></div>", "Ada Tide"],
    ["particles", "<p>Text: von Bo van der Reed</p><p>Von Bo van der Reed</p>", "Bo van der Reed"],
    ["a class", '<div class="post-author"><img alt=""><span>Ada Tide</span></div>', "Ada Tide"],
    ["a class that a build has renamed", '<p class="Post_authorName__x1Y">Ada Tide</p>', "Ada Tide"],
    [
      "a class around a label and a role",
      '<div class="author"><div>By</div><div>Ada Tide</div><div>Editor</div></div>',
      "Ada Tide",
    ],
    [
      "microdata",
      '<div itemprop="author" itemscope><b>A</b><meta itemprop="name" content="Ada Tide"></div>',
      "Ada Tide",
    ],
    [
      "microdata beside the text",
      '<span itemprop="author" itemscope><link itemprop="url" href="/@ada"><link itemprop="name" content="Ada Tide"></span>',
      "Ada Tide",
    ],
    [
      "a class, though a file says who made the site",
      '<link rel="author" href="/humans.txt"><link rel="author" href="/a"><link rel="author" href="/b"><p class="author">Ada Tide</p>',
      "Ada Tide",
    ],
    [
      "microdata with a reputation",
      '<div itemprop="author"><span itemprop="name">ada</span><div>1,655 points</div></div>',
      "ada",
    ],
    ["a class whose source breaks the name", '<div class="author">Ada\n      Tide</div>', "Ada Tide"],
    [
      "a class around a name and a date in Chinese",
      '<div class="author">谢若含<b>2017-03-01 14:27</b></div>',
      "谢若含",
    ],
    ["a class around a name and an account", '<div class="author">Ada Tide<a>@adatide</a></div>', "Ada Tide"],
    ["a class behind a link", '<a rel="author">See full bio</a><p class="author">Ada Tide</p>', "Ada Tide"],
    ["rel", '<address><a rel="author" href="/ada">Ada Tide</a></address>', "Ada Tide"],
    ["nothing but a reviewer", "<p>Reviewed by Ada Tide</p>", undefined],
    ["nothing but a sentence", "<p>By continuing you agree to our terms.</p>", undefined],
    ["nothing but a date", '<p class="author">Sun Dec 17, 2023 11:23 am</p>', undefined],
    ["a comment's author alone", '<p class="comment-author-name">Ada Tide</p>', undefined],
  ])("is read of %s", (_, line, author) => {
    expect(shown(line)).toBe(author);
  });

  it("is not that of a card on a page of cards", () => {
    const card = '<h3><a href="/a">A ferry sinks</a></h3><p>By Ada Tide</p>';
    expect(authorOf(`${TITLE}<main><h1>News of the coast</h1>${card.repeat(5)}</main>`)).toBeUndefined();
  });

  it("is not who reviewed a product", () => {
    const product = jsonLd({ "@type": "Product", name: "Boat" });
    expect(authorOf(`${TITLE}${product}<h1>Boat</h1><p>By Ada Tide</p>`)).toBeUndefined();
  });

  it("does not name the page", () => {
    const html = `<h1>The tide turns twice</h1><div itemprop="author" itemscope><meta itemprop="name" content="Ada"></div>`;
    expect(describeText(html)).toMatchObject({ title: "The tide turns twice", author: "Ada" });
  });
});
