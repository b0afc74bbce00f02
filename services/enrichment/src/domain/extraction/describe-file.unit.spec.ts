import { describe, expect, it } from "vitest";
import { PAGE_URL } from "../../../test/html.ts";
import { extractPage } from "./extract-page.ts";

describe("what is no page", () => {
  const described = (contentType: string, text: string, url = PAGE_URL) =>
    extractPage({ bytes: new TextEncoder().encode(text), contentType, url }).page;
  const faviconUrl = "https://blog.example/favicon.ico";

  it.each([
    [
      "text/plain",
      "\n\n== Harbour log ==\n\nMonday: fog.\nStill fog.\n\nTuesday",
      "Harbour log",
      "Monday: fog. Still fog.",
    ],
    ["text/markdown", "# Read me first\n\nIt moors strings.", "Read me first", "It moors strings."],
    ["text/markdown", '---\ntitle: "In front"\ndate: 2026\n---\n# Head\n\nText below', "In front", "Text below"],
    ["text/plain", "<!doctype html><html><head><title>A &amp; B</title>", "A & B", undefined],
    [
      "text/calendar",
      "BEGIN:VCALENDAR\r\nX-WR-CALNAME;LANGUAGE=en:Tides\\, all\r\nSUMMARY:Low\r\n",
      "Tides, all",
      undefined,
    ],
    ["text/vcard", "BEGIN:VCARD\r\nFN:Anna Quay\r\n", "Anna Quay", undefined],
    ["text/plain", "12345", "Post", undefined],
    ["text/plain", "", "Post", undefined],
  ])("is titled by its first line when it is a text (%s %j)", (type, text, title, description) => {
    const page = described(type, text);
    expect(page).toMatchObject({ title, mediaType: "text", faviconUrl, tags: [] });
    if (description !== undefined) expect(page.description).toBe(description);
  });

  it.each([
    ["application/json", '{"name":"left-quay","description":"Moors strings"}', "left-quay"],
    ["application/ld+json", '{"title":"Named"}', "Named"],
    ["application/json", "[1,2", "Post"],
    ["application/json", '{"title":{"a":1}}', "Post"],
    ["application/json", `${"[".repeat(100_000)}`, "Post"],
    ["application/rss+xml", '<?xml version="1.0"?><rss><channel><title><![CDATA[All news]]></title>', "All news"],
    [
      "application/rss+xml",
      "<rss><channel><title>Fish &amp;amp; Chips &#8211; caf&eacute;</title>",
      "Fish & Chips – café",
    ],
    [
      "application/rss+xml",
      "<rss><channel><title><![CDATA[Fish & <b>Chips</b> [2024]]]></title>",
      "Fish & Chips [2024]",
    ],
    ["application/atom+xml", '<feed><title type="html">A &lt;em&gt;big&lt;/em&gt; feed</title>', "A big feed"],
    ["application/rss+xml", "<rss><channel><item><title>Entry</title></item><title>Channel", "Entry"],
  ])("is titled by its own name when it is data (%s %s)", (type, text, title) => {
    expect(described(type, text)).toMatchObject({ title, mediaType: "data" });
  });

  it("has its own summary when it is a feed, and none of an entry's", () => {
    const feed = (inside: string) => described("application/rss+xml", `<rss><channel><title>T</title>${inside}`);
    const own = "<description><![CDATA[<p>Ferries &amp; tides</p><p>every day</p>]]></description>";
    expect(feed(own).description).toBe("Ferries & tides every day");
    expect(feed("<item><description>Of an entry</description></item>")).not.toHaveProperty("description");
  });

  it.each(["<title><![CDATA[", "<title>", "<item><description>", "<![CDATA[]]>", "<title>&amp;"])(
    "takes a moment when it is a feed of %s",
    (unit) => {
      const start = performance.now();
      described("application/rss+xml", `<rss>${unit.repeat(100_000)}`);
      expect(performance.now() - start).toBeLessThan(60_000);
    },
  );

  it("is read with its sections of characters when it is XHTML", () => {
    const html = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title><![CDATA[Fish & Chips]]></title></head><body><p><![CDATA[A paragraph in a section of characters, which is text of the page & no comment.]]></p></body></html>`;
    expect(described("application/xhtml+xml", html)).toMatchObject({
      title: "Fish & Chips",
      description: "A paragraph in a section of characters, which is text of the page & no comment.",
    });
    // In HTML it is a comment, as browsers have it (HTML standard, section 13.2.5.42).
    expect(described("text/html", html)).not.toHaveProperty("description");
  });

  it("is read behind elements that close themselves when it is XHTML", () => {
    const html = `<html xmlns="http://www.w3.org/1999/xhtml"><head><script src="/a.js"/><title>Fish</title></head><body/></html>`;
    expect(described("application/xhtml+xml", html).title).toBe("Fish");
    expect(described("text/html", html)).not.toHaveProperty("title");
  });

  it("is its own preview, and titled by its file's name, when it is a picture", () => {
    const url = "https://blog.example/img/B%C3%BCro%20am%20Kai.jpg?w=2";
    expect(described("image/jpeg", "", url)).toEqual({
      title: "Büro am Kai.jpg",
      previewImageUrl: url,
      faviconUrl,
      mediaType: "image",
      tags: [],
    });
  });

  it("is titled by its address when it is a film or a recording", () => {
    expect(described("video/mp4", "", "https://blog.example/v/low-tide.mp4")).toMatchObject({
      title: "Low tide",
      mediaType: "video",
    });
    expect(described("audio/mpeg", "", "https://blog.example/v/low-tide.mp3")).toMatchObject({ mediaType: "audio" });
  });

  it.each([
    ["application/zip", "https://blog.example/files/release-1.2.zip", undefined, "archive", "release-1.2.zip"],
    ["application/zip", "https://blog.example/download/7", "Sources.zip", "archive", "Sources.zip"],
    ["application/epub+zip", "https://blog.example/books/ferry.epub", undefined, "book", "ferry.epub"],
    ["application/zip", "https://blog.example/books/ferry.epub", undefined, "book", "ferry.epub"],
    [
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "https://blog.example/d?id=7",
      "Minutes of May.docx",
      "document",
      "Minutes of May.docx",
    ],
    ["application/octet-stream", "https://blog.example/get", "Minutes.odt", "document", "Minutes.odt"],
    ["application/octet-stream", "https://blog.example/setup.exe", undefined, "file", "setup.exe"],
    ["application/x-download", "https://blog.example/low-tide.mp4", undefined, "video", "Low tide"],
    ["application/vnd.sqlite3", "https://blog.example/tide-tables", undefined, "file", "Tide tables"],
    ["application/octet-stream", "https://blog.example/8/", undefined, "file", "blog.example"],
  ])(
    "is known by its kind, its name and its size when it can't be read (%s, %s, %s)",
    (contentType, url, fileName, mediaType, title) => {
      const named = fileName === undefined ? {} : { fileName };
      const { page } = extractPage({ bytes: new Uint8Array(0), contentType, url, fileBytes: 3_200_000, ...named });
      expect(page).toEqual({ title, mediaType, fileBytes: 3_200_000, faviconUrl, tags: [] });
    },
  );

  it("is read as a page when nobody says what it is", () => {
    const html = "<title>read</title>";
    expect(described("", html).title).toBe("read");
    expect(described("application/xhtml+xml", html).title).toBe("read");
  });
});
