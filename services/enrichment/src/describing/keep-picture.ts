import type { Logger, Pictures } from "@satchel/chassis";
import { IMAGE_BYTES, type PictureKey } from "@satchel/contracts";
import type { PageFetcher } from "../fetching/page-fetcher.ts";
import { PICTURE_CANDIDATES, PREVIEW_GOOD_SIDE, PREVIEW_LONGEST_SHAPE } from "../limits.ts";
import { readPictureHeader } from "../pictures/picture-header.ts";
import type { EncodedPicture, EncodingInput } from "../pictures/re-encode.ts";
import type { ReEncoder } from "../pictures/re-encoder.ts";

const ACCEPT = ["image/avif", "image/webp", "image/png", "image/jpeg", "image/gif", "image/*;q=0.8"];

/** What stands for the host in the address of an icon service (`ICON_SERVICE_URL`). */
const HOST = "{host}";

/** Fetches and keeps a page's pictures, so that no browser has to ask a third party for them. */
export interface PictureKeeper {
  /**
   * Keeps the first of some pictures that can be had and shown and is of a good size and shape
   * ({@link PREVIEW_GOOD_SIDE}, {@link PREVIEW_LONGEST_SHAPE}); where none is, the first that can be shown.
   * @param candidates addresses, the best first; {@link PICTURE_CANDIDATES} are tried at most
   * @returns where it is kept; undefined when there is none
   */
  keepPreview(candidates: readonly string[]): Promise<PictureKey | undefined>;
  /** As {@link keepPreview}; asks the operator's icon service last, where there is one. @param pageUrl whose icon it is */
  keepIcon(candidates: readonly string[], pageUrl: string): Promise<PictureKey | undefined>;
  /** Whether all of these, where there are any, are still kept: the oldest make room for others. */
  areKept(keys: readonly (PictureKey | undefined)[]): Promise<boolean>;
}

export interface PictureKeeperParts {
  readonly fetcher: PageFetcher;
  readonly reEncoder: ReEncoder;
  readonly pictures: Pictures;
  readonly logger: Logger;
  /** Address of a service that has icons, `{host}` in the place of the host; undefined: none is asked. */
  readonly iconServiceUrl: string | undefined;
}

export function createPictureKeeper(parts: PictureKeeperParts): PictureKeeper {
  const { pictures, logger, iconServiceUrl } = parts;

  /** Keeps the first picture that can be shown: a preview of a good size and shape before any other. */
  async function keepFirst(candidates: readonly string[], use: EncodingInput["use"]): Promise<PictureKey | undefined> {
    const lesser: Uint8Array[] = [];
    for (const url of candidates) {
      const bytes = await fetchBytes(parts.fetcher, url);
      if (bytes === undefined) continue;
      if (use === "preview" && !isGoodPreview(bytes)) {
        lesser.push(bytes);
        continue;
      }
      const picture = await encode(parts, { bytes, use });
      if (picture !== undefined) return keep(picture);
    }
    for (const bytes of lesser) {
      const picture = await encode(parts, { bytes, use });
      if (picture !== undefined) return keep(picture);
    }
    return undefined;
  }

  async function keep(picture: EncodedPicture): Promise<PictureKey | undefined> {
    try {
      return await pictures.put({ type: "image/webp", ...picture });
    } catch (err) {
      // A store that is full keeps nobody from having title and description.
      logger.warn({ err }, "a picture could not be kept");
      return undefined;
    }
  }

  return {
    keepPreview: (candidates) => keepFirst(candidates.slice(0, PICTURE_CANDIDATES), "preview"),
    keepIcon: (candidates, pageUrl) => {
      // The last one is where every site had its icon once, and is tried however many others a page names.
      const own = [...new Set([...candidates.slice(0, PICTURE_CANDIDATES - 1), ...candidates.slice(-1)])];
      const { hostname } = new URL(pageUrl);
      return keepFirst(
        iconServiceUrl === undefined ? own : [...own, iconServiceUrl.replaceAll(HOST, encodeURIComponent(hostname))],
        "icon",
      );
    },
    areKept: async (keys) => {
      const named = keys.filter((key) => key !== undefined);
      return (await Promise.all(named.map((key) => pictures.has(key)))).every(Boolean);
    },
  };
}

async function fetchBytes(fetcher: PageFetcher, url: string): Promise<Uint8Array | undefined> {
  const fetched = await fetcher.fetchPage(url, { accept: ACCEPT, maxBytes: IMAGE_BYTES });
  return fetched.ok ? fetched.bytes : undefined;
}

/** Whether a picture says that it is large enough for a preview, and no banner: nothing is decoded for that. */
function isGoodPreview(bytes: Uint8Array): boolean {
  const { width, height } = readPictureHeader(bytes) ?? { width: 0, height: 0 };
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  return shorter >= PREVIEW_GOOD_SIDE && longer <= shorter * PREVIEW_LONGEST_SHAPE;
}

/** A picture re-encoded; undefined when it is none that is shown. */
async function encode(
  { reEncoder, logger }: PictureKeeperParts,
  input: EncodingInput,
): Promise<EncodedPicture | undefined> {
  const outcome = await reEncoder.reEncode(input);
  if ("picture" in outcome) return outcome.picture;
  logger.debug(
    { use: input.use, why: "refused" in outcome ? outcome.refused : outcome.failed },
    "a picture is not kept",
  );
  return undefined;
}
