import type { Logger, Pictures } from "@satchel/chassis";
import { IMAGE_BYTES, type PictureKey } from "@satchel/contracts";
import { iconsOfManifest, MANIFEST_ACCEPT, MANIFEST_BYTES } from "../extraction/web-manifest.ts";
import type { PageFetcher } from "../fetching/page-fetcher.ts";
import { PAGE_PICTURES_CPU_MS, PICTURE_CANDIDATES } from "../limits.ts";
import type { EncodedPicture, EncodingInput } from "../pictures/re-encode.ts";
import type { ReEncoder } from "../pictures/re-encoder.ts";

const ACCEPT = ["image/avif", "image/webp", "image/png", "image/jpeg", "image/gif", "image/*;q=0.8"];

/** What stands for the host in the address of an icon service (`ICON_SERVICE_URL`). */
const HOST = "{host}";

/** Where the pictures of a page may be had, the best address first; {@link PICTURE_CANDIDATES} of each kind are tried at most. */
export interface PictureAddresses {
  readonly pageUrl: string;
  /** Undefined: no preview is looked for. */
  readonly previews?: string[];
  /** The last one is the icon that every site had once, and is tried however many others there are. */
  readonly icons: string[];
  /** Of its web manifest, which names icons too. */
  readonly manifestUrl?: string;
}

/** Where pictures are kept; null: there is none that can be had and shown. */
export interface KeptPictures {
  /** Undefined where none was looked for. */
  readonly previewKey?: PictureKey | null;
  readonly faviconKey: PictureKey | null;
}

/** The service is stopping, or has no thread: this says nothing of the pictures. */
export class PicturesInterrupted extends Error {}

/** Fetches and keeps pages' pictures, so that no browser has to ask a third party for them. */
export interface PictureKeeper {
  /**
   * Keeps the first picture of each kind that can be had and shown. All of a page's pictures together may take
   * {@link PAGE_PICTURES_CPU_MS}; after one that took the rest of it none is tried any more.
   * @param owner whose page it is: accounts take turns
   * @throws {PicturesInterrupted}
   */
  keep(addresses: PictureAddresses, owner: string): Promise<KeptPictures>;
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

/** Milliseconds of processor time that are left for a page's pictures, and whose page it is. */
interface Budget {
  leftMs: number;
  readonly owner: string;
}

export function createPictureKeeper(parts: PictureKeeperParts): PictureKeeper {
  const { fetcher, pictures, logger, iconServiceUrl } = parts;

  async function keepFirst(
    candidates: readonly string[],
    use: EncodingInput["use"],
    budget: Budget,
  ): Promise<PictureKey | null> {
    for (const url of candidates) {
      if (budget.leftMs <= 0) break;
      const picture = await fetchPicture(parts, url, use, budget);
      if (picture === undefined) continue;
      try {
        return await pictures.put({ type: "image/webp", ...picture });
      } catch (err) {
        // A store that is full keeps nobody from having title and description.
        logger.warn({ err }, "a picture could not be kept");
        return null;
      }
    }
    return null;
  }

  /** Icons that the web manifest names, where the page names none: its one candidate is the one that every site had. */
  async function iconsNamedApart({ icons, manifestUrl }: PictureAddresses): Promise<string[]> {
    if (manifestUrl === undefined || icons.length > 1) return [];
    const fetched = await fetcher.fetchPage(manifestUrl, { accept: MANIFEST_ACCEPT, maxBytes: MANIFEST_BYTES });
    return fetched.ok ? iconsOfManifest(fetched.bytes, fetched.finalUrl) : [];
  }

  async function keepIcon(addresses: PictureAddresses, budget: Budget): Promise<PictureKey | null> {
    const icons = [...(await iconsNamedApart(addresses)), ...addresses.icons];
    const own = [...new Set([...icons.slice(0, PICTURE_CANDIDATES - 1), ...icons.slice(-1)])];
    const { hostname } = new URL(addresses.pageUrl);
    const asked = iconServiceUrl === undefined ? [] : [iconServiceUrl.replaceAll(HOST, encodeURIComponent(hostname))];
    return keepFirst([...own, ...asked], "icon", budget);
  }

  return {
    keep: async (addresses, owner) => {
      const budget: Budget = { leftMs: PAGE_PICTURES_CPU_MS, owner };
      // The icon first: it is small. One after the other, because what one takes is not left for the other.
      const faviconKey = await keepIcon(addresses, budget);
      const { previews } = addresses;
      if (previews === undefined) return { faviconKey };
      return { faviconKey, previewKey: await keepFirst(previews.slice(0, PICTURE_CANDIDATES), "preview", budget) };
    },
    areKept: async (keys) => {
      const named = keys.filter((key) => key !== undefined);
      return (await Promise.all(named.map((key) => pictures.has(key)))).every(Boolean);
    },
  };
}

/** A picture made from what an address has; undefined when that can't be had, or is none that is shown. */
async function fetchPicture(
  { fetcher, reEncoder, logger }: PictureKeeperParts,
  url: string,
  use: EncodingInput["use"],
  budget: Budget,
): Promise<EncodedPicture | undefined> {
  const fetched = await fetcher.fetchPage(url, { accept: ACCEPT, maxBytes: IMAGE_BYTES });
  if (!fetched.ok) {
    if (fetched.reason === "aborted") throw new PicturesInterrupted();
    return undefined;
  }
  const { owner, leftMs: cpuMs } = budget;
  const done = await reEncoder.reEncode({ bytes: fetched.bytes, use }, { cpuMs, owner });
  if ("failed" in done) {
    if (done.failed === "no-worker") throw new PicturesInterrupted();
    if (done.failed === "timeout") budget.leftMs = 0;
    logger.debug({ use, why: done.failed }, "a picture is not kept");
    return undefined;
  }
  budget.leftMs -= done.cpuMs;
  if ("picture" in done.result) return done.result.picture;
  logger.debug({ use, why: done.result.refused }, "a picture is not kept");
  return undefined;
}
