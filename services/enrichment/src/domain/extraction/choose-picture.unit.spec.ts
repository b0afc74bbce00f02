import { describe, expect, it, test } from "vitest";
import { extractText } from "../../../test/html.ts";

const SITE = "https://shop.example";
const og = (name: string, more = "") => `<meta property="og:image" content="/${name}">${more}`;
const size = (width: number, height: number) =>
  `<meta property="og:image:width" content="${width}"><meta property="og:image:height" content="${height}">`;
const img = (src: string, width = 0, height = 0, more = "") =>
  `<img src="${src}" ${width === 0 ? "" : `width="${width}" height="${height}"`} ${more}>`;

/** The pictures to try for a page, best first, without the site's address. */
function candidates(html: string): string[] {
  return extractText(html, `${SITE}/things/7`).previewCandidates.map((url) => url.replace(`${SITE}/`, ""));
}

describe("the picture of a page", () => {
  it.each([
    [
      "the widest of Amazon's gallery",
      `<img id="landingImage" src="data:image/gif;base64,R0" data-a-dynamic-image='{"${SITE}/a300.jpg":[300,300],"${SITE}/a679.jpg":[679,679],"${SITE}/a450.jpg":[450,450]}'>`,
      ["a679.jpg"],
    ],
    [
      "Amazon's large one where its gallery is broken",
      '<img id="landingImage" src="/s.jpg" data-old-hires="/l.jpg" data-a-dynamic-image="{">',
      ["l.jpg"],
    ],
    [
      "microdata's",
      `<div itemscope>${img("/own.jpg", 200, 200, 'itemprop="image"')}${img("/b.jpg", 900, 700)}</div>`,
      ["own.jpg", "b.jpg"],
    ],
    ["microdata's link", '<link itemprop="image" href="/own.jpg">', ["own.jpg"]],
    [
      "a source of <picture> where its image is none",
      '<picture><source srcset="/s.webp 400w, /l.webp 1200w" type="image/webp"><source srcset="/x.jpg"><img src="data:image/gif;base64,R0" alt=""></picture>',
      ["l.webp"],
    ],
    [
      "a source of <picture> where its image holds the place",
      '<picture><source srcset="/l.webp 1200w"><img src="/img/placeholder.gif" width="800" height="500"></picture>',
      ["l.webp"],
    ],
    [
      "the image of <picture> where it is one",
      `<picture><source srcset="/l.webp 1200w">${img("/own.jpg", 800, 500)}</picture>`,
      ["own.jpg"],
    ],
    ["no source of a film", '<video><source srcset="/v.mp4"></video><img src="data:x,">', []],
    ["the widest of a srcset, wherever it stands", '<img srcset="/l.jpg 1600w, /s.jpg 320w, /m.jpg 800w">', ["l.jpg"]],
    ["the densest of a srcset", '<img srcset="/a.jpg, /c.jpg 3x, /b.jpg 2x">', ["c.jpg"]],
  ])("is %s", (_, html, expected) => {
    expect(candidates(html)).toEqual(expected);
  });
});

describe("a declared picture", () => {
  const large = `<article>${img("/b.jpg", 900, 700)}</article>`;

  it.each([
    ["is before a picture of the text when it is a banner", og("banner.jpg"), large, ["banner.jpg", "b.jpg"]],
    ["is behind a picture of the text when it is a logo", og("logo-banner.png"), large, ["b.jpg", "logo-banner.png"]],
    [
      "is behind a picture of the text when it is one for all pages, however large",
      og("default-share.png", size(1200, 630)),
      large,
      ["b.jpg", "default-share.png"],
    ],
    ["is behind another one when it is a logo", og("logo.jpg") + og("own.jpg"), "", ["own.jpg", "logo.jpg"]],
    ["is there when there is nothing else", og("placeholder.png"), "", ["placeholder.png"]],
  ])("%s", (_, head, body, expected) => {
    expect(candidates(head + body)).toEqual(expected);
  });
});

test("a banner of the text is no picture of the page", () => {
  expect(candidates(img("/banner.jpg", 900, 400) + img("/b.jpg", 400, 300))).toEqual(["b.jpg"]);
});
