import { COPY_BYTES, PAGE_BYTES } from "@satchel/contracts";
import { PDF } from "@satchel/contracts/media-types";
import { UNNAMED_TYPES } from "./content-type.ts";
import { isTextType } from "./extraction/file-kind.ts";
import { isPdf, PDF_TYPES } from "./extraction/is-pdf.ts";

/** How a document is kept: a page with all that it shows, a file as it is, or not at all. */
type DocumentKind = "page" | "file" | "none";

const PAGES = new Set(["text/html", "application/xhtml+xml"]);

/** How a document of a media type is kept. */
export function documentKind(type: string, start: Uint8Array): DocumentKind {
  if (start.length === 0) return "none";
  if (PAGES.has(type) || (type === "" && startsWithTag(start))) return "page";
  const isFile = type === PDF || type.startsWith("image/") || isTextType(type);
  return isFile ? "file" : "none";
}

/** The media type that a document is kept as: many servers call a PDF a download. */
export const keptType = (document: { bytes: Uint8Array; contentType: string }): string =>
  isPdf(document) ? PDF : document.contentType;

/**
 * Octets of a document of a media type that are fetched: a PDF as large as a copy may be, since half a PDF is none. Of what
 * has no type that says something, nothing but PDFs is read.
 */
export const documentBytes = (type: string): number =>
  PDF_TYPES.has(type) || UNNAMED_TYPES.includes(type) ? COPY_BYTES : PAGE_BYTES;

const startsWithTag = (start: Uint8Array): boolean =>
  /^\s{0,64}<(?:!doctype|html|head|body)/i.test(Buffer.from(start.subarray(0, 128)).toString("latin1"));
