import { scriptPayloads } from "@satchel/testing";
import fc from "fast-check";
import { defaultTreeAdapter, parseFragment, serialize } from "parse5";
import { describe, expect, test, vi } from "vitest";
import { articleForMail } from "./article-html.ts";

const mailed = (html: string) => articleForMail(html, (alt) => `[Picture: ${alt}]`);

/** What a mail program would load, run or send. */
const ACTIVE =
  /<(?:img|script|iframe|object|embed|link|meta|base|form|input|button|svg|math|video|audio|source|style|template)\b|\son\w+\s*=|\bsrc(?:set)?\s*=|url\(|javascript:|data:/i;

describe("an article for a mail", () => {
  test("keeps what has a meaning, and says the same as text", () => {
    const { html, text, isCut } = mailed(
      '<section><h2 id="in-article-a">Wax</h2><p>It is <em>good</em>, says <a href="https://a.example/?x=1&amp;y=2" class="c">she</a>.</p><ul><li>One</li><li>Two</li></ul><pre>a\n  b</pre></section>',
    );
    expect(html).toMatch(/<h2[^>]*>Wax<\/h2><p[^>]*>It is <em>good<\/em>, says <a /);
    expect(html).toContain('href="https://a.example/?x=1&amp;y=2"');
    expect(html).not.toMatch(/class="c"|id=|section/);
    expect(text).toBe("Wax\n\nIt is good, says she.\n\n• One\n• Two\n\na\n  b");
    expect(isCut).toBe(false);
  });

  test("has the text of a picture in its place, and nothing of one without", () => {
    const { html, text } = mailed(
      '<p>A <img src="files/a.png" alt="needle &lt;b&gt;"> and <img src="https://t.example/p"></p>',
    );
    expect(html).toContain("[Picture: needle &lt;b&gt;]");
    expect(html).not.toMatch(ACTIVE);
    expect(text).toBe("A [Picture: needle <b>] and");
  });

  test("has no link that leads elsewhere than to a page or a mailbox", () => {
    for (const href of [
      "javascript:alert(1)",
      "#in-article-a",
      "files/a.png",
      "data:text/html,x",
      "//a.example",
      "cid:x",
      " https://a.example",
    ]) {
      expect(mailed(`<p><a href="${href}">x</a></p>`).html).not.toContain("href");
    }
    expect(mailed('<a href="mailto:a@b.example">x</a>').html).toContain("mailto:a@b.example");
  });

  test("given any markup, then nothing of it is active, and it is what a parser makes of it", () => {
    const pieces = fc.constantFrom(
      ...scriptPayloads,
      "<p>",
      "</p>",
      "<table><tr><td colspan='2' onclick=x>",
      "<style>@import url(x)</style>",
      "<svg><style>",
      "<math><mtext>",
      "<template>",
      "<pre>\n",
      "<a href='https://a.example/\"onclick=x'>",
      "&lt;script&gt;",
      "\0",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string())), (parts) => {
        const { html } = mailed(parts.join(""));
        const bare = html
          .replaceAll(/>[^<]*</g, "><")
          .replaceAll(/href="[^"]*"/g, "")
          .replaceAll(/style="[^"]*"/g, "");
        expect(bare.replace(/^[^<]*|[^>]*$/g, "")).not.toMatch(ACTIVE);
        expect(serialize(parseFragment(serialize(parseFragment(html))))).toBe(serialize(parseFragment(html)));
      }),
    );
  });

  test("is cut where it is very long, and nested very deep, in a moment", () => {
    const long = mailed(`<p>${"word ".repeat(20)}</p>`.repeat(20_000));
    expect([long.isCut, long.html.endsWith("</p>")]).toEqual([true, true]);
    expect(long.html.length).toBeLessThan(205_000);
    expect(mailed(`<p>${"x".repeat(5_000_000)}</p>`).html.length).toBeLessThan(205_000);
    const signs = mailed(`<p>${"&amp;".repeat(100_000)}</p>`);
    expect([signs.isCut, signs.html.length < 205_000, /&(?!amp;)/.test(signs.html)]).toEqual([true, true, false]);
    expect(mailed("<blockquote>".repeat(2000)).html.length).toBeLessThan(60_000);
    expect(mailed(`<pre>a${"\t".repeat(85_000)}b</pre>`).text).toHaveLength(85_002);
  });
});

test("given an article of very many paragraphs, then none is moved along all others, which takes minutes", () => {
  const moves = vi.spyOn(defaultTreeAdapter, "detachNode");
  expect(mailed("<p>Tides</p>".repeat(1000)).text).toContain("Tides\n\nTides");
  expect(moves).not.toHaveBeenCalled();
});
