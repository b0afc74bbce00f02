import { createRequire } from "node:module";
import { JPEG_SCANS, PICTURE_PIXELS } from "@satchel/contracts";
import type { CreateRaw, default as SharpLibrary, Sharp, SharpOptions } from "sharp";
import { countScans } from "./jpeg-scans.ts";

export { countScans } from "./jpeg-scans.ts";

/** Not imported: sharp's modules for `import` take 70 ms of processor time more to load than those for `require`. */
export const sharp = createRequire(import.meta.url)("sharp") as typeof SharpLibrary;

/** The only decoders that may run. SVG is excluded, because it can contain scripts and references to other addresses. */
const DECODERS = [
  "VipsForeignLoadJpegBuffer",
  "VipsForeignLoadPngBuffer",
  "VipsForeignLoadWebpBuffer",
  "VipsForeignLoadNsgifBuffer",
  "VipsForeignLoadHeifBuffer",
];

/**
 * One frame of at most {@link PICTURE_PIXELS} by its header. Truncated pictures fail: a decoder could fill the rest from its
 * memory.
 */
const READING: SharpOptions = {
  limitInputPixels: PICTURE_PIXELS,
  failOn: "error",
  sequentialRead: true,
  pages: 1,
  animated: false,
};

// One picture at a time, without a cache.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: DECODERS });

/**
 * Opens a stranger's picture for decoding. For worker processes alone: a fault of a decoder ends the process.
 * @param raw how the octets are to be read where they are pixels already
 */
export const openPicture = (bytes: Uint8Array, raw?: CreateRaw): Sharp =>
  sharp(bytes, raw === undefined ? READING : { ...READING, raw });

/** Whether decoding a JPEG takes more time than its size tells: see {@link countScans}. */
export const hasManyScans = (bytes: Uint8Array): boolean => countScans(bytes) > JPEG_SCANS;
