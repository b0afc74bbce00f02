import { defaultTreeAdapter } from "parse5";
import { expect, test, vi } from "vitest";
import { withoutPictures } from "./article.ts";

test("given an article with pictures, then each is replaced by its text, and one without a text by nothing", () => {
  const html =
    '<p>Before <img src="files/a.png" alt="A &lt;tide&gt; table"> after</p><figure><img src="files/b.png"><figcaption>Low</figcaption></figure>';
  expect(withoutPictures(html)).toBe(
    "<p>Before [A &lt;tide&gt; table] after</p><figure><figcaption>Low</figcaption></figure>",
  );
});

test("given links, tables and code, then they stay as they are", () => {
  const html =
    '<h2 id="in-article-a">Tides</h2><p><a href="https://example.org/?a=1&amp;b=2">link</a></p><pre>a &lt; b</pre><table><tbody><tr><td>1</td></tr></tbody></table>';
  expect(withoutPictures(html)).toBe(html);
});

test("given a text that looks like markup, then it stays a text", () => {
  const html = '<p title="<img src=x>">&lt;img src="files/x.png"&gt;</p>';
  expect(withoutPictures(html)).toBe(html);
});

test("given an article of very many paragraphs, then none is moved along all others, which takes minutes", () => {
  const moves = vi.spyOn(defaultTreeAdapter, "detachNode");
  const html = "<p>Tides</p>".repeat(1000);
  expect(withoutPictures(html)).toBe(html);
  expect(moves).not.toHaveBeenCalled();
});
