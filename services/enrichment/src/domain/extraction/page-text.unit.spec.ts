import { describe, expect, it } from "vitest";
import { describeText, extractText } from "../../../test/html.ts";
import { isSummary } from "./summary-text.ts";

const TEXT = "The ferry left before sunrise, and nobody on the pier could say when the next one was due.";
const OTHER = "Words that are none of the page's own, and long enough that they would be taken for its summary.";

describe("the description of a page that declares none", () => {
  it.each([
    ["a request for consent by its class", `<div class="cookie-banner"><p>${OTHER}</p></div>`],
    ["a request for consent by its id", `<div id="onetrust-banner-sdk"><div><p>${OTHER}</p></div></div>`],
    [
      "a request for consent by its words",
      "<p>We use cookies and similar technologies to improve your experience on our site.</p>",
    ],
    [
      "a German request for consent by its words",
      "<p>Wir und unsere Partner verwenden Cookies, um Inhalte zu personalisieren. Mit dem Klick stimmen Sie zu.</p>",
    ],
    [
      "a French request for consent by its words",
      "<p>Ce site utilise des cookies pour mesurer son audience. Vous pouvez les accepter ou les refuser ici.</p>",
    ],
    ["a dialog", `<div role="dialog" aria-modal="true"><p>${OTHER}</p></div>`],
    ["a <dialog>", `<dialog class="gdpr"><p>${OTHER}</p></dialog>`],
    ["hidden by its attribute", `<div hidden><div><p>${OTHER}</p></div></div>`],
    ["a hidden paragraph", `<p hidden>${OTHER}</p>`],
    ["hidden from readers' programs", `<div aria-hidden="true"><p>${OTHER}</p></div>`],
    ["not displayed", `<section style="color: red; display:none"><p>${OTHER}</p></section>`],
    ["not visible", `<p style="visibility: hidden">${OTHER}</p>`],
    ["for browsers without JavaScript", `<noscript><p>${OTHER}</p></noscript>`],
    [
      "a request for JavaScript",
      "<p>You need to enable JavaScript to run this app. It is a program and not a page, sorry.</p>",
    ],
    ["a byline by its class", `<p class="article-byline">${OTHER}</p>`],
    ["in a byline", `<div class="post-meta"><p>${OTHER}</p></div>`],
    ["navigation", `<nav><p>${OTHER}</p></nav>`],
    ["navigation by its role", `<div role="navigation"><p>${OTHER}</p></div>`],
    ["navigation by its class", `<ul class="main-menu"><li><p>${OTHER}</p></li></ul>`],
    [
      "made of links",
      `<p><a href="/a">Ferries of the north</a> | <a href="/b">Ferries of the south</a> | <a href="/c">Tide tables</a></p>`,
    ],
    ["the head of the site", `<header><p>${OTHER}</p></header>`],
  ])("is nothing that is %s", (_, html) => {
    expect(describeText(`<title>T</title>${html}`).description).toBeUndefined();
    expect(describeText(`<title>T</title>${html}<p>${TEXT}</p>`).description).toBe(TEXT);
  });

  it("is of the article, where there is one", () => {
    expect(
      describeText(`<p>${OTHER}</p><article><p>Short.</p><p>${TEXT}</p><p>${OTHER}</p></article>`).description,
    ).toBe(TEXT);
  });

  it.each([
    ["a hidden element that is never closed", `<div hidden>x<main><p>${TEXT}</p></main>`],
    ["hidden elements within each other", `<div hidden><div hidden><div></div></div></div><p>${TEXT}</p>`],
    [
      "a body that calls itself by its notice",
      `<body class="has-cookie-notice"><div class="no-nav"><p>${TEXT}</p></div>`,
    ],
    ["a page that is hidden until its scripts run", `<body style="visibility:hidden"><p>${TEXT}</p>`],
    ["a page about cookies", `<div class="cookies-recipe"><p>${TEXT}</p></div>`],
  ])("is found in spite of %s", (_, html) => {
    expect(describeText(html).description).toBe(TEXT);
  });
});

describe("a paragraph", () => {
  it.each([
    "Bake the cookies for twelve minutes, and let them cool before you put them into a tin with a lid.",
    "A cookie is a small piece of data that a server sends to a browser, which sends it back each time.",
  ])("is a summary: %s", (text) => {
    expect(isSummary(text, 0)).toBe(true);
  });
});

describe("a summary that was cut", () => {
  const whole =
    "The lighthouse was built by hand, stone by stone, on a rock that the sea covers twice a day. It took ten years.";
  const page = (declared: string, text = whole) =>
    `<meta name=description content="${declared}"><main><p>${text}</p></main>`;

  it.each([
    "The lighthouse was built by hand, stone by stone, on a r",
    "The lighthouse was built by hand, stone by stone,",
    "The lighthouse was built by …",
    "The lighthouse was built by ha...",
    "The lighthouse was built by hand [...]",
    "The lighthouse was built by hand […]",
  ])("is read whole from the text: %s", (declared) => {
    expect(describeText(page(declared)).description).toBe(whole);
  });

  it("is read whole from another declaration", () => {
    const data = `<script type="application/ld+json">${JSON.stringify({ "@type": "Article", description: whole })}</script>`;
    expect(describeText(data + page("The lighthouse was built ...", "")).description).toBe(whole);
  });

  it.each([
    [
      "it ends with a sentence",
      "The lighthouse was built by hand, stone by stone, on a rock that the sea covers twice a day.",
    ],
    ["nothing goes on like it", "How the lighthouse was built, and by wh..."],
  ])("stays as it is if %s", (_, declared) => {
    expect(describeText(page(declared)).description).toBe(declared);
  });
});

describe("a heading for browsers without JavaScript", () => {
  const noscript = "<noscript><h1>JavaScript is disabled</h1></noscript>";

  it("is no wall and no title", () => {
    const found = extractText(`<title>Harbour plans | Blog</title>${noscript}<div id="root"></div>`);
    expect(found).not.toHaveProperty("wall");
    expect(found.page.title).toBe("Harbour plans");
  });

  it("leaves a page without a title to its address", () => {
    expect(describeText(`<title></title>${noscript}`)).not.toHaveProperty("title");
  });
});
