/** A file that a page shows: fetched, but for pictures as it came. */
export interface PagePart {
  readonly kind: "style" | "picture" | "font";
  /** Its address as {@link partAddress} writes it. */
  readonly url: string;
  /** Of a stylesheet: where it was found after redirects, to which its own references are relative. */
  readonly base?: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A fetched document with all that it shows, of which a copy is made. */
export interface PageParts {
  /** Where it was found, after redirects. */
  readonly url: string;
  /** The media type of the document. */
  readonly type: string;
  /** The document: HTML in UTF-8, or the file itself. */
  readonly document: Uint8Array;
  readonly parts: readonly PagePart[];
  /** Parts that could not be had or were too many. */
  readonly leftOut: number;
}

/**
 * The absolute address of a part, by which its document and its fetched file find each other.
 * @returns undefined for what is no address on the web
 */
export function partAddress(href: string, base: string): string | undefined {
  const url = webUrl(href, base);
  if (url === undefined) return undefined;
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  url.hash = "";
  return url.href;
}

/**
 * An address as a URL; undefined when it is none. Not by `URL.canParse`, which is wrong in Node 20 once it is optimised,
 * and not by the contracts' `parseUrl`: a worker that loaded all of their schemas would start slower.
 */
export function webUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

interface Header extends Omit<PageParts, "document" | "parts"> {
  readonly documentBytes: number;
  readonly parts: readonly (Omit<PagePart, "bytes"> & { readonly length: number })[];
}

/** Octets of the length that stands before the header. */
const LENGTH_BYTES = 4;

/** The parts as one object: the length of a JSON header, the header, and the files in its order. */
export function packParts({ document, parts, ...page }: PageParts): Uint8Array {
  const header: Header = {
    ...page,
    documentBytes: document.length,
    parts: parts.map(({ bytes, ...part }) => ({ ...part, length: bytes.length })),
  };
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, document, ...parts.map(({ bytes }) => bytes)]);
}

/** @throws for what {@link packParts} did not write */
export function unpackParts(packed: Uint8Array): PageParts {
  const view = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  let at = LENGTH_BYTES + view.readUInt32BE(0);
  const { documentBytes, parts, ...page } = JSON.parse(view.toString("utf8", LENGTH_BYTES, at)) as Header;
  const take = (length: number): Uint8Array => {
    at += length;
    return packed.subarray(at - length, at);
  };
  return {
    ...page,
    document: take(documentBytes),
    parts: parts.map(({ length, ...part }) => ({ ...part, bytes: take(length) })),
  };
}
