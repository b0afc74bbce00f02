import { describe, expect, test } from "vitest";
import { destinationOf } from "./same-page.ts";

const keyOf = (url: string, finalUrl?: string, canonicalUrl?: string): string =>
  destinationOf({ url, finalUrl, canonicalUrl }).pageKey;

const article = "https://news.example/2026/an-article";

describe("given two links, then they are the same page", () => {
  test.each([
    ["but for the scheme", "http://news.example/2026/an-article"],
    ["but for www.", "https://www.news.example/2026/an-article"],
    ["but for a slash at the end", "https://news.example/2026/an-article/"],
    ["but for who sent it", `${article}?utm_source=x&fbclid=1`],
    ["but for a place on it", `${article}#comments`],
  ])("%s", (_, url) => {
    expect(keyOf(url)).toBe(keyOf(article));
  });

  test.each([
    ["a short link", "https://t.example/AbC123", article, undefined],
    ["another short link", "https://b.example/xyz", `${article}?utm_medium=social`, undefined],
    ["a link to another form of it, which names the page", `${article}?output=amp`, `${article}?output=amp`, article],
    ["a link to the site's other host, which names the page", "https://m.news.example/a", undefined, article],
  ])("when one is %s", (_, url, finalUrl, canonicalUrl) => {
    expect(keyOf(url, finalUrl, canonicalUrl)).toBe(keyOf(article));
  });

  test("when a short link leads to a home page", () => {
    expect(keyOf("https://t.example/AbC123", "https://news.example/")).toBe(keyOf("https://news.example/"));
  });
});

describe("given two links, then they are different pages", () => {
  test.each([
    ["by the path", "https://news.example/2026/another-article"],
    ["by its case", "https://news.example/2026/An-Article"],
    ["by a parameter", `${article}?page=2`],
    ["by the host", "https://blog.news.example/2026/an-article"],
    ["by the port", "https://news.example:8443/2026/an-article"],
    ["by a route in the fragment", `${article}#/other`],
  ])("%s", (_, url) => {
    expect(keyOf(url)).not.toBe(keyOf(article));
  });

  test("when a missing page redirects to the home page", () => {
    const other = keyOf("https://news.example/2026/gone-too", "https://news.example/");
    expect(keyOf("https://news.example/2026/gone", "https://news.example/")).not.toBe(other);
  });

  test("when old articles lead to the home page of a new site", () => {
    const one = keyOf("https://old.example/2019/one", "https://new.example/");
    expect(one).not.toBe(keyOf("https://old.example/2019/two", "https://new.example/"));
  });

  test.each([
    ["the site's home page", "https://news.example/"],
    ["a page of another site", "https://other.example/2026/an-article"],
    ["what is no address", "javascript:alert(1)"],
  ])("when a page calls %s its own address", (_, canonicalUrl) => {
    expect(keyOf(article, article, canonicalUrl)).toBe(keyOf(article));
  });
});

describe("where a link leads", () => {
  test("is left out when it is the link's own URL", () => {
    expect(destinationOf({ url: article, finalUrl: `${article}#top` })).toMatchObject({
      finalUrl: null,
      finalHost: null,
    });
  });

  test("is given in full when it is another one", () => {
    expect(destinationOf({ url: "https://t.example/x", finalUrl: `${article}?a=1#top` })).toMatchObject({
      finalUrl: `${article}?a=1#top`,
      finalHost: "news.example",
    });
  });

  test("is given even when it is a home page, which does not count as the same page", () => {
    expect(destinationOf({ url: article, finalUrl: "https://news.example/" }).finalUrl).toBe("https://news.example/");
  });

  test("is unknown for an invalid web address", () => {
    expect(destinationOf({ url: "ftp://a/", finalUrl: "data:,x" })).toEqual({
      finalUrl: null,
      finalHost: null,
      pageKey: "ftp://a/",
    });
  });
});
