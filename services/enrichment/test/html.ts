import type { PageDescription } from "@satchel/contracts";
import { extractPage } from "../src/domain/extraction/extract-page.ts";
import type { Extraction } from "../src/domain/extraction/extraction.ts";

export const PAGE_URL = "https://blog.example/2024/post?id=1";

/** Describes a page of this text in UTF-8, found at {@link PAGE_URL}. */
export function describeText(html: string, url = PAGE_URL): PageDescription {
  return extractText(html, url).page;
}

/** Reads a page of this text in UTF-8, found at `url`; looked for at `requestedUrl` if that was another address. */
export function extractText(html: string, url = PAGE_URL, requestedUrl = url): Extraction {
  const bytes = new TextEncoder().encode(html);
  return extractPage({ bytes, contentType: "text/html", charset: "utf-8", url, requestedUrl });
}

/** A block of JSON-LD. */
export function jsonLd(data: unknown): string {
  return `<script type="application/ld+json">${typeof data === "string" ? data : JSON.stringify(data)}</script>`;
}
