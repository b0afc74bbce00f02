import { describe, expect, test } from "vitest";
import { sanitiseArticle } from "../page/sanitise.ts";
import { wholeArticle } from "./whole-article.ts";

const URL = "mid:1@news.example";
const htmlOf = (source: string): string => wholeArticle(source, URL)?.html.replaceAll(/\s+/g, " ") ?? "";

describe("given a mail that tables arrange", () => {
  test("then its texts stand one below the other, and nothing is left out", () => {
    const html = htmlOf(
      "<table><tr><td><table><tr><td><p>First</td><td><p>Second</td></tr></table></td></tr><tr><td>Short</td></tr></table>",
    );
    expect(html).not.toMatch(/<t(?:able|r|d|body)/);
    expect(html).toMatch(/First.*Second.*Short/);
  });

  test("then a cell of words alone is a paragraph, and a cell of blocks is none", () => {
    const html = htmlOf(
      "<table><tr><td><a href=/>Open</a> it</td></tr><tr><td><b>A <div>B</div></b></td></tr></table>",
    );
    expect(html).toMatch(/<p><a [^>]*>Open<\/a> it<\/p>/);
    expect(html).not.toMatch(/<p><b>/);
  });

  test("then a table of facts stays one", () => {
    const facts = "<table><tr><td>Calais</td><td>11:40</td></tr><tr><td>Dover</td><td>11:10</td></tr></table>";
    expect(htmlOf(`<table><tr><td>${facts}</td></tr></table>`).match(/<table/g)).toHaveLength(1);
    expect(htmlOf(facts.replace("<table", '<table role="presentation"'))).not.toContain("<table");
  });

  test("then what is hidden is left out, of the text too", () => {
    const article = wholeArticle(
      '<div style="display:none">Preview</div><div style="max-height:0;overflow:hidden">Flat</div><p style="mso-hide:all">Outlook</p><p hidden>H</p><p>Shown</p>',
      URL,
    );
    expect(article?.text).toBe("Shown");
  });

  test("then 2,000 tables within each other, and 20,000 cells, are read", () => {
    const deep = `${"<table><tr><td>".repeat(2000)}deep${"</td></tr></table>".repeat(2000)}<p>end`;
    expect(wholeArticle(deep, URL)?.text).toContain("end");
    const wide = `<table>${"<tr><td>a</td><td>b</td></tr>".repeat(10_000)}</table>`;
    expect(wholeArticle(wide, URL)?.words).toBe(20_000);
  });
});

test("given pictures of a mail, then only those that came along are shown, by whatever spelling of their address", () => {
  const names = new Map([["cid:a b@x", "files/a.png"]]);
  const shown = sanitiseArticle(
    '<img src="cid:a%20b@x"><img src="CID:none@x"><img src="https://t.example/p.gif"><img src="//t.example/p"><a href="https://ok.example">ok</a><a href="cid:a%20b@x">no</a>',
    { url: URL, fileOf: (address) => names.get(address) },
  );
  expect(shown.match(/<img/g)).toHaveLength(1);
  expect(shown).toContain('src="files/a.png"');
  expect(shown).not.toMatch(/t\.example|href="cid/i);
});

test("given a mail without a text, then it has no article", () => {
  expect(wholeArticle("<table><tr><td><img src=cid:x></td></tr></table>", URL)).toBeUndefined();
});
