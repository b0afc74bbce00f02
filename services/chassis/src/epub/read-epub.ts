import { EPUB } from "@satchel/contracts/media-types";
import { imageType } from "../parts/image-type.ts";
import { webUrl } from "../parts/page-parts.ts";
import { type PackageDocument, packagePathIn, readPackage } from "./package-document.ts";
import { unpackFiles } from "./unpack-files.ts";

/** What a book says of itself. */
export interface EpubAbout {
  readonly title: string | undefined;
  /** Its authors, in one line. */
  readonly author: string | undefined;
  /** As the book names it. */
  readonly language: string | undefined;
}

/** A picture of a book. */
interface EpubPicture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A book with what is read of it. */
export interface EpubContent extends EpubAbout {
  /** XHTML in UTF-8, in the order in which it is read. */
  readonly chapters: readonly { readonly name: string; readonly xhtml: string }[];
  /** Pictures that browsers show, by their names. */
  readonly pictures: ReadonlyMap<string, EpubPicture>;
  /** Chapters and pictures that did not fit. */
  readonly leftOut: number;
}

/** How much of a book is read, in octets but for `entries`, the number of its files. */
export interface EpubLimits {
  readonly entries: number;
  readonly entryBytes: number;
  /** Of all that is unpacked. */
  readonly totalBytes: number;
  readonly textBytes: number;
  readonly pictureBytes: number;
}

/** What a book holds can't be read: it is no book, broken, or larger than it may be. */
export class UnreadableEpub extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The book can't be read: ${reason}`, options);
    this.name = "UnreadableEpub";
  }
}

const CONTAINER = "META-INF/container.xml";

/** Files by which stores keep others from reading a book: its chapters are encrypted. */
const RIGHTS = new Set(["META-INF/rights.xml", "META-INF/license.lcpl", "META-INF/sinf.xml"]);

/** Authors that are named. */
const CREATORS = 3;

const CHAPTER_TYPES = new Set(["application/xhtml+xml", "text/html"]);

/** Whether octets may be a book, by their beginning: those of a zip whose first file is its media type, or so named. */
export const mayBeEpub = (bytes: Uint8Array, fileName: string): boolean => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 100)).toString("latin1");
  return start.startsWith("PK\x03\x04") && (start.includes(`mimetype${EPUB}`) || /\.epub$/i.test(fileName));
};

/** What a book says of itself, and its cover. Nothing but that is unpacked. @throws {UnreadableEpub} */
export function readEpubAbout(
  bytes: Uint8Array,
  limits: EpubLimits,
): EpubAbout & { readonly cover: EpubPicture | undefined } {
  const { path, document } = open(bytes, limits);
  const name = coverOf(document, path);
  const found = name === undefined ? undefined : unpack(bytes, limits, (one) => (one === name ? limits.entryBytes : 0));
  const file = found?.get(name ?? "");
  const type = file === undefined ? undefined : imageType(file);
  return { ...aboutOf(document), cover: file === undefined || type === undefined ? undefined : { type, bytes: file } };
}

/** The name of a book's cover; undefined where it names no picture. */
function coverOf({ items, coverId }: PackageDocument, path: string): string | undefined {
  const item = [...items.values()].find(({ isCover }) => isCover) ?? items.get(coverId ?? "");
  return item?.type.startsWith("image/") === true ? nameOf(item.href, path) : undefined;
}

/** A book's chapters and pictures, as far as the limits allow. @throws {UnreadableEpub} */
export function readEpub(bytes: Uint8Array, limits: EpubLimits): EpubContent {
  const { path, document, isLocked } = open(bytes, limits);
  const items = [...document.items].map(([id, item]) => ({ id, ...item, name: nameOf(item.href, path) }));
  const byId = new Map(items.map((item) => [item.id, item]));
  const chapterNames = isLocked
    ? []
    : document.spine.flatMap((id) => {
        const item = byId.get(id);
        return item?.name !== undefined && CHAPTER_TYPES.has(item.type) ? [item.name] : [];
      });
  const wanted = new Set(chapterNames);
  const pictureNames = new Set(
    items.flatMap(({ name, type }) => (name !== undefined && type.startsWith("image/") ? [name] : [])),
  );
  const found = unpack(bytes, limits, (name) => (wanted.has(name) || pictureNames.has(name) ? limits.entryBytes : 0));

  let textLeft = limits.textBytes;
  let leftOut = 0;
  const chapters: { name: string; xhtml: string }[] = [];
  for (const name of wanted) {
    const file = found.get(name);
    textLeft -= file?.length ?? 0;
    if (file === undefined || textLeft < 0) leftOut++;
    else chapters.push({ name, xhtml: decode(file) });
  }
  let pictureLeft = limits.pictureBytes;
  const pictures = new Map<string, EpubPicture>();
  const take = (name: string): void => {
    const file = found.get(name);
    const type = file === undefined ? undefined : imageType(file);
    if (file === undefined || type === undefined || file.length > pictureLeft) {
      leftOut++;
      return;
    }
    pictureLeft -= file.length;
    pictures.set(name, { type, bytes: file });
  };
  // The cover first: it is shown in lists.
  const coverName = coverOf(document, path);
  if (coverName !== undefined && pictureNames.delete(coverName)) take(coverName);
  if (!isLocked) for (const name of pictureNames) take(name);
  return {
    ...aboutOf(document),
    chapters,
    pictures,
    leftOut,
  };
}

/** The name of a file of the book, by its address in another one; undefined for what is elsewhere. */
export function nameOf(href: string, from: string): string | undefined {
  const url = webUrl(href, `https://book.invalid/${from.split("/").map(encodeURIComponent).join("/")}`);
  if (url === undefined || url.host !== "book.invalid") return undefined;
  try {
    return decodeURIComponent(url.pathname.slice(1));
  } catch {
    return undefined;
  }
}

function open(bytes: Uint8Array, limits: EpubLimits) {
  let isLocked = false;
  const found = unpack(bytes, limits, (name) => {
    isLocked ||= RIGHTS.has(name);
    return name === CONTAINER || /\.opf$/i.test(name) ? limits.entryBytes : 0;
  });
  const container = found.get(CONTAINER);
  const path = container === undefined ? undefined : packagePathIn(decode(container));
  const file = path === undefined ? undefined : found.get(path);
  if (path === undefined || file === undefined) throw new UnreadableEpub("it does not say what is in it");
  return { path, document: readPackage(decode(file)), isLocked };
}

function unpack(bytes: Uint8Array, limits: EpubLimits, room: (name: string) => number) {
  try {
    return unpackFiles(bytes, room, limits);
  } catch (error) {
    throw new UnreadableEpub("it is no zip", { cause: error });
  }
}

const aboutOf = ({ title, creators, language }: PackageDocument): EpubAbout => ({
  title,
  author: creators.length === 0 ? undefined : creators.slice(0, CREATORS).join(", "),
  language,
});

/** UTF-8, which nearly all books are in, or UTF-16 (section 3.6). */
function decode(file: Uint8Array): string {
  const isWide = (file[0] === 0xff && file[1] === 0xfe) || (file[0] === 0xfe && file[1] === 0xff);
  return new TextDecoder(isWide ? (file[0] === 0xfe ? "utf-16be" : "utf-16le") : "utf-8").decode(file);
}
