import { escapeHtml } from "@satchel/chassis";
import fc from "fast-check";
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parseFragment, serialize } from "parse5";
import { expect, test } from "vitest";
import { withoutPictures, withPicturesIn } from "./article-html.ts";

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

test("given pictures of the copy, then they get its address; texts and other addresses stay", () => {
  const html =
    '<p>Write src="files/a.png" or &lt;img src="files/a.png"&gt;</p><img alt="a" src="files/a.png"><img src="https://files.example/files/b.png">';
  expect(withPicturesIn(html, "/api/$1/files/")).toBe(
    '<p>Write src="files/a.png" or &lt;img src="files/a.png"&gt;</p><img alt="a" src="/api/$1/files/a.png"><img src="https://files.example/files/b.png">',
  );
});

/** The same by the tree: slow, and plain. */
function byTree(source: string): string {
  const replace = (node: DefaultTreeAdapterMap["parentNode"]): void => {
    node.childNodes = node.childNodes.flatMap((child): DefaultTreeAdapterMap["childNode"][] => {
      if ("childNodes" in child) replace(child);
      if (!("attrs" in child) || child.tagName !== "img") return [child];
      const text =
        child.attrs
          .find(({ name }) => name === "alt")
          ?.value.replaceAll("\u00A0", " ")
          .trim() ?? "";
      return text === "" ? [] : [{ ...defaultTreeAdapter.createTextNode(`[${text}]`), parentNode: node }];
    });
  };
  const tree = parseFragment(source);
  replace(tree);
  return serialize(tree);
}

test("given any elements, attributes and texts, then pictures alone are replaced", () => {
  const text = fc.string({
    unit: fc.constantFrom(..."<>\"'&=/ !-\n\u00A0a".split(""), "<img ", "<p>", 'alt="x"', "&quot;", "]]>"),
  });
  const attribute = fc.tuple(fc.constantFrom("alt", "src", "title", "href", "data-alt"), text);
  const element = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      text.map(escapeHtml),
      fc
        .tuple(
          fc.constantFrom("p", "a", "div", "img", "image", "em", "hr"),
          fc.array(attribute, { maxLength: 3 }),
          fc.array(tie("node"), { maxLength: 3 }),
        )
        .map(([name, attributes, children]) =>
          [
            `<${name}`,
            ...attributes.map(([key, value]) => ` ${key}="${escapeHtml(value)}"`),
            `>${children.join("")}</${name}>`,
          ].join(""),
        ),
    ),
  })).node;
  fc.assert(
    fc.property(element, (source) => {
      const written = serialize(parseFragment(source));
      // Quotes may be written in two ways.
      expect(serialize(parseFragment(withoutPictures(written)))).toBe(serialize(parseFragment(byTree(written))));
    }),
    { numRuns: 2000 },
  );
});
