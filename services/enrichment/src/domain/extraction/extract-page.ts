import { parseUrl } from "@satchel/contracts";
import { collectFacts } from "./facts-reader.ts";
import { decodePage } from "./decode-page.ts";
import { describeFile } from "./describe-file.ts";
import { describeHtml } from "./describe-html.ts";
import type { Extraction } from "./extraction.ts";

export type ExtractionInput = {
  bytes: Uint8Array;
  /** The media type in lower case without parameters; empty if unknown, then detected. */
  contentType: string;
  charset?: string;
  /** The file name that the server sends. */
  fileName?: string;
  /** Octets of the whole file, of which `bytes` may be the beginning, or none. */
  fileBytes?: number;
  /** The address of the page, after redirects. */
  url: string;
  /** The address that was requested; it differs after a redirect to a wall. */
  requestedUrl?: string;
  /** Whether it was sent with 401, 402 or 403: then it is a wall, unless it describes the refused page. */
  isRefused?: boolean;
};

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
