import { describe, expect, it } from "vitest";
import { extractText } from "../../../test/html.ts";
import { type Expected, samplePages } from "../../../test/pages/index.ts";

/** The description in the words of an expectation; what is missing is null. */
function described(url: string, html: string): Required<Expected> {
  const { page } = extractText(html, url);
  const {
    title = "",
    description = null,
    previewImageUrl = null,
    faviconUrl = "",
    siteName = null,
    author = null,
  } = page;
  const { publishedAt = null, language = null, canonicalUrl = null, mediaType = "", tags } = page;
  return {
    title,
    description,
    image: previewImageUrl,
    icon: faviconUrl,
    siteName,
    author,
    publishedAt,
    language,
    canonicalUrl,
    mediaType,
    tags,
  };
}

describe("a page in the style of", () => {
  it.each(samplePages.map((page) => [page.name, page] as const))("%s is described as a reader would", (_, page) => {
    expect(described(page.url, page.html)).toMatchObject(page.expected);
  });

  it("no two sites are the same, and there are sixty at least", () => {
    expect(samplePages.length).toBeGreaterThanOrEqual(60);
    expect(new Set(samplePages.map(({ name }) => name)).size).toBe(samplePages.length);
  });

  it.each(samplePages.map((page) => [page.name, page] as const))("%s is no wall", (_, page) => {
    expect(extractText(page.html, page.url)).not.toHaveProperty("wall");
  });
});
