import { viewOf } from "./picture-header.ts";
import { PictureRefused, type Pixels } from "./pixels.ts";

/** Codes of the LZW table at most: GIF's are of 12 bits. */
const CODES = 4096;

const BLOCK = { extension: 0x21, image: 0x2c } as const;
const GRAPHIC_CONTROL = 0xf9;

/**
 * Decodes the first frame of a GIF (GIF89a specification); what comes after it is not read.
 * @param maxPixels of the frame, which may be larger than the file's header says
 * @throws {PictureRefused} when it is damaged or too large
 * @throws RangeError when it is cut off in a header
 */
export function decodeGif(bytes: Uint8Array, maxPixels: number): Pixels {
  const view = viewOf(bytes);
  const flags = view.getUint8(10);
  let at = 13;
  let palette: Uint8Array = new Uint8Array();
  if ((flags & 0x80) !== 0) {
    const length = 3 << ((flags & 7) + 1);
    palette = bytes.subarray(at, at + length);
    at += length;
  }
  let transparent: number | undefined;
  for (;;) {
    const block = view.getUint8(at++);
    if (block === BLOCK.image) break;
    if (block !== BLOCK.extension) throw new PictureRefused("damaged");
    if (view.getUint8(at) === GRAPHIC_CONTROL && (view.getUint8(at + 2) & 1) === 1) transparent = view.getUint8(at + 5);
    at = endOfBlocks(view, at + 1);
  }
  const [width, height, local] = [view.getUint16(at + 4, true), view.getUint16(at + 6, true), view.getUint8(at + 8)];
  at += 9;
  if (width === 0 || height === 0) throw new PictureRefused("damaged");
  if (width * height > maxPixels) throw new PictureRefused("too-many-pixels");
  if ((local & 0x80) !== 0) {
    const length = 3 << ((local & 7) + 1);
    palette = bytes.subarray(at, at + length);
    at += length;
  }
  const codeSize = view.getUint8(at);
  const indexes = expand(gather(bytes, at + 1), codeSize, width * height);
  return paint(indexes, { width, height, palette, transparent, interlaced: (local & 0x40) !== 0 });
}

/** Where a row of data blocks ends that begins at `at`. */
function endOfBlocks(view: DataView, at: number): number {
  for (;;) {
    const length = view.getUint8(at);
    at += 1 + length;
    if (length === 0) return at;
  }
}

/** The content of the data blocks from `at` on, as far as there are any. */
function gather(bytes: Uint8Array, at: number): Uint8Array {
  const content = new Uint8Array(bytes.length - at);
  let filled = 0;
  for (;;) {
    const length = bytes[at] ?? 0;
    if (length === 0) return content.subarray(0, filled);
    const block = bytes.subarray(at + 1, at + 1 + length);
    content.set(block, filled);
    filled += block.length;
    at += 1 + length;
  }
}

/** GIF's LZW (appendix F). A picture that is cut off is as far as it goes; its work is bounded by its pixels. */
function expand(content: Uint8Array, codeSize: number, pixels: number): Uint8Array {
  if (codeSize < 1 || codeSize > 8) throw new PictureRefused("damaged");
  const clear = 1 << codeSize;
  const prefix = new Uint16Array(CODES);
  const suffix = new Uint8Array(CODES);
  const stack = new Uint8Array(CODES + 1);
  const out = new Uint8Array(pixels);
  let [filled, known, bits, previous, first] = [0, clear + 2, codeSize + 1, -1, 0];
  let [held, count] = [0, 0];
  for (const octet of content) {
    held |= octet << count;
    count += 8;
    while (count >= bits) {
      let code = held & ((1 << bits) - 1);
      held >>>= bits;
      count -= bits;
      if (code === clear) {
        [known, bits, previous] = [clear + 2, codeSize + 1, -1];
        continue;
      }
      if (code === clear + 1) return out;
      if (code > known || (previous === -1 && code >= clear)) throw new PictureRefused("damaged");
      const given = code;
      let depth = 0;
      if (code === known) {
        stack[depth++] = first;
        code = previous;
      }
      while (code > clear) {
        stack[depth++] = suffix[code] ?? 0;
        code = prefix[code] ?? 0;
      }
      first = code;
      stack[depth++] = first;
      while (depth > 0 && filled < pixels) out[filled++] = stack[--depth] ?? 0;
      if (filled === pixels) return out;
      if (previous !== -1 && known < CODES) {
        prefix[known] = previous;
        suffix[known] = first;
        known += 1;
        if (known === 1 << bits && bits < 12) bits += 1;
      }
      previous = given;
    }
  }
  return out;
}

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly palette: Uint8Array;
  readonly transparent: number | undefined;
  readonly interlaced: boolean;
}

function paint(indexes: Uint8Array, { width, height, palette, transparent, interlaced }: Frame): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  const order = interlaced ? interlacedRows(height) : undefined;
  for (let row = 0; row < height; row++) {
    const y = order?.[row] ?? row;
    for (let x = 0; x < width; x++) {
      const index = indexes[row * width + x] ?? 0;
      const at = (y * width + x) * 4;
      if (index === transparent) continue;
      for (const channel of [0, 1, 2]) data[at + channel] = palette[index * 3 + channel] ?? 0;
      data[at + 3] = 255;
    }
  }
  return { width, height, data };
}

/** The rows of an interlaced picture in the order they come in (appendix E). */
function interlacedRows(height: number): number[] {
  const rows: number[] = [];
  for (const [start, step] of [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const) {
    for (let y = start; y < height; y += step) rows.push(y);
  }
  return rows;
}
