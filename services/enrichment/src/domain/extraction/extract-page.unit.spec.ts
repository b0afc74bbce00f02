import { describe, expect, it } from "vitest";
import { describeText, PAGE_URL, jsonLd } from "../../../test/html.ts";

const og = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`;
const named = (name: string, content: string) => `<meta name="${name}" content="${content}">`;

describe("a page that says everything", () => {
  it("is described in full", () => {
    const page = describeText(`<!doctype html><html lang="en-gb"><head><title>Window title</title>
      ${og("title", "A &amp; B")} ${og("description", "About\n  A and B")} ${og("image", "/img/a.png")}
      ${og("site_name", "The Blog")} ${named("author", "Ada Lovelace")}
      <meta property="article:published_time" content="2024-05-01T12:00:00+02:00">
      ${named("keywords", "math, Engines")} <meta property="article:tag" content="engines">
      <link rel="canonical" href="https://blog.example/post"><link rel="icon" href="/icon.svg" type="image/svg+xml">
      </head><body><h1>Heading</h1></body></html>`);
    expect(page).toEqual({
      title: "A & B",
      description: "About A and B",
      previewImageUrl: "https://blog.example/img/a.png",
      faviconUrl: "https://blog.example/icon.svg",
      siteName: "The Blog",
      author: "Ada Lovelace",
      publishedAt: "2024-05-01T10:00:00.000Z",
      language: "en-GB",
      canonicalUrl: "https://blog.example/post",
      mediaType: "page",
      tags: ["engines", "math"],
    });
  });
});

describe("a page that says nothing", () => {
  it.each(["", "just text", "<html></html>", "<title></title><h1> </h1>", `<title>\u0000</title>${og("title", " ")}`])(
    "%j has no title, but perhaps an icon where icons are",
    (html) => {
      expect(describeText(html)).toEqual({
        faviconUrl: "https://blog.example/favicon.ico",
        mediaType: "page",
        tags: [],
      });
    },
  );
});

describe("the title", () => {
  const article = jsonLd({ "@type": "Article", headline: "From JSON-LD" });

  it.each([
    ["og:title", og("title", "og") + named("twitter:title", "tw") + article + "<title>t</title><h1>h</h1>", "og"],
    ["twitter:title", named("twitter:title", "tw") + article + "<title>t</title><h1>h</h1>", "tw"],
    ["JSON-LD's headline", `${article}<title>t</title><h1>h</h1>`, "From JSON-LD"],
    ["JSON-LD's name", `${jsonLd({ "@type": "Product", name: "Shoe" })}<title>t</title>`, "Shoe"],
    ["<title>", "<title>t</title><h1>h</h1>", "t"],
    ["the first heading", "<h1>first</h1><h1>second</h1>", "first"],
    ["the first that has text", `${og("title", "")}<title> </title><title>later</title>`, "later"],
    ["og:title under any attribute and case", '<META NAME="OG:Title" CONTENT=og>', "og"],
    ["text with entities", "<title>Fish &amp; Chips &mdash; &#8220;caf&eacute;&#x22;</title>", 'Fish & Chips — “café"'],
    ["text that looks like markup", "<title>The <b> element</title>", "The <b> element"],
    ["text without an end", "<title>Cut off", "Cut off"],
    ["text of a page without a head", "<body><title>In the body</title>", "In the body"],
    [
      "a heading with markup",
      "<h1>One <em>two</em><br>three<style>.x{}</style><script>x</script></h1>",
      "One two three",
    ],
    ["not that of a picture", "<svg><title>Logo</title></svg><title>Page</title>", "Page"],
    ["the page's after a picture without an end", "<svg><title>Logo</title><body><title>Page</title>", "Page"],
    [
      "not one in a comment or script",
      "<!--<title>a</title>--><script>'<title>b</title>'</script><title>c</title>",
      "c",
    ],
    ["not one for browsers without JavaScript", "<noscript><title>a</title></noscript><title>b</title>", "b"],
    ["in any script", "<title>日本語 עברית</title>", "日本語 עברית"],
    ["without overrides of direction", "<title>invoice&#x202E;fdp.exe</title>", "invoicefdp.exe"],
  ])("is %s", (_, html, title) => {
    expect(describeText(html).title).toBe(title);
  });

  it("and description are cut to their limits", () => {
    const page = describeText(`<title>${"t".repeat(10_000)}</title>${named("description", "😀".repeat(5000))}`);
    expect(page.title).toBe("t".repeat(300));
    expect(page.description).toBe("😀".repeat(500));
  });
});

describe("the description", () => {
  it.each([
    ["og", og("description", "og") + named("twitter:description", "tw") + named("description", "meta"), "og"],
    ["twitter", named("description", "meta") + named("twitter:description", "tw"), "tw"],
    ["meta", named("Description", "meta") + jsonLd({ "@type": "Article", description: "ld" }), "meta"],
    ["JSON-LD", jsonLd({ "@type": "Article", description: "ld" }), "ld"],
    [
      "the one that is not the title again",
      `${og("title", "Same")}${og("description", "same!")}${named("description", "m")}`,
      "m",
    ],
    [
      "text without its markup",
      og("description", "&lt;p&gt;One&lt;/p&gt;&lt;p&gt;two&amp;nbsp;three&lt;/p&gt;"),
      "One two three",
    ],
    ["the first paragraph", `<nav><p>${"n".repeat(80)}</p></nav><p>Short.</p><p>${"p".repeat(80)}</p>`, "p".repeat(80)],
  ])("is taken from %s", (_, html, description) => {
    expect(describeText(html).description).toBe(description);
  });
});

describe("the site's name", () => {
  it.each([
    ["its name", "The Tides", "The Tides"],
    ["without the slogan beside the name that its host has", "Blog | Boats for all", "Blog"],
    ["without a separator at its end", "The Tides |", "The Tides"],
    ["with what belongs to it", "Tides - Boats", "Tides - Boats"],
  ])("is %s", (_, declared, name) => {
    expect(describeText(`<title>A page</title>${og("site_name", declared)}`).siteName).toBe(name);
  });

  it("is not the title of the page", () => {
    const page = describeText(`<title>Locks | Canals</title>${og("site_name", "Locks | Canals")}`);
    expect(page).toMatchObject({ title: "Locks | Canals" });
    expect(page).not.toHaveProperty("siteName");
  });
});

describe("the preview picture", () => {
  it.each([
    ["absolute", og("image", "https://cdn.example/a.png"), "https://cdn.example/a.png"],
    ["relative", og("image", "../a.png"), "https://blog.example/a.png"],
    ["relative to the site", og("image", "/a.png"), "https://blog.example/a.png"],
    ["without a scheme", og("image", "//cdn.example/a.png"), "https://cdn.example/a.png"],
    ["written with entities", og("image", "/a?x=1&amp;y=2"), "https://blog.example/a?x=1&y=2"],
    ["with spaces and line breaks", og("image", " /a\n b.png "), "https://blog.example/a%20b.png"],
    ["relative to <base>", `<base href="/base/">${og("image", "a.png")}`, "https://blog.example/base/a.png"],
    [
      "relative to a <base> that comes later",
      `${og("image", "a.png")}<base href="//c.example/">`,
      "https://c.example/a.png",
    ],
    [
      "not relative to a <base> that is no web address",
      `<base href="data:,">${og("image", "/a.png")}`,
      "https://blog.example/a.png",
    ],
    [
      "the first that is one",
      og("image", "data:image/png;base64,AA") + og("image", "/b.png"),
      "https://blog.example/b.png",
    ],
    [
      "the secure one",
      og("image", "http://c.example/a") + og("image:secure_url", "https://c.example/a"),
      "https://c.example/a",
    ],
    ["twitter's", named("twitter:image", "/t.png"), "https://blog.example/t.png"],
    ["JSON-LD's", jsonLd({ "@type": "Article", image: "/l.png" }), "https://blog.example/l.png"],
    ["JSON-LD's object", jsonLd({ "@type": "Article", image: [{ url: "/o.png" }] }), "https://blog.example/o.png"],
    ["a link's", '<link rel="image_src" href="/s.png">', "https://blog.example/s.png"],
    ["without credentials", og("image", "https://u:p@c.example/a"), "https://c.example/a"],
  ])("may be %s", (_, html, url) => {
    expect(describeText(html).previewImageUrl).toBe(url);
  });

  it.each(["javascript:alert(1)", "data:image/png,x", "file:///a", "blob:https://a/b", "http://", "about:blank", "//"])(
    "is never %s",
    (url) => {
      expect(describeText(og("image", url))).not.toHaveProperty("previewImageUrl");
    },
  );

  it.each([PAGE_URL, "/media/tides.mp4", "/tides.webm?x=1", "/tides.mp3", "/tides.pdf"])("is never %s", (url) => {
    expect(describeText(og("image", url) + og("image", "/b.png")).previewImageUrl).toBe("https://blog.example/b.png");
    expect(describeText(og("image", url))).not.toHaveProperty("previewImageUrl");
  });

  it("is never a URL that was cut", () => {
    expect(describeText(og("image", `/${"a".repeat(3000)}`))).not.toHaveProperty("previewImageUrl");
    expect(describeText(og("image", `/${"a".repeat(20_000)}`))).not.toHaveProperty("previewImageUrl");
  });
});

describe("the icon", () => {
  const icon = (href: string, rest = "") => `<link rel="icon" href="${href}" ${rest}>`;

  it.each([
    ["pixels before vectors", icon("/b.svg", 'sizes="any"') + icon("/a.ico"), "/a.ico"],
    ["a vector when there is nothing else", icon("/b.svg", 'sizes="any"'), "/b.svg"],
    [
      "the nearest above 64",
      icon("/16.png", "sizes=16x16") + icon("/512.png", "sizes=512x512") + icon("/96.png", "sizes=96x96"),
      "/96.png",
    ],
    [
      "the largest below 64",
      icon("/16.png", "sizes=16x16") + icon("/48.png", "sizes='16x16 48x48'") + icon("/32.png", "sizes=32x32"),
      "/48.png",
    ],
    [
      "a touch icon before a small one",
      icon("/32.png", "sizes=32x32") + '<link rel="apple-touch-icon" href="/t.png">',
      "/t.png",
    ],
    ["PNG before ICO", icon("/a.ico") + icon("/b.png?v=1"), "/b.png?v=1"],
    ["the one for light pages", icon("/d.svg", 'media="(prefers-color-scheme: dark)"') + icon("/l.svg"), "/l.svg"],
    ["the only one", '<link rel="Shortcut ICON" href="/x.ico">', "/x.ico"],
    ["never one inside the page", icon("data:image/svg+xml,x", 'type="image/svg+xml"') + icon("/x.ico"), "/x.ico"],
    ["never a mask", '<link rel="mask-icon" href="/m.svg"><link rel="stylesheet" href="/icon.css">', "/favicon.ico"],
    ["relative to <base>", '<base href="/b/"><link rel="icon" href="i.png">', "/b/i.png"],
    ["at the root when none is declared", '<base href="/b/">', "/favicon.ico"],
  ])("is %s", (_, html, path) => {
    expect(describeText(html).faviconUrl).toBe(`https://blog.example${path}`);
  });
});

describe("who, when, in which language", () => {
  it.each([
    [named("author", "Ada"), "Ada"],
    [`<meta property="article:author" content="https://fb.example/ada">${named("author", "Ada")}`, "Ada"],
    [jsonLd({ "@type": "Article", headline: "x", author: [{ name: "Ada" }, "Charles"] }), "Ada, Charles"],
    ['<meta property="article:author" content="https://fb.example/ada">', undefined],
  ])("%s was written by %s", (html, author) => {
    expect(describeText(html).author).toBe(author);
  });

  it.each([
    ["2024-05-01", "2024-05-01T00:00:00.000Z"],
    ["2024-05-01T10:00", "2024-05-01T10:00:00.000Z"],
    ["2024-05-01 10:00:30", "2024-05-01T10:00:30.000Z"],
    ["2024-05-01T10:00:00.123456Z", "2024-05-01T10:00:00.123Z"],
    ["2024-05-01T10:00:00-0530", "2024-05-01T15:30:00.000Z"],
    ["yesterday", undefined],
    ["2024-13-01", undefined],
    ["2024-02-30", undefined],
    ["0001-01-01T00:00:00", undefined],
    ["05/01/2024", undefined],
    ["2024", undefined],
    ["2024年5月1日", "2024-05-01T00:00:00.000Z"],
  ])("published %s is %s", (text, instant) => {
    expect(describeText(`<meta property="article:published_time" content="${text}">`).publishedAt).toBe(instant);
  });

  it("is not published on the day when its account was made", () => {
    const account = {
      "@type": "ProfilePage",
      dateCreated: "2024-05-01",
      mainEntity: { "@type": "Person", name: "Ada" },
    };
    expect(describeText(`${jsonLd(account)}<h1>Ada</h1><p>March 12, 2025</p>`).publishedAt).toBeUndefined();
  });

  it.each([
    ['<html lang="de">', "de"],
    ['<html lang="zh-hant-tw">', "zh-Hant-TW"],
    ['<html xml:lang="fr">', "fr"],
    [og("locale", "de_AT"), "de-AT"],
    ['<meta http-equiv="Content-Language" content="nl">', "nl"],
    ['<html lang="en, de">', undefined],
    [`<html lang="${"en-".repeat(2000)}">`, undefined],
    ['<html lang="">', undefined],
    // A template that says "en" of every page.
    ['<html lang="en"><title>潮的漲退</title>', "zh"],
    [`<html lang="en">${og("locale", "zh_TW")}<title>潮的漲退</title>`, "zh-TW"],
    [`<html lang="en">${og("locale", "en_US")}<title>潮的漲退</title>`, "zh"],
  ])("%s is in %s", (html, language) => {
    expect(describeText(html).language).toBe(language);
  });
});
