import type { PageDescription } from "@satchel/contracts";
import { extractPage } from "../src/extraction/extract-page.ts";

export const PAGE_URL = "https://blog.example/2024/post?id=1";

/** Describes a page of this text in UTF-8, found at {@link PAGE_URL}. */
export function describeText(html: string, url = PAGE_URL): PageDescription {
  return extractPage({ bytes: new TextEncoder().encode(html), contentType: "text/html", charset: "utf-8", url });
}

/** A block of JSON-LD. */
export function jsonLd(data: unknown): string {
  return `<script type="application/ld+json">${typeof data === "string" ? data : JSON.stringify(data)}</script>`;
}
