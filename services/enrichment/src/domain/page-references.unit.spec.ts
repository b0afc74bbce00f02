import { expect, it } from "vitest";
import { referencesOf } from "./page-references.ts";

const URL_OF_PAGE = "https://a.example/b/";
const PICTURE = '<img src="c.png">';

it("given elements that never end, when a page is searched for files, then that takes a moment and has those before them", () => {
  const start = performance.now();
  const { pictures } = referencesOf(`${PICTURE}${"<b>".repeat(1_700_000)}`, URL_OF_PAGE);
  expect(pictures).toEqual(["https://a.example/b/c.png"]);
  // Generous, for machines that do other work too: alone it takes a tenth of a second, and the square of the depth minutes.
  expect(performance.now() - start).toBeLessThan(60_000);
});

it("given as many elements within each other as browsers show, then what is in them is found", () => {
  const html = `${"<div>".repeat(900)}${PICTURE}${"</div>".repeat(900)}${"<p>x<br>".repeat(50_000)}<img src="/d.png">`;
  expect(referencesOf(html, URL_OF_PAGE).pictures).toEqual(["https://a.example/b/c.png", "https://a.example/d.png"]);
});
