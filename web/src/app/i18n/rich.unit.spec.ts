import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { plain, rich } from "./rich.ts";

const b = createElement("b");
const br = createElement("br");
const shown = (text: string, elements: Parameters<typeof rich>[1]): string =>
  renderToStaticMarkup(createElement("p", null, ...rich(text, elements))).slice(3, -4);

test("tags become the elements of their names, around what they hold or as they are", () => {
  const address = createElement("i", null, "save@post.example");
  expect(shown("Send it to <address/>.<br/>It <b>lands</b>.", { address, br, b })).toBe(
    "Send it to <i>save@post.example</i>.<br/>It <b>lands</b>.",
  );
});

test("elements may lie in others, and the same one may come twice", () => {
  expect(shown("<b>1</b> and <b>2<br/></b>", { b, br })).toBe("<b>1</b> and <b>2<br/></b>");
});

test("what a person wrote begins no element, and is shown as they wrote it", () => {
  const text = `No links for <b>${String(plain("<b>bread</b>"))}</b>`;
  expect(shown(text, { b })).toBe("No links for <b>&lt;b&gt;bread&lt;/b&gt;</b>");
});

test("a tag without an element stays text", () => {
  expect(shown("a <wrong>b</wrong>", { b })).toBe("a &lt;wrong&gt;b&lt;/wrong&gt;");
});
