import type { Logger, Pictures } from "@satchel/chassis";
import { IMAGE_BYTES, type PictureKey } from "@satchel/contracts";
import { iconsOfManifest, MANIFEST_ACCEPT, MANIFEST_BYTES } from "../domain/extraction/web-manifest.ts";
import type { PageFetcher } from "../fetching/fetch-result.ts";
import { PAGE_PICTURES_CPU_MS, PICTURE_CANDIDATES } from "../limits.ts";
import type { EncodedPicture, EncodingInput, Refusal } from "./re-encode.ts";
import type { ReEncoder } from "./re-encoder.ts";

/** Stores of files often don't know what they hold; what is no picture is refused when it is read. */
const UNNAMED = ["application/octet-stream;q=0.1", "binary/octet-stream;q=0.1"];
const ACCEPT = ["image/avif", "image/webp", "image/png", "image/jpeg", "image/gif", "image/*;q=0.8", ...UNNAMED];

/** The placeholder for the host in the address of an icon service (`ICON_SERVICE_URL`). */
const HOST = "{host}";

/** Addresses of a page's pictures, the best first; {@link PICTURE_CANDIDATES} of each kind are tried at most. */
export interface PictureAddresses {
  readonly pageUrl: string;
  /** Undefined: no preview is needed. */
  readonly previews?: string[];
  /** The last one is the conventional icon of a site, which is always tried. */
  readonly icons: string[];
  /** The web manifest, which may have further icons. */
  readonly manifestUrl?: string;
}

/** No picture, but one may be available later: its server or this machine was busy. */
export const UNREACHABLE = Symbol("unreachable");

/** The key of a stored picture; null: there is none. */
type KeptPicture = PictureKey | null | typeof UNREACHABLE;

export interface KeptPictures {
  /** Undefined where none was wanted. */
  readonly preview?: KeptPicture;
  readonly icon: KeptPicture;
}

/** The service is stopping, or has no worker; this says nothing about the pictures. */
export class PicturesInterrupted extends Error {}

/** Fetches and stores pages' pictures, so that no browser has to ask a third party for them. */
export interface PictureKeeper {
  /**
   * Stores the first usable picture of each kind, a preview of a good size and shape (`PREVIEW_GOOD_SIDE`,
   * `PREVIEW_LONGEST_SHAPE`) before any other. All pictures of a page together may take {@link PAGE_PICTURES_CPU_MS}; after
   * that, no further one is tried.
   * @param owner accounts take turns
   * @throws {PicturesInterrupted}
   */
  keep(addresses: PictureAddresses, owner: string): Promise<KeptPictures>;
  /**
   * Stores a picture that is here already as a preview.
   * @returns its key; undefined where it can't be read, or takes more than {@link PAGE_PICTURES_CPU_MS}
   * @throws {PicturesInterrupted}
   */
  keepBytes(bytes: Uint8Array, owner: string): Promise<PictureKey | undefined>;
  /**
   * Whether all of these pictures are still stored, in the sizes of this version. The store removes the oldest pictures when
   * it is full.
   */
  areCurrent(keys: readonly (PictureKey | undefined)[]): Promise<boolean>;
}

interface PictureKeeperParts {
  readonly fetcher: PageFetcher;
  readonly reEncoder: ReEncoder;
  readonly pictures: Pictures;
  readonly logger: Logger;
  /** Address of an icon service with the placeholder `{host}`; undefined: none is used. */
  readonly iconServiceUrl: string | undefined;
}

/** Milliseconds of processor time left for a page's pictures, and the page's owner. */
interface Budget {
  leftMs: number;
  readonly owner: string;
}

export function createPictureKeeper(parts: PictureKeeperParts): PictureKeeper {
  const { fetcher, pictures, logger, iconServiceUrl } = parts;

  /** Stores the first usable picture: a preview of a good size and shape before any other. */
  async function keepFirst(
    candidates: readonly string[],
    use: "good-preview" | "icon",
    budget: Budget,
  ): Promise<KeptPicture> {
    const lesser: Uint8Array[] = [];
    let none: null | typeof UNREACHABLE = null;
    for (const url of candidates) {
      if (budget.leftMs <= 0) return null;
      const bytes = await fetchBytes(fetcher, url);
      if (bytes === UNREACHABLE) none = bytes;
      if (!(bytes instanceof Uint8Array)) continue;
      const outcome = await encode(parts, { bytes, use }, budget);
      if (typeof outcome === "object") return keep(outcome);
      if (outcome === "poor-preview") lesser.push(bytes);
    }
    for (const bytes of lesser) {
      const outcome = await encode(parts, { bytes, use: "preview" }, budget);
      if (typeof outcome === "object") return keep(outcome);
    }
    return none;
  }

  /** Icons of the web manifest, for a page without declared icons. */
  async function manifestIcons({ icons, manifestUrl }: PictureAddresses): Promise<string[]> {
    if (manifestUrl === undefined || icons.length > 1) return [];
    const fetched = await fetcher.fetchPage(manifestUrl, {
      accept: MANIFEST_ACCEPT,
      maxBytes: MANIFEST_BYTES,
      followUp: true,
    });
    return fetched.ok ? iconsOfManifest(fetched.bytes, fetched.finalUrl) : [];
  }

  async function keepIcon(addresses: PictureAddresses, budget: Budget): Promise<KeptPicture> {
    const icons = [...(await manifestIcons(addresses)), ...addresses.icons];
    const own = [...new Set([...icons.slice(0, PICTURE_CANDIDATES - 1), ...icons.slice(-1)])];
    const { hostname } = new URL(addresses.pageUrl);
    const asked = iconServiceUrl === undefined ? [] : [iconServiceUrl.replaceAll(HOST, encodeURIComponent(hostname))];
    return keepFirst([...own, ...asked], "icon", budget);
  }

  async function keep(picture: EncodedPicture): Promise<PictureKey | null> {
    try {
      return await pictures.put({ type: "image/webp", ...picture });
    } catch (err) {
      // A full store must not prevent title and description.
      logger.warn({ err }, "a picture could not be kept");
      return null;
    }
  }

  return {
    keep: async (addresses, owner) => {
      const budget: Budget = { leftMs: PAGE_PICTURES_CPU_MS, owner };
      // The icon first, because it is small.
      const icon = await keepIcon(addresses, budget);
      const { previews } = addresses;
      if (previews === undefined) return { icon };
      return { icon, preview: await keepFirst(previews.slice(0, PICTURE_CANDIDATES), "good-preview", budget) };
    },
    keepBytes: async (bytes, owner) => {
      const outcome = await encode(parts, { bytes, use: "preview" }, { leftMs: PAGE_PICTURES_CPU_MS, owner });
      return typeof outcome === "object" ? ((await keep(outcome)) ?? undefined) : undefined;
    },
    areCurrent: async (keys) => {
      const named = keys.filter((key) => key !== undefined);
      return (await Promise.all(named.map((key) => pictures.isCurrent(key)))).every(Boolean);
    },
  };
}

async function fetchBytes(fetcher: PageFetcher, url: string): Promise<Uint8Array | typeof UNREACHABLE | undefined> {
  const fetched = await fetcher.fetchPage(url, { accept: ACCEPT, maxBytes: IMAGE_BYTES, followUp: true });
  if (fetched.ok) return fetched.bytes;
  if (fetched.reason === "aborted") throw new PicturesInterrupted();
  return fetched.retryable ? UNREACHABLE : undefined;
}

/** An encoded picture, or its refusal; undefined when limits or budget are exceeded. */
async function encode(
  { reEncoder, logger }: PictureKeeperParts,
  input: EncodingInput,
  budget: Budget,
): Promise<EncodedPicture | Refusal | undefined> {
  const { owner, leftMs: cpuMs } = budget;
  if (cpuMs <= 0) return undefined;
  const { use } = input;
  const done = await reEncoder.reEncode(input, { cpuMs, owner });
  if ("failed" in done) {
    if (done.failed === "no-worker") throw new PicturesInterrupted();
    if (done.failed === "timeout") budget.leftMs = 0;
    logger.debug({ use, why: done.failed, detail: done.detail }, "a picture is not kept");
    return undefined;
  }
  budget.leftMs -= done.cpuMs;
  if ("picture" in done.result) return done.result.picture;
  if ("asIs" in done.result) return undefined;
  const { refused, detail } = done.result;
  logger.debug({ use, why: refused, detail }, "a picture is not kept");
  return refused;
}
