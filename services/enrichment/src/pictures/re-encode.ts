import { hasManyScans, openPicture, sharp } from "@satchel/chassis/decoding";
import type { OutputInfo, ResizeOptions, Sharp } from "sharp";
import {
  COPY_PICTURE_BYTES,
  COPY_QUALITY,
  COPY_SIDE,
  ICON_MIN_SIDE,
  ICON_SIDE,
  LARGE_SIDE,
  PICTURE_QUALITY,
  PREVIEW_GOOD_SIDE,
  PREVIEW_LONGEST_SHAPE,
  PREVIEW_MIN_SIDE,
  SMALL_SIZE,
} from "../limits.ts";
import { isIcon, readIcon } from "./read-icon.ts";

export interface EncodingInput {
  readonly bytes: Uint8Array;
  /**
   * `good-preview`: refused as `poor-preview` where it is small or a banner, before it is decoded. `copy`: of any size,
   * scaled to {@link COPY_SIDE}, and left as it is where that would gain nothing.
   */
  readonly use: "good-preview" | "preview" | "icon" | "copy";
}

/** A picture as it is stored: WebP written from its pixels, without anything else of the original. */
export interface EncodedPicture {
  readonly small: Uint8Array;
  /** Undefined where the picture is no larger than the small one. */
  readonly large?: Uint8Array;
}

/** Why a picture is refused. Stable codes, for the log; `detail` is the decoder's message. */
export type Refusal = "unreadable" | "too-many-scans" | "too-small" | "poor-preview";

export type EncodingOutcome =
  | { readonly picture: EncodedPicture }
  /** For a copy: the original is kept. */
  | { readonly asIs: true }
  | { readonly refused: Refusal; readonly detail?: string };

/** Characters of a decoder's message, which may list many faults. */
const DETAIL_CHARACTERS = 200;

/**
 * Encodes a stranger's picture for storing: decoded, the first frame alone, upright, in sRGB, scaled down, and written
 * as WebP without anything else (decision 26). Runs in a worker process.
 */
export async function reEncode({ bytes, use }: EncodingInput): Promise<EncodingOutcome> {
  try {
    const open = opening(bytes);
    const { format, autoOrient } = await open().metadata();
    if (use === "copy" && isFitting(autoOrient, bytes)) return { asIs: true };
    const refused = refusalBySize(autoOrient, use);
    if (refused !== undefined) return { refused };
    if (format === "jpeg" && hasManyScans(bytes)) return { refused: "too-many-scans" };
    const picture = await encodeSizes(open, use);
    const isLarger = use === "copy" && picture.small.length > bytes.length;
    return isLarger && Math.max(autoOrient.width, autoOrient.height) <= COPY_SIDE ? { asIs: true } : { picture };
  } catch (error) {
    return { refused: "unreadable", detail: String(error).slice(0, DETAIL_CHARACTERS) };
  }
}

/** @throws {Error} for an icon that can't be read */
function opening(bytes: Uint8Array): () => Sharp {
  if (!isIcon(bytes)) return () => openPicture(bytes);
  const icon = readIcon(bytes);
  if ("png" in icon) return () => openPicture(icon.png);
  const { width, height } = icon;
  return () => openPicture(icon.pixels, { width, height, channels: 4 });
}

const isFitting = ({ width, height }: { width: number; height: number }, bytes: Uint8Array): boolean =>
  Math.max(width, height) <= COPY_SIDE && bytes.length <= COPY_PICTURE_BYTES;

function refusalBySize(
  { width, height }: { width: number; height: number },
  use: EncodingInput["use"],
): Refusal | undefined {
  if (use === "copy") return undefined;
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (use === "good-preview" && (shorter < PREVIEW_GOOD_SIDE || longer > shorter * PREVIEW_LONGEST_SHAPE)) {
    return "poor-preview";
  }
  return shorter < (use === "icon" ? ICON_MIN_SIDE : PREVIEW_MIN_SIDE) ? "too-small" : undefined;
}

const fit = (side: number): ResizeOptions => ({ width: side, height: side, fit: "inside", withoutEnlargement: true });

async function encodeSizes(open: () => Sharp, use: EncodingInput["use"]): Promise<EncodedPicture> {
  const upright = open().autoOrient().toColourspace("srgb");
  if (use === "copy") return { small: await webp(upright.resize(fit(COPY_SIDE)), COPY_QUALITY) };
  if (use === "icon") return { small: await webp(upright.resize(fit(ICON_SIDE)), PICTURE_QUALITY.icon) };
  const { data, info } = await upright.resize(fit(LARGE_SIDE)).raw().toBuffer({ resolveWithObject: true });
  const large = () => sharp(data, { raw: info satisfies OutputInfo });
  const small = await webp(
    large().resize({ ...SMALL_SIZE, fit: "outside", withoutEnlargement: true }),
    PICTURE_QUALITY.preview,
  );
  if (info.width <= SMALL_SIZE.width || info.height <= SMALL_SIZE.height) return { small };
  return { small, large: await webp(large(), PICTURE_QUALITY.preview) };
}

/**
 * @param quality 0 to 100. Without `smartSubsample`, coloured text has frayed edges. `effort`: 2 takes a
 * quarter less time than sharp's default, for 4 % more octets.
 */
const webp = (picture: Sharp, quality: number): Promise<Uint8Array> =>
  picture.webp({ quality, smartSubsample: true, effort: 2 }).toBuffer();
