import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** A picture's pixels: four octets each (red, green, blue, alpha not multiplied in), row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Four quarters: red, green, blue, and white that is half transparent. */
export function quarters(width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  const row = (left: readonly number[], right: readonly number[]): Uint8ClampedArray =>
    new Uint8ClampedArray(Array.from({ length: width }, (_, x) => (x >= width / 2 ? right : left)).flat());
  const rows = [row([255, 0, 0, 255], [0, 255, 0, 255]), row([0, 0, 255, 255], [255, 255, 255, 128])] as const;
  for (let y = 0; y < height; y++) data.set(rows[y >= height / 2 ? 1 : 0], y * width * 4);
  return { width, height, data };
}

/** A picture of these pixels, for sharp to write in any kind; without alpha, what is half transparent is white. */
export const pictureOf = ({ width, height, data }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false });

export const jpegOf = (pixels: Pixels): Promise<Buffer> =>
  pictureOf(pixels).removeAlpha().jpeg({ progressive: true }).toBuffer();
export const webpOf = (pixels: Pixels): Promise<Buffer> => pictureOf(pixels).webp({ quality: 90 }).toBuffer();
export const avifOf = (pixels: Pixels): Promise<Buffer> => pictureOf(pixels).avif({ effort: 0 }).toBuffer();

/** A file of these octets as pixels; animations by their first frame. */
export async function pixelsOf(bytes: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}

/** Kind, width and height of a file. */
export async function headerOf(bytes: Uint8Array): Promise<{ format: string; width: number; height: number }> {
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height };
}

const jpegSegment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

/**
 * A progressive JPEG of one grey tone (ITU-T T.81, annex G) in up to 883 scans, each of which is in order: one for all
 * means, then 14 for each of the 63 other coefficients, bit by bit. All of them are zero.
 * @param side pixels: 1024, 2048 or 4096
 */
export function jpegOfScans(side: number, scans: number): Buffer {
  const blocks = (side / 8) ** 2;
  const frame = Buffer.from([8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0]);
  const lengths = [1, ...Array<number>(15).fill(0)];
  /** A table with one code of one bit, 0, for one symbol. */
  const table = (kind: number, symbol: number) => jpegSegment(0xc4, Buffer.from([kind, ...lengths, symbol]));
  const scan = (coefficient: number, from: number, to: number, bits: number): Buffer => {
    const zeros = Buffer.alloc(Math.ceil(bits / 8));
    const head = Buffer.from([1, 1, 0, coefficient, coefficient, (from << 4) | to]);
    return Buffer.concat([jpegSegment(0xda, head), zeros]);
  };
  // 0xe0: 16,384 blocks and as many more as the next 14 bits say have nothing.
  const refinements = Array.from({ length: 63 * 14 }, (_, n) => {
    const [coefficient, bit] = [1 + Math.floor(n / 14), 13 - (n % 14)];
    return scan(coefficient, bit === 13 ? 0 : bit + 1, bit, (blocks / 16_384) * 15);
  });
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xdb, Buffer.from([0, ...Array<number>(64).fill(1)])),
    jpegSegment(0xc2, frame),
    table(0x00, 0),
    table(0x10, 0xe0),
    scan(0, 0, 0, blocks),
    ...refinements.slice(0, scans - 1),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A JPEG with an Exif segment: an orientation, and where it was taken. */
export function withExif(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.alloc(64);
  tiff.write("MM\0*", 0, "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  tiff.write("GPS 52.5163N 13.3777E", 30, "latin1");
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

function crc32(bytes: Buffer): number {
  let crc = -1;
  for (const octet of bytes) {
    crc ^= octet;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

export function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  crc.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, crc]);
}

/** A PNG of these pixels. `claimed` is the size that its header says instead; `text` stands in a comment. */
export function pngOf({ width, height, data }: Pixels, claimed?: { width: number; height: number }, text = ""): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  header.writeUInt32BE(claimed?.width ?? width, 0);
  header.writeUInt32BE(claimed?.height ?? height, 4);
  const rows = Buffer.alloc(height * (1 + width * 4));
  for (let y = 0; y < height; y++) {
    rows.set(data.subarray(y * width * 4, (y + 1) * width * 4), y * (1 + width * 4) + 1);
  }
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    ...(text === "" ? [] : [pngChunk("tEXt", Buffer.from(`Comment\0${text}`, "latin1"))]),
    pngChunk("IDAT", deflateSync(rows, { level: 1 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** GIF's LZW (GIF89a, appendix F), with a table that grows and is cleared. */
function compress(indexes: readonly number[], codeSize: number): Buffer {
  const [clear, end] = [1 << codeSize, (1 << codeSize) + 1];
  const out: number[] = [];
  let [held, count, bits] = [0, 0, codeSize + 1];
  const emit = (code: number): void => {
    held |= code << count;
    for (count += bits; count >= 8; count -= 8) {
      out.push(held & 255);
      held >>>= 8;
    }
  };
  let table = new Map<string, number>();
  let word = "";
  const codeOf = (key: string): number => (key.includes(",") ? (table.get(key) ?? 0) : Number(key));
  emit(clear);
  for (const index of indexes) {
    const longer = word === "" ? String(index) : `${word},${index}`;
    if (!longer.includes(",") || table.has(longer)) {
      word = longer;
      continue;
    }
    emit(codeOf(word));
    const next = end + 1 + table.size;
    if (next === 4095) {
      emit(clear);
      table = new Map();
      bits = codeSize + 1;
    } else {
      table.set(longer, next);
      if (next === 1 << bits) bits += 1;
    }
    word = String(index);
  }
  emit(codeOf(word));
  emit(end);
  if (count > 0) out.push(held & 255);
  return Buffer.from(out);
}

interface GifFrame {
  readonly width: number;
  readonly height: number;
  /** Numbers of colours, row by row. */
  readonly indexes: readonly number[];
}

/** A GIF of several frames over one palette of 256 grey tones but for number 1, 2 and 3: red, green and blue. */
export function gifOf(frames: readonly GifFrame[], { transparent = -1, interlaced = false } = {}): Buffer {
  const palette = Buffer.alloc(768);
  for (let n = 0; n < 256; n++) palette.fill(n, n * 3, n * 3 + 3);
  palette.set([255, 0, 0, 0, 255, 0, 0, 0, 255], 3);
  const head = Buffer.from("GIF89a\0\0\0\0\xf7\0\0", "latin1");
  head.writeUInt16LE(frames[0]?.width ?? 0, 6);
  head.writeUInt16LE(frames[0]?.height ?? 0, 8);
  const parts = frames.flatMap(({ width, height, indexes }) => {
    const control = Buffer.from([0x21, 0xf9, 4, transparent === -1 ? 0 : 1, 5, 0, Math.max(0, transparent), 0]);
    const image = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, interlaced ? 0x40 : 0, 8]);
    image.writeUInt16LE(width, 5);
    image.writeUInt16LE(height, 7);
    const content = compress(indexes, 8);
    const blocks: Buffer[] = [];
    for (let at = 0; at < content.length; at += 255) {
      const block = content.subarray(at, at + 255);
      blocks.push(Buffer.from([block.length]), block);
    }
    return [control, image, ...blocks, Buffer.from([0])];
  });
  return Buffer.concat([head, palette, ...parts, Buffer.from([0x3b])]);
}

/** A favicon.ico that holds these files or bitmaps, each under the side it is entered with. */
export function icoOf(entries: readonly { side: number; depth?: number; content: Buffer }[]): Buffer {
  const head = Buffer.from([0, 0, 1, 0, entries.length, 0]);
  let at = 6 + entries.length * 16;
  const directory = entries.map(({ side, depth = 32, content }) => {
    const entry = Buffer.alloc(16);
    entry.set([side & 255, side & 255]);
    entry.writeUInt16LE(depth, 6);
    entry.writeUInt32LE(content.length, 8);
    entry.writeUInt32LE(at, 12);
    at += content.length;
    return entry;
  });
  return Buffer.concat([head, ...directory, ...entries.map(({ content }) => content)]);
}

/** A bitmap of 32 bits a pixel as icons hold it, or of 1 bit with a palette of black and red. */
export function dibOf(side: number, depth: 1 | 32, isPainted: (x: number, y: number) => boolean): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(side, 4);
  header.writeInt32LE(side * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(depth, 14);
  const bitRow = Math.ceil(side / 32) * 4;
  const mask = Buffer.alloc(bitRow * side);
  const rows = Buffer.alloc(depth === 32 ? side * side * 4 : bitRow * side);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const row = side - 1 - y;
      if (!isPainted(x, y)) mask[row * bitRow + (x >> 3)] = (mask[row * bitRow + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
      else if (depth === 32) rows.set([0, 0, 255, 255], (row * side + x) * 4);
      else rows[row * bitRow + (x >> 3)] = (rows[row * bitRow + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    }
  }
  const palette = depth === 1 ? Buffer.from([0, 0, 0, 0, 0, 0, 255, 0]) : Buffer.alloc(0);
  return Buffer.concat([header, palette, rows, mask]);
}

/** An animated WebP of pictures that do not move, all of the same size (RFC 9649, section 2.7). */
export function animatedWebpOf(stills: readonly Buffer[], width: number, height: number): Buffer {
  const chunk = (name: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(name, "latin1");
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length & 1)]);
  };
  const size = Buffer.alloc(6);
  size.writeUIntLE(width - 1, 0, 3);
  size.writeUIntLE(height - 1, 3, 3);
  const frames = stills.map((still) => {
    // A picture with alpha begins with a VP8X chunk, which a frame has not.
    const inner = still.toString("latin1", 12, 16) === "VP8X" ? still.subarray(30) : still.subarray(12);
    return chunk("ANMF", Buffer.concat([Buffer.alloc(6), size, Buffer.from([100, 0, 0, 0]), inner]));
  });
  const head = chunk("VP8X", Buffer.concat([Buffer.from([0x12, 0, 0, 0]), size]));
  const animation = chunk("ANIM", Buffer.alloc(6));
  const body = Buffer.concat([Buffer.from("WEBP", "latin1"), head, animation, ...frames]);
  const riff = Buffer.alloc(8);
  riff.write("RIFF", "latin1");
  riff.writeUInt32LE(body.length, 4);
  return Buffer.concat([riff, body]);
}
