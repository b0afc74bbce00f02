import { mayBeEpub } from "@satchel/chassis/epub";
import { imageType } from "@satchel/chassis/parts";
import { EPUB, PDF } from "@satchel/contracts/media-types";
import type { Part } from "../message/part.ts";

/** Further media types of files that become items. */
const PLAIN = "text/plain";
const MARKDOWN = "text/markdown";

/** Octets in which the mark of a PDF is looked for (ISO 32000-1, annex H.3.4.1). */
const PDF_MARK_BYTES = 1024;

const TEXT_NAME = /\.(?:txt|text|md|markdown)$/i;
const MARKDOWN_NAME = /\.(?:md|markdown)$/i;

/** Media types that say nothing of a file. */
const UNKNOWN = new Set(["application/octet-stream", "application/x-unknown", "binary/octet-stream", PLAIN]);

const MARKDOWN_TYPES = new Set([MARKDOWN, "text/x-markdown", "text/x-web-markdown"]);

/**
 * What a file is, by its octets: what a mail says of it may be wrong. A text has no mark, so there its name and type count.
 * @returns its media type; undefined for a file of a kind that is not kept. Drawings (SVG) are none: they are programs
 */
export function kindOfFile({ content, fileName, type }: Part): string | undefined {
  if (content.subarray(0, PDF_MARK_BYTES).includes("%PDF-")) return PDF;
  if (mayBeEpub(content, fileName)) return EPUB;
  const isNamedText = TEXT_NAME.test(fileName);
  const isText =
    MARKDOWN_TYPES.has(type) || (UNKNOWN.has(type) && (isNamedText || (type === PLAIN && !isNamed(fileName))));
  if (isText && (isUtf16(content) || !content.includes(0))) {
    return MARKDOWN_TYPES.has(type) || MARKDOWN_NAME.test(fileName) ? MARKDOWN : PLAIN;
  }
  const picture = imageType(content);
  return picture === "image/svg+xml" ? undefined : picture;
}

/** Whether a text begins with the mark of UTF-16: Windows calls that "Unicode". */
const isUtf16 = ([first, second]: Buffer): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** Whether a file's name says of what kind it is. */
const isNamed = (fileName: string): boolean => /\.\w{1,8}$/.test(fileName);

/** Whether a file is a mail that a program has saved. */
export const isMailFile = ({ fileName, type, parts }: Part): boolean =>
  parts.length === 0 && !type.startsWith("multipart/") && (/\.eml$/i.test(fileName) || type === "message/rfc822");
