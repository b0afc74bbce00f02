import { describe, expect, it } from "vitest";
import { describeText, extractText, jsonLd } from "../../../test/html.ts";

const og = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`;
const named = (name: string, content: string) => `<meta name="${name}" content="${content}">`;

describe("tags", () => {
  it("are trimmed, each once whatever its case, at most eight, those for readers first, and never phrases", () => {
    const html = named("keywords", `  One ,#two,TWO,, three words ; vier、五, ${"x".repeat(41)}, a b c d e, 2024, a:b`);
    const more = `<meta property="article:tag" content="one"><meta property="article:tag" content="six">`;
    const data = jsonLd({ "@type": "Article", headline: "x", keywords: ["seven", { name: "eight" }] });
    expect(describeText(html + more + data).tags).toEqual([
      "one",
      "six",
      "seven",
      "eight",
      "two",
      "three words",
      "vier",
      "五",
    ]);
  });

  it("are the links that a page calls its tags, outside of its surroundings", () => {
    const link = (tag: string) => `<a rel="tag" href="/t/${tag}">${tag}</a>`;
    expect(describeText(`${link("one")}<aside>${link("cloud")}</aside>${link("two")}`).tags).toEqual(["one", "two"]);
  });

  it("are hashtags of a post, but no anchors, colours of code or numbers", () => {
    const html = og("description", "Seen today #seals and #Flut2024, see #1 and page.html#part &amp;#39;");
    expect(describeText(html).tags).toEqual(["seals", "Flut2024"]);
  });

  it("are few of a list written for search engines, and only what the page speaks of", () => {
    const spam = Array.from({ length: 30 }, (_, n) => `word${n}`).join(",");
    expect(describeText(named("keywords", spam)).tags).toEqual([]);
    expect(describeText(named("keywords", spam) + og("title", "About word7")).tags).toEqual(["word7"]);
  });

  it("are read from a list in the form of JSON, too", () => {
    expect(describeText(named("keywords", "[&quot;boats&quot;,&quot;tides&quot;]")).tags).toEqual(["boats", "tides"]);
  });

  it("are whole where their signs are encoded twice", () => {
    const html = named("keywords", "Food &amp;amp; Drink, Tom&amp;#39;s boats; seals");
    expect(describeText(html).tags).toEqual(["Food & Drink", "Tom's boats", "seals"]);
  });

  it("are no values that a program has not written out", () => {
    expect(describeText(named("keywords", "[object Object], undefined, null, NaN, boats")).tags).toEqual(["boats"]);
  });

  it("of a video on YouTube are its own, not the words about YouTube that those without tags have", () => {
    const keywords = named("keywords", "vídeo, compartir, teléfono con cámara, gratis");
    const url = "https://www.youtube.com/watch?v=abcdefghijk";
    expect(describeText(keywords, url).tags).toEqual([]);
    expect(describeText(keywords + og("video:tag", "Tides") + og("video:tag", "Moon"), url).tags).toEqual([
      "Tides",
      "Moon",
    ]);
  });

  it("never name the site", () => {
    expect(describeText(og("site_name", "The Blog") + named("keywords", "The Blog, blog, boats")).tags).toEqual([
      "boats",
    ]);
  });
});

describe("what says nothing", () => {
  it("is no description: one without letters", () => {
    expect(describeText(named("description", "...") + og("description", "Of tides")).description).toBe("Of tides");
    expect(describeText(named("description", "– · –")).description).toBeUndefined();
  });

  it("is no title: an address", () => {
    expect(describeText("<title>https://blog.example/a</title>").title).toBeUndefined();
  });
});

describe("the canonical address", () => {
  const canonical = (href: string) => describeText(`<link rel="canonical" href="${href}">`).canonicalUrl;

  it("is the page's own on the same site", () => {
    expect(canonical("/a")).toBe("https://blog.example/a");
    expect(canonical("https://www.blog.example/a")).toBe("https://www.blog.example/a");
  });

  it.each(["https://elsewhere.example/a", "/", "https://blog.example/", "javascript:x"])("is never %s", (href) => {
    expect(canonical(href)).toBeUndefined();
  });
});

describe("candidates", () => {
  it("are all icons, best first, and the root's last", () => {
    const html =
      '<link rel="icon" href="/a.svg"><link rel="icon" sizes="64x64" href="/b.png"><link rel="icon" href="/b.png">';
    expect(extractText(html).faviconCandidates).toEqual(
      ["/b.png", "/a.svg", "/favicon.ico"].map((path) => `https://blog.example${path}`),
    );
  });

  it("are pictures to try in turn, large ones of the text before somebody's logo", () => {
    const html = `${og("image", "/logo.png")}${og("image", "/b.jpg")}<nav><img src="/n.jpg" width="900" height="900"></nav><img src="/c.jpg" width="640" height="480"><img src="/t.gif" width="1" height="1">`;
    expect(extractText(html).previewCandidates).toEqual(
      ["/b.jpg", "/c.jpg", "/logo.png"].map((path) => `https://blog.example${path}`),
    );
  });

  it("name a manifest and an oEmbed description", () => {
    const html =
      '<link rel="manifest" href="/m.json"><link rel="alternate" type="application/json+oembed" href="/o?a=1&amp;b=2">';
    expect(extractText(html)).toMatchObject({
      manifestUrl: "https://blog.example/m.json",
      oembedUrl: "https://blog.example/o?a=1&b=2",
    });
  });
});

describe("reading time", () => {
  it.each([
    ["en", "word ", 2280, 10],
    ["de", "Wort ", 1790, 10],
    ["ja", "字", 3570, 10],
    ["tlh", "word ", 100, 1],
    ["en", "word ", 20, undefined],
  ])("in %s of %j × %i is %s minutes", (language, unit, count, minutes) => {
    const html = `<html lang="${language}"><nav>${unit.repeat(5000)}</nav><article><p>${unit.repeat(count)}</p></article>`;
    expect(describeText(html).readingMinutes).toBe(minutes);
  });

  it("is not given for a film", () => {
    const html = `<meta property="og:type" content="video.movie"><p>${"word ".repeat(900)}</p>`;
    expect(describeText(html)).toMatchObject({ mediaType: "video" });
    expect(describeText(html)).not.toHaveProperty("readingMinutes");
  });
});
