import {
  CARD_SIDE,
  ICON_MIN_SIDE,
  ICON_SIDE,
  JPEG_SCANS,
  LARGE_SIDE,
  PICTURE_PIXELS,
  PICTURE_QUALITY,
  PREVIEW_MIN_SIDE,
} from "../limits.ts";
import { decoders, encodeWebp } from "./codecs.ts";
import { decodeGif } from "./gif.ts";
import { readIcon } from "./ico.ts";
import { countScans } from "./jpeg-scans.ts";
import { readPictureHeader } from "./picture-header.ts";
import { type Pixels, PictureRefused, type Refusal } from "./pixels.ts";
import { scaleToFit } from "./scale.ts";
import { stillWebp } from "./still-webp.ts";

/** A picture of a page as somebody wrote it, and what it is for. */
export interface EncodingInput {
  readonly bytes: Uint8Array;
  readonly use: "preview" | "icon";
}

/** A picture as it is kept: WebP made anew from its pixels, so that nothing else of the original is in it. */
export interface EncodedPicture {
  readonly card: Uint8Array;
  /** Undefined where the picture is no larger than a card's. */
  readonly large?: Uint8Array;
}

export type EncodingOutcome = { readonly picture: EncodedPicture } | { readonly refused: Refusal };

/**
 * Makes the pictures that are kept and shown from the octets of a stranger: decoded, the first frame alone, scaled down,
 * and written anew (decision 26).
 * @throws anything that a decoder does: its thread should be ended then
 */
export async function reEncode(input: EncodingInput): Promise<EncodingOutcome> {
  try {
    return { picture: await encodeSizes(await decode(input.bytes), input.use) };
  } catch (error) {
    if (error instanceof PictureRefused) return { refused: error.reason };
    if (error instanceof RangeError) return { refused: "damaged" };
    throw error;
  }
}

async function decode(bytes: Uint8Array): Promise<Pixels> {
  const header = readPictureHeader(bytes);
  if (header === undefined) throw new PictureRefused("unknown-kind");
  // A picture's size is a claim that costs nothing; what it takes to hold its pixels is not.
  if (header.width * header.height > PICTURE_PIXELS) throw new PictureRefused("too-many-pixels");
  if (header.width === 0 || header.height === 0) throw new PictureRefused("damaged");
  if (header.kind === "jpeg" && countScans(bytes) > JPEG_SCANS) throw new PictureRefused("too-many-scans");
  if (header.kind === "gif") return decodeGif(bytes, PICTURE_PIXELS);
  if (header.kind === "ico") {
    const icon = readIcon(bytes);
    return "pixels" in icon ? icon.pixels : decode(icon.png);
  }
  if (header.kind === "webp") {
    const still = stillWebp(bytes);
    if (still !== bytes) return decode(still);
  }
  const pixels = await decoders[header.kind](ownBuffer(bytes));
  if (pixels.width * pixels.height > PICTURE_PIXELS) throw new PictureRefused("too-many-pixels");
  return pixels;
}

/** The octets as a buffer that holds nothing else: the decoders read the whole. */
const ownBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

async function encodeSizes(pixels: Pixels, use: EncodingInput["use"]): Promise<EncodedPicture> {
  const shortest = Math.min(pixels.width, pixels.height);
  if (shortest < (use === "icon" ? ICON_MIN_SIDE : PREVIEW_MIN_SIDE)) throw new PictureRefused("too-small");
  if (use === "icon") return { card: await encodeWebp(scaleToFit(pixels, ICON_SIDE), PICTURE_QUALITY.icon) };
  const large = scaleToFit(pixels, LARGE_SIDE);
  const card = await encodeWebp(scaleToFit(large, CARD_SIDE), PICTURE_QUALITY.card);
  if (Math.max(large.width, large.height) <= CARD_SIDE) return { card };
  return { card, large: await encodeWebp(large, PICTURE_QUALITY.large) };
}
