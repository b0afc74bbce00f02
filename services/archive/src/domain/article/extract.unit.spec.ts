import { describe, expect, test } from "vitest";
import { articlePages } from "../../../test/article-pages.ts";
import { sanitiseArticle } from "../page/sanitise.ts";
import { parsePage } from "./dom.ts";
import { extractArticle } from "./extract.ts";
import { measurePage } from "./features.ts";
import { readabilityOf } from "./readable.ts";
import { TREES } from "./model.ts";

const url = "https://gazette.example/craft/satchel";
const fileOf = (address: string): string => address;

describe("given a page of a site with its frame and an article", () => {
  test.each(articlePages)("when its article is taken, then it has $what, and nothing of the frame", (page) => {
    const article = extractArticle(page.html, url);

    expect(article).toMatchObject({ kind: "article", language: "en", direction: "ltr" });
    const html = sanitiseArticle(article?.html ?? "", { url, fileOf });
    for (const pattern of page.has) expect(html).toMatch(pattern);
    for (const text of page.hasNot) {
      expect(article?.text).not.toContain(text);
      expect(html).not.toContain(text);
    }
  });
});

test("when an article is taken, then its text has the same words as its HTML, block by block", () => {
  const { html = "", text = "" } = extractArticle(articlePages[0]?.html ?? "", url) ?? {};
  const words = (value: string): string[] => value.match(/[\p{L}\p{N}]+/gu) ?? [];
  expect(words(html.replace(/<[^>]+>/g, " "))).toEqual(words(text));
  expect(text.split("\n\n").length).toBeGreaterThan(4);
});

const sentence = (about: string): string =>
  `<p>The ${about} is heated an hour before, as hot as it will go, with a stone in it, until the evening comes.</p>`;

test("words that may be divided are whole", () => {
  const source = `<title>On Bread</title><article><h1>Bread&shy;making</h1>${sentence("back&shy;\u00adofen")}</article>`;
  const { text = "", html = "" } = extractArticle(source, url) ?? {};
  for (const one of [text, html]) expect(one).toMatch(/Breadmaking[^]*The backofen is/);
});

test("a line of code between two paragraphs stays, and one beside the article does not come in", () => {
  const paragraphs = "<p>Bread is mixed, kneaded, left to rise, shaped and baked, which takes a day in all.</p>";
  const source = `<!doctype html><html lang=en><title>On Bread</title><nav><a href=/>Home</a><pre>npm run loaf</pre></nav><article><h1>On Bread</h1>${paragraphs}<p>The oven is heated an hour before, as hot as it will go, with a stone in it.</p><pre><code>bake --at 230</code></pre><p>After an hour it is taken out, and left to cool on a rack until the evening.</p></article><footer><a href=/imprint>Imprint</a></footer>`;

  const { text = "", html = "" } = extractArticle(source, url) ?? {};

  expect(text.split("\n\n")).toContain("bake --at 230");
  expect(html).toMatch(/<pre><code>bake --at 230<\/code><\/pre>/);
  expect(text).not.toContain("npm run loaf");
});

test("captions and summaries stay where they stand between texts", () => {
  const figure = "<figure><img src=/oven.png><figcaption>The oven</figcaption></figure>";
  const details = `<details><summary>More</summary>${sentence("second oven")}</details>`;
  const classic = "<div class=wp-caption><img src=/kiln.png><p class=wp-caption-text>The kiln</p></div>";
  const source = `<title>On Bread</title><article><h1>On Bread</h1>${["oven", "kiln"].map(sentence).join("")}${figure}${sentence("range")}${classic}${["hearth", "pan"].map(sentence).join("")}${details}${["stove", "fire"].map(sentence).join("")}</article>`;
  const { text = "" } = extractArticle(source, url) ?? {};
  expect(text.split("\n\n")).toEqual(expect.arrayContaining(["The oven", "The kiln", "More"]));
});

test("a picture above the title is part of the article", () => {
  const text = ["oven", "kiln", "hearth", "pan", "stove", "fire"].map(sentence).join("");
  const picture = '<img src="/hero.png" width="1200" height="600">';
  const source = `<title>On Bread</title><nav><a href=/>Home</a><img src="/logo.png"></nav><article>${picture}<h1>On Bread</h1>${text}</article>`;
  const { html = "" } = extractArticle(source, url) ?? {};
  expect(html).toContain("/hero.png");
  expect(html).not.toContain("/logo.png");
});

test("the menu of a table that arranges a page is no part of its text", () => {
  const text = ["oven", "kiln", "hearth", "pan", "stove", "fire", "ember", "grate"].map(sentence).join("");
  const source = `<title>On Bread</title><table><tr><td><a href=/>Home</a><br><a href=/l>Links</a><td><h2>On Bread</h2>${text}</table>`;
  expect(extractArticle(source, url)?.text).not.toContain("Links");
});

test.each([
  ["ja", "章では港はその朝静かで、フェリーは誰かが理由を尋ねる前に出港した。"],
  ["th", "ท่าเรือเงียบสงบในเช้าวันนั้น เรือข้ามฟากออกไปก่อนที่ใครจะถามว่าทำไมจึงเช้าเช่นนี้"],
])("a text without spaces between its words is an article by its words: %s", (language, text) => {
  const paragraphs = Array.from({ length: 8 }, (_, n) => `<p>${n}${text}</p>`).join("");
  const source = `<html lang=${language}><title>x</title><article><h1>x</h1>${paragraphs}</article>`;
  expect(extractArticle(source, url)).toMatchObject({ kind: "article", language });
});

const items = Array.from(
  { length: 40 },
  (_, n) => `<li><a href="/p/${n}">Leather thing number ${n}</a> <span>${n + 3}.00 €</span></li>`,
).join("");
const posts = Array.from(
  { length: 8 },
  (_, n) =>
    `<div class="post"><div class="author">rider${n}</div><div class="message"><p>My strap number ${n} broke after a year. I sewed it with waxed thread, and it has held since.</p></div></div>`,
).join("");

test.each([
  [
    "a shop's list",
    "listing",
    `<main><h1>All straps</h1><ul class="products">${items}</ul></main>`,
    "https://shop.example/collections/straps",
  ],
  [
    "a thread of a forum",
    "forum",
    `<main><h1>My strap broke</h1>${posts}</main>`,
    "https://forum.example/threads/my-strap-broke.17/",
  ],
  [
    "a thing that is sold",
    "product",
    `<script type="application/ld+json">{"@type":"Product","name":"Satchel"}</script><main><h1>Satchel</h1><p>It carries twenty kilograms, is made of one hide, and closes with two straps of brass and leather.</p><p>Each is cut by hand. It takes eleven weeks, and comes with a tin of wax for the first two years of its life on the road with you. The lining is of linen. The thread is waxed.</p><button>Add to cart</button></main>`,
    "https://shop.example/products/satchel",
  ],
  ["a program", "app", `<div id="root"></div><p>Please enable JavaScript to run this app.</p>`, "https://app.example/"],
])("given %s, when its kind is asked for, then it is %s", (_, kind, body, address) => {
  expect(extractArticle(`<!doctype html><html><body>${body}</body></html>`, address)?.kind).toBe(kind);
});

test("given a title over several lines with what shows nothing, when the article is taken, then it is one line", () => {
  const title = `\u200bA quiet\n   har\u00adbour ${"x".repeat(1000)}`;
  const text = "The ferry left before anybody could ask why it was so early that day. ".repeat(10);
  const article = extractArticle(`<title>${title}</title><article><p>${text}</p></article>`, "https://page.example/a");
  expect(article?.title).toMatch(/^A quiet harbour x{10,}$/);
  expect(article?.title?.length).toBeLessThanOrEqual(300);
});

test("given a page from right to left, when its article is taken, then that is said", () => {
  const html = `<html dir="rtl" lang="ar"><body><article>${"<p>الحقيبة الجلدية تعيش أطول من صاحبها، هكذا يقول السراج العجوز كل يوم.</p>".repeat(1)}<p>ولا أحد يعرف عدد السنوات التي عاشتها الحقيبة الأولى قبل أن تصل إلى المتحف في المدينة.</p></article></body></html>`;
  expect(extractArticle(html, url)).toMatchObject({ direction: "rtl", language: "ar" });
});

test("when a page is measured, then each text has a value for each feature of the trees, in their order", () => {
  const { names, rows } = measurePage(parsePage(articlePages[0]?.html ?? ""), url);
  expect(names).toEqual(TREES.features);
  for (const row of rows) expect(row.filter(Number.isFinite)).toHaveLength(names.length);
});

describe("given a hostile or a broken page", () => {
  const deep = `${"<div>".repeat(20_000)}text of a deep page${"</div>".repeat(20_000)}`;
  test.each([
    ["nothing", ""],
    ["no text", "<html><body><script>1</script></body></html>"],
    ["elements within each other, 20,000 deep", deep],
    ["scripts that never end", `<p>Some text of the page.</p>${"<script>".repeat(2000)}`],
    ["tags that never end", "<p".repeat(20_000)],
    ["JSON-LD that is none", `<script type="application/ld+json">{"@type":</script><p>Some text of the page.</p>`],
    ["a base that is none", `<base href="http://[">${"<p>Some text of the page.</p>".repeat(3)}`],
    ["half of a character", `<p>\ud800 and some more text of the page</p>`],
  ])("when it has %s, then the outcome is an article or none", (_, html) => {
    const article = extractArticle(html, "not an address");
    expect(article === undefined || typeof article.text === "string").toBe(true);
  });
});

test("given a page with very many lines in one element, then its text is found without Readability, whose parser would take minutes", () => {
  const prose = "The ferry left before sunrise, and nobody on the pier could say when the next one would go. ".repeat(
    20,
  );
  const html = `<body><article><p>${prose}</p><div>${"a<br>".repeat(100_000)}</div></article></body>`;
  expect(readabilityOf(parsePage(html))).toBeNull();
  expect(extractArticle(html, url)?.text).toContain("nobody on the pier");
});

test("given a page whose data is nearly all white space, then its article takes less than three seconds of the processor", () => {
  const data = `<script type="application/ld+json">{"@type":${" ".repeat(60_000)}x}</script>`;
  const text = "<p>A sentence of some words, which is long enough to count as text.</p>".repeat(30);
  const before = process.cpuUsage();
  expect(extractArticle(`${data}<article><h1>Title</h1>${text}</article>`, url)).toBeDefined();
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(3);
});
