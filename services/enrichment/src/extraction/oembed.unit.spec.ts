import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extractText } from "../../test/html.ts";
import { knownOembedUrl, oembedUrlFor, readOembed, withOembed } from "./oembed.ts";

const URL_OF_FILM = "https://www.youtube.com/watch?v=dQw4w9WgXcX&t=3s";
const ENDPOINT = `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(URL_OF_FILM)}`;
const read = (value: unknown) => readOembed(new TextEncoder().encode(JSON.stringify(value)), ENDPOINT);

describe("where a page is described", () => {
  it.each([
    [URL_OF_FILM, "https://www.youtube.com/oembed"],
    ["https://youtu.be/dQw4w9WgXcX", "https://www.youtube.com/oembed"],
    ["https://vimeo.com/76979871", "https://vimeo.com/api/oembed.json"],
    ["https://open.spotify.com/track/3n3", "https://open.spotify.com/oembed"],
  ])("%s is described by %s", (url, endpoint) => {
    expect(knownOembedUrl(url)).toBe(`${endpoint}?format=json&url=${encodeURIComponent(url)}`);
  });

  it.each([
    "https://www.youtube.com/",
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
    const filled = withOembed(wall, read(answer) ?? {});
    expect(filled).not.toHaveProperty("wall");
    expect(filled.page).toMatchObject({
      title: "How a lock works 'n' why",
      author: "Canal Channel",
      mediaType: "video",
    });
    expect(filled.previewCandidates).toEqual(["https://i.ytimg.com/vi/x/hqdefault.jpg"]);
    expect(filled.page.previewImageUrl).toBe("https://i.ytimg.com/vi/x/hqdefault.jpg");
  });

  it("leaves the page's own picture first", () => {
    const page = extractText('<title>x</title><meta property="og:image" content="/own.jpg">', "https://a.example/x");
    expect(withOembed(page, read(answer) ?? {}).previewCandidates).toEqual([
      "https://a.example/own.jpg",
      "https://i.ytimg.com/vi/x/hqdefault.jpg",
    ]);
  });
});
