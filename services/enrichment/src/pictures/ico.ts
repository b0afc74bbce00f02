import { readPictureHeader, viewOf } from "./picture-header.ts";
import { PictureRefused, type Pixels } from "./pixels.ts";

/** Pixels of the side that is looked for: what a card shows at twice the density. */
const IDEAL_SIDE = 64;

/** Entries looked at; real files have a dozen at most. */
const ENTRIES = 32;

const INFO_HEADER_BYTES = 40;
/** BITMAPINFOHEADER's `biCompression` for rows as they are. */
const UNCOMPRESSED = 0;

interface Entry {
  readonly side: number;
  readonly depth: number;
  readonly bytes: Uint8Array;
}

/** What is in an icon: a PNG as it is, or the pixels of a bitmap. */
export type IconContent = { readonly png: Uint8Array } | { readonly pixels: Pixels };

/**
 * Takes the best picture out of an ICO file: the one nearest above the ideal size, else the largest, the deepest first.
 * @throws {PictureRefused} when no entry can be read
 */
export function readIcon(bytes: Uint8Array): IconContent {
  const entries = entriesOf(bytes).sort((a, b) => rank(b) - rank(a) || b.depth - a.depth);
  for (const { bytes: content } of entries) {
    if (readPictureHeader(content)?.kind === "png") return { png: content };
    try {
      return { pixels: readBitmap(content) };
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof PictureRefused)) throw error;
    }
  }
  throw new PictureRefused("damaged");
}

const rank = ({ side }: Entry): number => (side >= IDEAL_SIDE ? 1000 - side : side);

function entriesOf(bytes: Uint8Array): Entry[] {
  const view = viewOf(bytes);
  const count = Math.min(view.getUint16(4, true), ENTRIES, Math.floor((bytes.length - 6) / 16));
  return Array.from({ length: Math.max(0, count) }, (_, n) => {
    const at = 6 + n * 16;
    const start = view.getUint32(at + 12, true);
    // A side of 0 stands for 256.
    const side = Math.min(view.getUint8(at) || 256, view.getUint8(at + 1) || 256);
    const content = bytes.subarray(start, start + view.getUint32(at + 8, true));
    return { side, depth: view.getUint16(at + 6, true), bytes: content };
  }).filter(({ bytes: content }) => content.length > INFO_HEADER_BYTES);
}

/** A device-independent bitmap as icons hold it: rows from the bottom, then a mask of what is not painted. */
function readBitmap(bytes: Uint8Array): Pixels {
  const view = viewOf(bytes);
  const headerBytes = view.getUint32(0, true);
  const width = view.getInt32(4, true);
  // Colours and mask are counted together.
  const height = Math.floor(view.getInt32(8, true) / 2);
  const depth = view.getUint16(14, true);
  const isReadable = [1, 4, 8, 24, 32].includes(depth) && view.getUint32(16, true) === UNCOMPRESSED;
  if (headerBytes < INFO_HEADER_BYTES || headerBytes > 256 || !isReadable) throw new PictureRefused("damaged");
  if (width < 1 || height < 1 || width > 256 || height > 256) throw new PictureRefused("damaged");
  const colours = depth > 8 ? 0 : Math.min(view.getUint32(32, true) || 1 << depth, 1 << depth);
  const rowsAt = headerBytes + colours * 4;
  const rowBytes = Math.ceil((width * depth) / 32) * 4;
  const maskAt = rowsAt + rowBytes * height;
  const maskBytes = Math.ceil(width / 32) * 4;
  const data = new Uint8ClampedArray(width * height * 4);
  let hasAlpha = false;
  for (let y = 0; y < height; y++) {
    const row = rowsAt + (height - 1 - y) * rowBytes;
    for (let x = 0; x < width; x++) {
      const out = (y * width + x) * 4;
      const colour = depth > 8 ? row + (x * depth) / 8 : headerBytes + indexAt(view, row, x, depth, colours) * 4;
      data[out] = view.getUint8(colour + 2);
      data[out + 1] = view.getUint8(colour + 1);
      data[out + 2] = view.getUint8(colour);
      const alpha = depth === 32 ? view.getUint8(colour + 3) : 0;
      data[out + 3] = alpha;
      hasAlpha ||= alpha !== 0;
    }
  }
  if (!hasAlpha) mask(data, bytes, { width, height, maskAt, maskBytes });
  return { width, height, data };
}

/** The palette's entry of a pixel, whose bits stand from the highest on. */
function indexAt(view: DataView, row: number, x: number, depth: number, colours: number): number {
  const bit = x * depth;
  const index = (view.getUint8(row + (bit >> 3)) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
  return Math.min(index, colours - 1);
}

interface Mask {
  readonly width: number;
  readonly height: number;
  readonly maskAt: number;
  readonly maskBytes: number;
}

/** Bitmaps without alpha say in a bit for each pixel that it is not painted. A mask that is missing covers nothing. */
function mask(data: Uint8ClampedArray, bytes: Uint8Array, { width, height, maskAt, maskBytes }: Mask): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const octet = bytes[maskAt + (height - 1 - y) * maskBytes + (x >> 3)] ?? 0;
      data[(y * width + x) * 4 + 3] = ((octet >> (7 - (x & 7))) & 1) === 1 ? 0 : 255;
    }
  }
}
