import { hashText, readArticleText } from "@satchel/contracts/highlights";
import { describe, expect, test } from "vitest";
import { textTreeOf } from "../../../test/text-tree.ts";

const textOf = (html: string): string => readArticleText(textTreeOf(html)).text;

describe("given the HTML of an article, then its text", () => {
  test.each([
    ["has one line for each block", "<p>One <b>two</b></p><p>three</p>", "One two\nthree"],
    ["has one space for white space", "<p> One \n\t two&nbsp; three </p>", "One two three"],
    ["has no space that is not there", "<p>un<em>believ</em>able</p>", "unbelievable"],
    ["has a line for each that br ends", "<p>One<br>two<br><br>three</p>", "One\ntwo\nthree"],
    ["has the texts of nested blocks", "<ul><li>One<ul><li>two</li></ul>three</li></ul>", "One\ntwo\nthree"],
    ["has the cells of tables", "<table><tr><td>One</td><td>two</td></tr></table>", "One\ntwo"],
    ["has formulas in their line", "<p>s = <math><mfrac><mi>F</mi><mi>A</mi></mfrac></math>.</p>", "s = FA."],
    ["has nothing that is not shown", "<p>One<script>two</script></p><style>x{}</style>", "One"],
    ["is empty where there is none", "<p> </p><hr>", ""],
  ])("%s", (_, html, text) => {
    expect(textOf(html)).toBe(text);
  });

  test("is the same with elements around its blocks, as the page has them around tables", () => {
    expect(textOf("<p>a</p><div><pre>b</pre></div><p>c</p>")).toBe(textOf("<p>a</p><pre>b</pre><p>c</p>"));
  });

  test("is read of a tree as deep as browsers build it", () => {
    expect(textOf(`${"<div>".repeat(500)}deep${"</div>".repeat(500)}after`)).toBe("deep\nafter");
  });

  test("has each of its parts where the segments say", () => {
    const { text, segments } = readArticleText(textTreeOf("<p>One <b>two</b> \n three</p>"));
    for (const { node, at, offset, length } of segments) {
      expect(node.textContent?.slice(offset, offset + length)).toBe(text.slice(at, at + length));
    }
    expect(segments.map(({ length }) => length)).toEqual([3, 3, 5]);
  });
});

test("given a text, then its hash is the same in every version, since highlights store it", () => {
  expect([hashText(""), hashText("Satchel")]).toEqual(["811c9dc5811c9dc5", "fd365195e76df919"]);
});
