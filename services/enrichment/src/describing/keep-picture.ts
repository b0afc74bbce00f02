import type { Logger, Pictures } from "@satchel/chassis";
import { IMAGE_BYTES, type PictureKey } from "@satchel/contracts";
import type { PageFetcher } from "../fetching/page-fetcher.ts";
import { PICTURE_CANDIDATES } from "../limits.ts";
import type { EncodedPicture, EncodingInput } from "../pictures/re-encode.ts";
import type { ReEncoder } from "../pictures/re-encoder.ts";

const ACCEPT = ["image/avif", "image/webp", "image/png", "image/jpeg", "image/gif", "image/*;q=0.8"];

/** What stands for the host in the address of an icon service (`ICON_SERVICE_URL`). */
const HOST = "{host}";

/** Fetches and keeps a page's pictures, so that no browser has to ask a third party for them. */
export interface PictureKeeper {
  /**
   * Keeps the first of some pictures that can be had and shown.
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

  async function keepFirst(candidates: readonly string[], use: EncodingInput["use"]): Promise<PictureKey | undefined> {
    for (const url of candidates) {
      const picture = await fetchPicture(parts, url, use);
      if (picture === undefined) continue;
      try {
        return await pictures.put({ type: "image/webp", ...picture });
      } catch (err) {
        // A store that is full keeps nobody from having title and description.
        logger.warn({ err }, "a picture could not be kept");
        return undefined;
      }
    }
    return undefined;
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

/** A picture made anew from what an address has; undefined when that can't be had, or is none that is shown. */
async function fetchPicture(
  { fetcher, reEncoder, logger }: PictureKeeperParts,
  url: string,
  use: EncodingInput["use"],
): Promise<EncodedPicture | undefined> {
  const fetched = await fetcher.fetchPage(url, { accept: ACCEPT, maxBytes: IMAGE_BYTES });
  if (!fetched.ok) return undefined;
  const outcome = await reEncoder.reEncode({ bytes: fetched.bytes, use });
  if ("picture" in outcome) return outcome.picture;
  logger.debug({ use, why: "refused" in outcome ? outcome.refused : outcome.failed }, "a picture is not kept");
  return undefined;
}
