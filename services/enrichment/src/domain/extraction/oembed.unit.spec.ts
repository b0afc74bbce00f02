import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extractText } from "../../../test/html.ts";
import { knownOembedUrl, nothingOf, oembedUrlFor, readOembed, withOembed } from "./oembed.ts";

const URL_OF_FILM = "https://www.youtube.com/watch?v=dQw4w9WgXcX&t=3s";
const ENDPOINT = `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(URL_OF_FILM)}`;
const read = (value: unknown) => readOembed(new TextEncoder().encode(JSON.stringify(value)), ENDPOINT);

describe("where a page is described", () => {
  it.each([
    [URL_OF_FILM, "video", "https://www.youtube.com/oembed"],
    ["https://youtu.be/dQw4w9WgXcX", "video", "https://www.youtube.com/oembed"],
    ["https://music.youtube.com/playlist?list=x", "video", "https://www.youtube.com/oembed"],
    ["https://vimeo.com/76979871", "video", "https://vimeo.com/api/oembed.json"],
    ["https://player.vimeo.com/video/76979871?h=8272103f6e", "video", "https://vimeo.com/api/oembed.json"],
    ["https://open.spotify.com/track/3n3", "audio", "https://open.spotify.com/oembed"],
    ["https://open.spotify.com/playlist/3n3", "audio", "https://open.spotify.com/oembed"],
    ["https://mobile.twitter.com/a/status/1", "post", "https://publish.x.com/oembed"],
    ["https://www.flickr.com/photos/a/1/", "image", "https://www.flickr.com/services/oembed/"],
    ["https://www.ted.com/talks/a", "video", "https://www.ted.com/services/v1/oembed.json"],
  ])("%s is of the kind %s, and described by %s", (url, mediaType, endpoint) => {
    expect(knownOembedUrl(url)).toBe(`${endpoint}?format=json&url=${encodeURIComponent(url)}`);
    expect(nothingOf(url).page.mediaType).toBe(mediaType);
  });

  it.each([
    "https://www.youtube.com/",
    "https://vimeo.com/blog/post/5-tips",
    "https://old.reddit.com/r/a/comments/1/",
    "https://youtube.com.evil.example/watch?v=1",
    "https://evil.example/https://youtu.be/dQw4w9",
    "javascript:https://youtu.be/dQw4w9WgXcX",
  ])("%s is described by nobody we know", (url) => {
    expect(knownOembedUrl(url)).toBeUndefined();
  });

  it("is asked for a film behind a wall, and not for a page that says all itself", () => {
    const wall = extractText("<title>Before you continue to YouTube</title>", URL_OF_FILM);
    expect(oembedUrlFor(URL_OF_FILM, wall)).toBe(ENDPOINT);
    expect(oembedUrlFor(URL_OF_FILM, undefined)).toBe(ENDPOINT);
    const full = extractText(
      '<title>x</title><meta property="og:image" content="/a.jpg"><meta name="author" content="A"><link rel="alternate" type="application/json+oembed" href="/o">',
      URL_OF_FILM,
    );
    expect(oembedUrlFor(URL_OF_FILM, full)).toBeUndefined();
  });

  it("is what any page names, if the page lacks a title or a picture", () => {
    const html = '<title>x</title><link rel="alternate" type="application/json+oembed" href="/o">';
    expect(oembedUrlFor("https://a.example/x", extractText(html, "https://a.example/x"))).toBe("https://a.example/o");
  });
});

describe("an oEmbed description", () => {
  const answer = {
    type: "video",
    title: "How a lock works &amp;#39;n&amp;#39; why",
    author_name: "Canal Channel",
    provider_name: "YouTube",
    thumbnail_url: "https://i.ytimg.com/vi/x/hqdefault.jpg",
    html: "<script>alert(1)</script>",
  };

  it("is read, its markup left", () => {
    expect(read(answer)).toEqual({
      type: "video",
      title: "How a lock works 'n' why",
      author: "Canal Channel",
      siteName: "YouTube",
      thumbnailUrl: "https://i.ytimg.com/vi/x/hqdefault.jpg",
    });
  });

  it.each([null, 1, [], "x", {}, { title: 3 }, { title: "\0\u202e" }, { thumbnail_url: "javascript:alert(1)" }])(
    "%j is none",
    (value) => {
      expect(read(value)).toBeUndefined();
    },
  );

  it("that is no JSON, or too large, is none; and nothing is thrown for any octets", () => {
    expect(readOembed(new TextEncoder().encode("<oembed/>"), ENDPOINT)).toBeUndefined();
    expect(readOembed(new TextEncoder().encode(`{"title":"${"x".repeat(70_000)}"}`), ENDPOINT)).toBeUndefined();
    expect(readOembed(new TextEncoder().encode("[".repeat(60_000)), ENDPOINT)).toBeUndefined();
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void readOembed(bytes, ENDPOINT)));
  });

  it("takes the place of a wall", () => {
    const wall = extractText("<title>Before you continue to YouTube</title>", URL_OF_FILM);
    const filled = withOembed(wall, read(answer) ?? {}, URL_OF_FILM);
    expect(filled).not.toHaveProperty("wall");
    expect(filled.page).toMatchObject({
      title: "How a lock works 'n' why",
      author: "Canal Channel",
      mediaType: "video",
    });
    expect(filled.previewCandidates).toEqual(["https://i.ytimg.com/vi/x/hqdefault.jpg"]);
    expect(filled.page.previewImageUrl).toBe("https://i.ytimg.com/vi/x/hqdefault.jpg");
  });

  it("behind a wall leaves nothing of it: no icon, no name, no language", () => {
    const html = `<html lang="de"><title>Bevor Sie zu YouTube weitergehen</title><link rel="icon" href="/wall.png"><link rel="manifest" href="/m.json"><meta property="og:site_name" content="Consent">`;
    const wall = extractText(html, "https://consent.youtube.com/m?continue=x", URL_OF_FILM);
    expect(wall.wall).toBe("consent");
    const filled = withOembed(wall, read(answer) ?? {}, URL_OF_FILM);
    expect(filled.faviconCandidates).toEqual(["https://www.youtube.com/favicon.ico"]);
    expect(filled).not.toHaveProperty("manifestUrl");
    expect(filled.page).toMatchObject({ siteName: "YouTube", faviconUrl: "https://www.youtube.com/favicon.ico" });
    expect(filled.page).not.toHaveProperty("language");
  });

  describe("of a post that has no title", () => {
    const POST = "https://x.com/harbour/status/20";
    const post = {
      type: "rich",
      url: "https://twitter.com/harbour/status/20",
      author_name: "Harbour Master",
      provider_name: "Twitter",
      html: '<blockquote class="twitter-tweet"><p lang="en" dir="ltr">The gate is <a href="https://t.co/x">shut</a> &amp; locked.<br><br>Until &lt;noon&gt;.</p>&mdash; Harbour Master (@harbour) <a href="x">May 1</a></blockquote><script>alert(1)</script>',
    };
    const SAID = "The gate is shut & locked. Until <noon>.";

    it("is known where it is, and asked for when the page needs JavaScript", () => {
      const html =
        "<title></title><noscript><h1>JavaScript is not available.</h1><p>We’ve detected that JavaScript is disabled in this browser. Please enable JavaScript.</p></noscript>";
      const page = extractText(html, POST);
      expect(page).not.toHaveProperty("wall");
      expect(page.page).not.toHaveProperty("title");
      expect(page.page).not.toHaveProperty("description");
      expect(oembedUrlFor(POST, page)).toBe(`https://publish.x.com/oembed?format=json&url=${encodeURIComponent(POST)}`);
      expect(withOembed(page, read(post) ?? {}, POST).page).toMatchObject({
        title: `Harbour Master: ${SAID}`,
        description: SAID,
        author: "Harbour Master",
        mediaType: "post",
      });
    });

    it("takes the place of a page that says its site's name alone, and of none that says more", () => {
      const bare = extractText("<title>X</title>", POST);
      expect(withOembed(bare, read(post) ?? {}, POST).page.title).toBe(`Harbour Master: ${SAID}`);
      const full = extractText('<title>Harbour Master on X</title><meta name="description" content="Own">', POST);
      expect(withOembed(full, read(post) ?? {}, POST).page).toMatchObject({
        title: "Harbour Master on X",
        description: "Own",
      });
    });

    it("is none without an author or a quotation", () => {
      expect(read({ ...post, author_name: undefined })).toBeUndefined();
      expect(read({ ...post, html: "<p>text</p>" })).toBeUndefined();
    });

    it.each(["<blockquote", "<blockquote><p>", "<p ", "<"])("takes a moment for HTML of %j", (unit) => {
      const start = performance.now();
      read({ ...post, html: unit.repeat(60_000 / unit.length) });
      expect(performance.now() - start).toBeLessThan(60_000);
    });
  });

  it("leaves the page's own picture first", () => {
    const page = extractText('<title>x</title><meta property="og:image" content="/own.jpg">', "https://a.example/x");
    expect(withOembed(page, read(answer) ?? {}, "https://a.example/x").previewCandidates).toEqual([
      "https://a.example/own.jpg",
      "https://i.ytimg.com/vi/x/hqdefault.jpg",
    ]);
  });
});
