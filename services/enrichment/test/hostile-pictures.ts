import { deflateSync, gzipSync } from "node:zlib";
import {
  avifOf,
  dibOf,
  gifOf,
  icoOf,
  jpegOf,
  jpegOfScans,
  pictureOf,
  pngChunk,
  pngOf,
  quarters,
  webpOf,
} from "./sample-pictures.ts";

/** Pictures that attack their decoder, each with the attack. */
export interface HostilePicture {
  readonly name: string;
  readonly make: () => Buffer | Promise<Buffer>;
}

const SCRIPT = "<script>alert(document.domain)</script>";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" onload="alert(1)"><image href="file:///etc/passwd"/><rect width="300" height="300"/></svg>`;

const MIB = 1024 * 1024;

/** A picture whose octets are replaced from the first place on where `marker` is. */
function patched(picture: Buffer, marker: string, offset: number, octets: readonly number[]): Buffer {
  const at = picture.indexOf(Buffer.from(marker, "latin1"));
  if (at === -1) throw new Error(`no ${marker}`);
  const copy = Buffer.from(picture);
  copy.set(octets, at + offset);
  return copy;
}

const u32 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

/** An ICO whose entries all stand for the same octets. */
function icoOfOne(content: Buffer, entries: number): Buffer {
  const head = Buffer.alloc(6 + entries * 16);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(entries, 4);
  for (let n = 0; n < entries; n++) {
    head.writeUInt16LE(32, 6 + n * 16 + 6);
    head.writeUInt32LE(content.length, 6 + n * 16 + 8);
    head.writeUInt32LE(head.length, 6 + n * 16 + 12);
  }
  return Buffer.concat([head, content]);
}

/** A GIF that moves, of as many frames as fit into so many octets. */
function gifOfFrames(bytes: number): Buffer {
  const one = gifOf([{ width: 64, height: 64, indexes: Array<number>(64 * 64).fill(1) }]);
  const frame = one.subarray(13 + 768, -1);
  const frames = Array.from({ length: Math.floor(bytes / frame.length) }, () => frame);
  return Buffer.concat([one.subarray(0, 13 + 768), ...frames, Buffer.from([0x3b])]);
}

/** A PNG with a chunk of compressed zeros before its pixels. */
function pngWithBomb(chunk: string, head: string): Buffer {
  const png = pngOf(quarters(64, 64));
  const content = Buffer.concat([Buffer.from(head, "latin1"), deflateSync(Buffer.alloc(256 * MIB))]);
  return Buffer.concat([png.subarray(0, 33), pngChunk(chunk, content), png.subarray(33)]);
}

/** Few octets that claim or hold very much. */
export const bombs: readonly HostilePicture[] = [
  { name: "a PNG of 50,000 × 50,000", make: () => pngOf(quarters(8, 8), { width: 50_000, height: 50_000 }) },
  { name: "a PNG whose comment inflates to 256 MiB", make: () => pngWithBomb("zTXt", "Comment\0\0") },
  { name: "a PNG whose profile inflates to 256 MiB", make: () => pngWithBomb("iCCP", "profile\0\0") },
  {
    name: "a GIF of 65,535 × 65,535",
    make: () => {
      const gif = gifOf([{ width: 8, height: 8, indexes: Array<number>(64).fill(1) }]);
      gif.writeUInt32LE(0xffffffff, 6);
      return gif;
    },
  },
  { name: "a GIF of thousands of frames", make: () => gifOfFrames(4 * MIB) },
  {
    name: "a WebP whose header claims 16,383 × 16,383",
    make: async () => patched(await webpOf(quarters(64, 64)), "VP8X", 12, [0xfe, 0x3f, 0, 0xfe, 0x3f, 0]),
  },
  {
    name: "an AVIF that claims 60,000 × 60,000",
    make: async () => patched(await avifOf(quarters(64, 64)), "ispe", 8, [...u32(60_000), ...u32(60_000)]),
  },
  {
    name: "a JPEG of 65,500 × 65,500",
    make: async () => patched(await jpegOf(quarters(64, 64)), "\xff\xc2", 5, [0xff, 0xdc, 0xff, 0xdc]),
  },
  { name: "a JPEG of 883 scans over 16 megapixels", make: () => jpegOfScans(4096, 883) },
  {
    name: "a JPEG whose last scan is there 3,000 times",
    make: async () => {
      const good = await jpegOf(quarters(400, 400));
      const last = good.subarray(good.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
      return Buffer.concat([good.subarray(0, -2), ...Array.from({ length: 3000 }, () => last), good.subarray(-2)]);
    },
  },
  {
    name: "an ICO whose PNG claims 50,000 × 50,000",
    make: () => icoOf([{ side: 64, content: pngOf(quarters(8, 8), { width: 50_000, height: 50_000 }) }]),
  },
];

/** The same, which take seconds to make or to end. */
export const slowBombs: readonly HostilePicture[] = [
  {
    name: "a WebP whose header is smaller than its picture",
    make: async () => patched(await webpOf(quarters(4000, 4000)), "VP8X", 12, [63, 0, 0, 63, 0, 0]),
  },
  {
    name: "an AVIF whose header is smaller than its picture",
    make: async () => patched(await avifOf(quarters(4096, 4096)), "ispe", 8, [...u32(64), ...u32(64)]),
  },
  {
    name: "an ICO of 65,535 entries for one bitmap",
    make: () =>
      icoOfOne(
        dibOf(256, 32, () => true),
        65_535,
      ),
  },
];

/** Entries that are not what they say. */
export const lyingIcons: readonly HostilePicture[] = [
  {
    name: "an entry behind the end",
    make: () => icoOf([{ side: 32, content: dibOf(32, 32, () => true) }]).subarray(0, 60),
  },
  {
    name: "a bitmap that claims 2 gigapixels",
    make: () => {
      const content = dibOf(32, 32, () => true);
      content.writeInt32LE(46_000, 4);
      content.writeInt32LE(92_000, 8);
      return icoOf([{ side: 32, content }]);
    },
  },
  {
    name: "a bitmap of negative width",
    make: () => {
      const content = dibOf(32, 32, () => true);
      content.writeInt32LE(-32, 4);
      return icoOf([{ side: 32, content }]);
    },
  },
  {
    name: "a header of 4 GiB",
    make: () => {
      const content = dibOf(32, 32, () => true);
      content.writeUInt32LE(0xffffffff, 0);
      return icoOf([{ side: 32, content }]);
    },
  },
  { name: "no entries", make: () => icoOf([]) },
  {
    name: "an icon in an icon",
    make: () => icoOf([{ side: 32, content: icoOf([{ side: 32, content: dibOf(32, 32, () => true) }]) }]),
  },
  { name: "an SVG as an entry", make: () => icoOf([{ side: 32, content: Buffer.from(SVG) }]) },
];

/** An icon that wants gigabytes, and takes its time for them. */
export const hungryIcon = (): Buffer =>
  icoOfOne(
    dibOf(1024, 32, () => true),
    1000,
  );

/** What libvips could read, or a browser would run, and is not wanted. */
export const unwantedKinds: readonly HostilePicture[] = [
  { name: "SVG", make: () => Buffer.from(SVG) },
  {
    name: "SVG behind a declaration, a comment and a DTD with entities",
    make: () =>
      Buffer.from(
        `<?xml version="1.0"?><!-- x --><!DOCTYPE svg [<!ENTITY a "${"x".repeat(1000)}"><!ENTITY b "&a;&a;&a;">]>${SVG}`,
      ),
  },
  { name: "SVG behind a byte order mark and spaces", make: () => Buffer.from(`\ufeff \n\t${SVG}`) },
  { name: "SVG in UTF-16", make: () => Buffer.from(`\ufeff${SVG}`, "utf16le") },
  { name: "SVG, compressed", make: () => gzipSync(SVG) },
  { name: "SVG behind a PNG's signature", make: () => Buffer.from(`\x89PNG\r\n\x1a\n${SVG}`, "latin1") },
  { name: "SVG behind a GIF's signature", make: () => Buffer.from(`GIF89a${SVG}`, "latin1") },
  { name: "HTML with SVG in it", make: () => Buffer.from(`<!doctype html><title>x</title>${SVG}`) },
  { name: "TIFF", make: () => pictureOf(quarters(300, 300)).tiff().toBuffer() },
  { name: "PDF", make: () => Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF") },
  {
    name: "ImageMagick's own",
    make: () =>
      Buffer.from(
        'push graphic-context\nviewbox 0 0 300 300\nimage over 0,0 0,0 "url(http://127.0.0.1/)"\npop graphic-context',
      ),
  },
  { name: "libvips' own", make: () => Buffer.concat([Buffer.from("08f2a6b6", "hex"), Buffer.alloc(4096, 1)]) },
  { name: "PPM", make: () => Buffer.concat([Buffer.from("P6\n300 300\n255\n"), Buffer.alloc(300 * 300 * 3, 99)]) },
  { name: "Radiance", make: () => Buffer.from("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 300 +X 300\n") },
  {
    name: "BMP",
    make: () => Buffer.concat([Buffer.from("BM\0\0\0\0\0\0\0\0\x36\0\0\0", "latin1"), dibOf(300, 32, () => true)]),
  },
  { name: "JPEG XL", make: () => Buffer.from("0000000c4a584c200d0a870a", "hex") },
  { name: "JPEG 2000", make: () => Buffer.from("0000000c6a5020200d0a870a", "hex") },
];

/** Pictures that are something else too. */
export const polyglots: readonly HostilePicture[] = [
  {
    name: "a GIF that is HTML",
    make: () => {
      const gif = gifOf([{ width: 64, height: 64, indexes: Array<number>(64 * 64).fill(1) }]);
      const comment = Buffer.from(`*/=1;/*${SCRIPT}`, "latin1");
      const extension = Buffer.concat([Buffer.from([0x21, 0xfe, comment.length]), comment, Buffer.from([0])]);
      return Buffer.concat([gif.subarray(0, 13 + 768), extension, gif.subarray(13 + 768), Buffer.from(SCRIPT)]);
    },
  },
  {
    name: "a PNG that is a ZIP",
    make: () => {
      const name = Buffer.from("x.html");
      const local = Buffer.concat([
        Buffer.from("504b0304140000000000", "hex"),
        Buffer.alloc(16),
        Buffer.from([name.length, 0, 0, 0]),
        name,
        Buffer.from(SCRIPT),
      ]);
      return Buffer.concat([pngOf(quarters(64, 64)), local, Buffer.from("504b0506", "hex"), Buffer.alloc(18)]);
    },
  },
  {
    name: "a JPEG that is SVG",
    make: async () => {
      const jpeg = await jpegOf(quarters(64, 64));
      const comment = Buffer.from(SVG);
      const head = Buffer.from([0xff, 0xfe, (comment.length + 2) >> 8, (comment.length + 2) & 255]);
      return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2), Buffer.from(SVG)]);
    },
  },
  {
    name: "a WebP with a chunk of script",
    make: async () => {
      const content = Buffer.from(SCRIPT.padEnd(40));
      const chunk = Buffer.concat([Buffer.from("XMP \x28\0\0\0", "latin1"), content]);
      const whole = Buffer.concat([await webpOf(quarters(64, 64)), chunk]);
      whole.writeUInt32LE(whole.length - 8, 4);
      return whole;
    },
  },
];

/** The first octets of each kind that is read. */
export const signatures: readonly string[] = [
  "\x89PNG\r\n\x1a\n",
  "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0\x08\x06\0\0\0",
  "\xff\xd8\xff\xe0",
  "\xff\xd8\xff\xc0\0\x11\x08\x01\0\x01\0\x03",
  "GIF89a\0\x01\0\x01\xf7\0\0",
  "RIFF\xff\xff\0\0WEBPVP8 ",
  "RIFF\xff\xff\0\0WEBPVP8L",
  "RIFF\xff\xff\0\0WEBPVP8X\x0a\0\0\0",
  "\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf",
  "\0\0\0\x1cftypavis\0\0\0\0avismsf1miaf",
  "\0\0\x01\0\x01\0",
];
