/** Kinds of pictures that are read. SVG is none of them: it can hold scripts and refer to other addresses. */
export type PictureKind = "png" | "jpeg" | "gif" | "webp" | "avif" | "ico";

/** What the first octets of a picture say; width and height are pixels, and only a claim until it is decoded. */
export interface PictureHeader {
  readonly kind: PictureKind;
  readonly width: number;
  readonly height: number;
}

/** Octets that an AVIF file's boxes are searched in for its size: they stand before the coded picture. */
const AVIF_SEARCH_BYTES = 64 * 1024;

export const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * What kind of picture octets are and how large, by their own signature (WHATWG MIME Sniffing, section 6.1) whatever the
 * server called them. Nothing is decoded: a picture of a few octets can claim to be thousands of megapixels.
 * @returns undefined for everything else, and for headers that are cut off
 */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // the octets end before the header does
    throw error;
  }
}

function read(bytes: Uint8Array): PictureHeader | undefined {
  const view = viewOf(bytes);
  if (ascii(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") {
    return { kind: "png", width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (ascii(bytes, 0, 3) === "\xff\xd8\xff") return jpegHeader(bytes);
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) {
    return { kind: "gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
  }
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 4) === "WEBP") return webpHeader(bytes);
  if (ascii(bytes, 4, 4) === "ftyp") return avifHeader(bytes);
  // Its largest entry is found when it is read; none of its own fields holds more than 256.
  if (view.getUint32(0) === 0x00000100 && view.getUint16(4, true) > 0) return { kind: "ico", width: 256, height: 256 };
  return undefined;
}

/** ITU-T T.81, annex B: segments up to the frame header, which every decoder takes the size from. */
function jpegHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = viewOf(bytes);
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1; // fill
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { kind: "jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker === 0xda || marker === 0xd9) return undefined;
    at += marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8) ? 2 : 2 + view.getUint16(at + 2);
  }
}

/** The WebP container specification (RFC 9649, sections 2.5 to 2.7). */
function webpHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = viewOf(bytes);
  const size = (width: number, height: number): PictureHeader => ({ kind: "webp", width, height });
  const three = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (ascii(bytes, 12, 4)) {
    case "VP8 ":
      return size(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case "VP8X":
      return size(three(24) + 1, three(27) + 1);
    default:
      return undefined;
  }
}

/** ISO/IEC 23008-12: the largest `ispe` property, which every item that is shown has. */
function avifHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = viewOf(bytes);
  const brands = ascii(bytes, 8, Math.min(view.getUint32(0), 256) - 8);
  if (!/avi[fs]/.test(brands)) return undefined;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, AVIF_SEARCH_BYTES));
  let largest: PictureHeader | undefined;
  for (let at = start.indexOf("ispe"); at !== -1; at = start.indexOf("ispe", at + 4)) {
    if (at + 16 > start.length) break;
    const found: PictureHeader = { kind: "avif", width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (largest === undefined || found.width * found.height > largest.width * largest.height) largest = found;
  }
  return largest;
}
