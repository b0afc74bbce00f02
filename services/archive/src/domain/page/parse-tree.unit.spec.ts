import { serialize } from "parse5";
import { expect, test } from "vitest";
import { htmlOf, parsePage } from "../article/dom.ts";
import { parseTree } from "./parse-tree.ts";
import { sanitisePage } from "./sanitise.ts";

const countIn = (html: string): number => html.match(/<[a-z]/g)?.length ?? 0;

test("given a page, when it is parsed without a limit, then all of it is there", () => {
  expect(countIn(serialize(parseTree("<p>x".repeat(1000))))).toBe(1003);
});

test("given a shadow root in the page, when it is parsed, then what is in it stands there, in it and within it", () => {
  const root = (html: string) => `<template shadowrootmode="open">${html}</template>`;
  const html = serialize(
    parseTree(`<my-text>${root(`<p>one</p>${root("<p>two</p>")}`)}</my-text><template>no</template>`),
  );
  expect(html).toContain("<my-text><p>one</p><p>two</p></my-text><template>no</template>");
  expect(serialize(parseTree(root("x").repeat(50_000)))).toContain("x".repeat(50_000));
  expect(serialize(parseTree(`${'<template shadowrootmode="open">'.repeat(5000)}x`))).not.toContain("x<");
});

test.each(["svg", "math"])(
  "given a template in %s, which is none of HTML, when it is parsed, then all else is there",
  (name) => {
    const page = `<p>before</p><${name}><template shadowrootmode="open">x</template></${name}><p>after</p>`;
    expect(serialize(parseTree(page))).toContain("<p>after</p>");
  },
);

test.each([5000, 20_000])(
  "given %i templates that are never closed, when a page is parsed, then what stands before them is there",
  (n) => {
    const page = `<p>before</p>${"<template>".repeat(n)}x`;
    expect(htmlOf(parsePage(page).body)).toBe("<p>before</p>");
    expect(sanitisePage(page, { url: "https://a.example/", fileOf: () => undefined })).toContain("<p>before</p>");
  },
);

test("given pictures of AMP, when they are parsed, then they are pictures", () => {
  const html = serialize(parseTree('<amp-img src="/a.png"><noscript><img src="/b.png"></noscript></amp-img><p>x</p>'));
  expect(html).toContain('<body><img src="/a.png"><p>x</p></body>');
});

test("given elements that are made again in each paragraph, when as many as are wanted are made, then the rest is left out", () => {
  const fonts = Array.from({ length: 100 }, (_, n) => `<font a=${n}>`).join("");
  const html = serialize(parseTree(`<p>${fonts}first</p>${"<p>x</p>".repeat(10_000)}`, 5000));
  expect(html).toContain("first");
  expect(countIn(html)).toBe(5000);
});
