import { parseUrl } from "@satchel/contracts/urls";
import { collectFacts } from "./facts-reader.ts";
import { decodePage } from "./decode-page.ts";
import { describeFile } from "./describe-file.ts";
import { describeHtml } from "./describe-html.ts";
import type { Extraction, ExtractionInput } from "./extraction.ts";

const HTML_TYPES: ReadonlySet<string> = new Set(["", "text/html", "application/xhtml+xml"]);

/** Whether a content of this media type is read as HTML. */
export function isHtml(contentType: string): boolean {
  return HTML_TYPES.has(contentType);
}

/**
 * Describes a page or file from its content, PDFs aside. Pure, in time linear to the number of bytes, and never throws. All
 * texts are single lines of well-formed Unicode within their limits, all URLs are absolute http or https ones.
 */
export function extractPage(input: ExtractionInput): Extraction {
  const { bytes, contentType, charset, url, requestedUrl = url, isRefused = false } = input;
  if (!isHtml(contentType)) return describeFile(input);
  const html = decodePage(bytes, charset, parseUrl(url)?.hostname ?? "");
  const facts = collectFacts(html, contentType === "application/xhtml+xml");
  return describeHtml(facts, { html, url, requestedUrl, isRefused });
}
