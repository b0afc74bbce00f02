import { DESCRIPTION_CHARS, TITLE_CHARS } from "@satchel/contracts/limits";
import type { MediaType, PageDescription } from "@satchel/contracts";
import { parseUrl } from "@satchel/contracts/urls";
import { fieldsOf, parseJson } from "../json.ts";
import { TEXT_SEARCH_CHARS } from "../limits.ts";
import { cleanText } from "./clean-text.ts";
import { compact } from "@satchel/contracts/compact";
import { decodePage } from "./decode-page.ts";
import type { Extraction, ExtractionInput } from "./extraction.ts";
import { isTextType, kindOfFile } from "./file-kind.ts";
import { nameOfXml } from "./name-of-xml.ts";
import { titleFromUrl } from "./title-from-url.ts";
import { decodedSegment, webUrl } from "./web-url.ts";

/**
 * Describes a file other than pages and PDFs. The title of a text is its first line, that of data their own name; pictures,
 * which are their own preview, archives, documents and books are titled by their file's name, all others by their address.
 */
export function describeFile(file: ExtractionInput): Extraction {
  const { bytes, contentType, charset, url } = file;
  const mediaType = kindOfFile(contentType, file.fileName ?? nameIn(url) ?? "");
  const isText = isTextType(contentType);
  const text = isText ? decodePage(bytes.subarray(0, TEXT_SEARCH_CHARS * 4), charset).slice(0, TEXT_SEARCH_CHARS) : "";
  const named = isText ? (mediaType === "data" || isMarkup(text) ? nameOfData(text) : nameOfText(text)) : {};
  return ofFile({
    ...file,
    mediaType,
    title: named.title,
    description: named.description,
    preview: contentType.startsWith("image/") ? webUrl(url, url) : undefined,
  });
}

type FileParts = Pick<ExtractionInput, "url" | "fileName" | "fileBytes"> & {
  mediaType: MediaType;
  title: string | undefined;
  description?: string | undefined;
  preview?: string | undefined;
};

/** Kinds of files whose title is the file name in their address; others get the words of the address. */
const KNOWN_BY_NAME: ReadonlySet<MediaType> = new Set(["image", "archive", "document", "book", "file"]);

/** The description of a file: its size, the icon of its site, and a title, if need be from its name or address. */
export function ofFile({ url, fileName, fileBytes, mediaType, title, description, preview }: FileParts): Extraction {
  const faviconUrl = webUrl("/favicon.ico", url);
  const name = fileName ?? (KNOWN_BY_NAME.has(mediaType) ? nameIn(url) : undefined);
  const page: PageDescription = compact({
    title: cleanText(title, TITLE_CHARS) ?? cleanText(name, TITLE_CHARS) ?? cleanText(titleFromUrl(url), TITLE_CHARS),
    description: cleanText(description, DESCRIPTION_CHARS),
    previewImageUrl: preview,
    faviconUrl,
    mediaType,
    fileBytes,
    tags: [],
  });
  return {
    page,
    previewCandidates: preview === undefined ? [] : [preview],
    faviconCandidates: faviconUrl === undefined ? [] : [faviconUrl],
  };
}

type NameAndDescription = { title?: string | undefined; description?: string | undefined };

/** A page that is sent as plain text, to be read as source. */
const isMarkup = (text: string): boolean => /^\s{0,64}<(?:!doctype|html|\?xml)\b/i.test(text);

/** The name of a calendar or contact, or of the first event (RFC 7986 section 5.1, RFC 5545, RFC 6350). */
const nameOfEntry = (text: string): string | undefined =>
  ["NAME", "X-WR-CALNAME", "SUMMARY", "FN"]
    .map((name) =>
      new RegExp(`^${name}(?:;[^:\\r\\n]{0,200})?:(.{1,300})$`, "im").exec(text)?.[1]?.replace(/\\([,;\\])/g, "$1"),
    )
    .find((found) => found !== undefined);

/** The first line that has words, without the marks of a heading, and the paragraph below it. */
function nameOfText(text: string): NameAndDescription {
  if (/^BEGIN:V(?:CALENDAR|CARD)\b/i.test(text)) return { title: nameOfEntry(text) };
  const lines = text.split(/\r\n?|\n/, 200);
  const front = /^title:\s{0,8}["']?(.{1,300}?)["']?\s{0,8}$/i;
  const declared =
    lines[0] === "---"
      ? lines
          .slice(1, 20)
          .map((line) => front.exec(line)?.[1])
          .find((it) => it !== undefined)
      : undefined;
  const head = declared === undefined ? 0 : lines.indexOf("---", 1) + 1;
  const body = lines.slice(head);
  const start = body.findIndex((line) => /\p{L}{2}/u.test(line) && !/^(?:#!|<\?|\/\*|---)/.test(line));
  if (start === -1) return { title: declared };
  const first = body[start]?.replace(/^[\s#=*>/;-]+|[\s#=*-]+$/g, "");
  const below = body
    .slice(declared === undefined ? start + 1 : start, start + 30)
    .map((line) => (/^#{1,6}\s/.test(line) ? "" : line.trim()));
  const begin = below.findIndex((line) => /\p{L}{2}.*\p{L}{2}/u.test(line));
  const length = below.slice(Math.max(begin, 0)).findIndex((line) => line === "");
  const paragraph = begin === -1 ? undefined : below.slice(begin, length === -1 ? undefined : begin + length).join(" ");
  return { title: declared ?? first, description: paragraph };
}

/** The name and description at the top of JSON; the title of a feed or another XML document. */
function nameOfData(text: string): NameAndDescription {
  if (/^\s{0,64}</.test(text)) return nameOfXml(text);
  const fields = fieldsOf(parseJson(text));
  const first = (...names: string[]) => names.map((name) => fields[name]).find((part) => typeof part === "string");
  return { title: first("title", "name", "full_name", "headline"), description: first("description", "summary") };
}

/** The file name in an address, if it has an ending. */
function nameIn(url: string): string | undefined {
  const name = parseUrl(url)?.pathname.split("/").at(-1);
  return name === undefined || !/.\.\w{1,8}$/.test(name) ? undefined : decodedSegment(name);
}
