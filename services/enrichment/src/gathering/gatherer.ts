import { ConcurrencyLimit, type PagePart, type PageParts } from "@satchel/chassis";
import { COPY_BYTES, IMAGE_BYTES } from "@satchel/contracts";
import { imageType, isWoff2 } from "@satchel/chassis/parts";
import type { FetchedPage, PageFetcher } from "../fetching/fetch-result.ts";
import {
  COPY_FONT_BYTES,
  COPY_FONTS,
  COPY_GATHER_MS,
  COPY_PART_FETCHES,
  COPY_PICTURES,
  COPY_PICTURES_CPU_MS,
  COPY_STYLE_BYTES,
  COPY_STYLES,
  SMALL_PICTURE_BYTES,
} from "../limits.ts";
import type { ReEncoder } from "../pictures/re-encoder.ts";
import type { Extractor } from "../reading/extractor.ts";
import type { FoundReferences, ReferencesTask } from "./find-references.ts";

const ACCEPT = {
  style: ["text/css", "*/*;q=0.1"],
  picture: [
    "image/avif",
    "image/webp",
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/svg+xml",
    "image/*;q=0.8",
    "application/octet-stream;q=0.1",
    "binary/octet-stream;q=0.1",
  ],
  font: ["font/woff2", "*/*;q=0.1"],
};
const BYTES = { style: COPY_STYLE_BYTES, picture: IMAGE_BYTES, font: COPY_FONT_BYTES };

/** The process is stopping, or has no worker: the page may be fine. */
export class GatheringInterrupted extends Error {}

/** A document that was fetched to be described. */
interface GatheredDocument {
  readonly bytes: Uint8Array;
  /** Where it was found. */
  readonly url: string;
  readonly type: string;
  readonly charset?: string;
}

/** Fetches all that a page shows. */
export interface Gatherer {
  /**
   * @param owner accounts take turns for hosts
   * @returns undefined for a page that can't be read within the limits
   * @throws {GatheringInterrupted}
   */
  gather(document: GatheredDocument, owner: string): Promise<PageParts | undefined>;
}

interface GathererParts {
  readonly fetcher: PageFetcher;
  readonly reEncoder: ReEncoder;
  readonly extractor: Pick<Extractor, "findReferences">;
}

/** What is left of the limits of one page. */
interface Budget {
  bytes: number;
  picturesCpuMs: number;
  readonly until: number;
  readonly owner: string;
}

export function createGatherer({ fetcher, reEncoder, extractor }: GathererParts): Gatherer {
  async function search(task: ReferencesTask, owner: string): Promise<FoundReferences | undefined> {
    const found = await extractor.findReferences(task, owner);
    if (!("failed" in found)) return found;
    if (found.failed === "no-worker") throw new GatheringInterrupted();
    return undefined;
  }

  /** One file, within the budget; undefined where it can't be had or is not of its kind. */
  async function fetchPart(kind: PagePart["kind"], url: string, budget: Budget): Promise<FetchedPage | undefined> {
    if (Date.now() > budget.until || budget.bytes <= 0) return undefined;
    const maxBytes = Math.min(BYTES[kind], kind === "picture" ? BYTES.picture : budget.bytes);
    const options = { accept: ACCEPT[kind], maxBytes, owner: budget.owner, followUp: true };
    const fetched = await fetcher.fetchPage(url, options);
    if (fetched.ok) return fetched;
    if (fetched.reason === "aborted") throw new GatheringInterrupted();
    return undefined;
  }

  /** A picture as it is kept: as it came where it is small, else re-encoded. */
  async function fitted(bytes: Uint8Array, budget: Budget): Promise<Pick<PagePart, "type" | "bytes"> | undefined> {
    const type = imageType(bytes);
    if (type === undefined || type === "image/svg+xml" || bytes.length <= SMALL_PICTURE_BYTES) {
      return type === undefined || bytes.length > SMALL_PICTURE_BYTES * 4 ? undefined : { type, bytes };
    }
    if (budget.picturesCpuMs <= 0) return undefined;
    const done = await reEncoder.reEncode({ bytes, use: "copy" }, { owner: budget.owner, cpuMs: budget.picturesCpuMs });
    if ("failed" in done) {
      if (done.failed === "no-worker") throw new GatheringInterrupted();
      if (done.failed === "timeout") budget.picturesCpuMs = 0;
      return undefined;
    }
    budget.picturesCpuMs -= done.cpuMs;
    if ("asIs" in done.result) return { type, bytes };
    return "picture" in done.result ? { type: "image/webp", bytes: done.result.picture.small } : undefined;
  }

  return {
    async gather({ bytes, url, type, charset }, owner) {
      const page = await search(
        { bytes, url, isStylesheet: false, ...(charset === undefined ? {} : { charset }) },
        owner,
      );
      if (page === undefined) return undefined;
      const budget: Budget = {
        bytes: COPY_BYTES - page.text.length,
        picturesCpuMs: COPY_PICTURES_CPU_MS,
        until: Date.now() + COPY_GATHER_MS,
        owner,
      };
      const limit = new ConcurrencyLimit({ concurrency: COPY_PART_FETCHES });
      const parts: PagePart[] = [];
      let leftOut = 0;
      const keep = (part: PagePart | undefined): void => {
        if (part === undefined || part.bytes.length > budget.bytes) leftOut++;
        else {
          budget.bytes -= part.bytes.length;
          parts.push(part);
        }
      };
      const each = async (urls: readonly string[], most: number, one: (url: string) => Promise<void>) => {
        leftOut += Math.max(0, urls.length - most);
        await Promise.all(urls.slice(0, most).map((address) => limit.run("parts", () => one(address))));
      };

      const pictures = new Set(page.pictures);
      const fonts = new Set(page.fonts);
      // Stylesheets of stylesheets are one step deeper each time; two steps are enough for what sites do.
      let styles: readonly string[] = page.styles;
      const seen = new Set(styles);
      for (let depth = 0; depth < STYLE_DEPTH && styles.length > 0; depth++) {
        const deeper: string[] = [];
        await each(styles, Math.max(0, COPY_STYLES - parts.length), async (address) => {
          const fetched = await fetchPart("style", address, budget);
          const found =
            fetched === undefined || !/^text\/(?:css|plain)?$|^$/.test(fetched.contentType)
              ? undefined
              : await search(
                  {
                    bytes: fetched.bytes,
                    url: fetched.finalUrl,
                    isStylesheet: true,
                    ...(fetched.charset === undefined ? {} : { charset: fetched.charset }),
                  },
                  owner,
                );
          keep(
            found && {
              kind: "style",
              url: address,
              base: fetched?.finalUrl ?? address,
              type: "text/css",
              bytes: found.text,
            },
          );
          for (const picture of found?.pictures ?? []) pictures.add(picture);
          for (const font of found?.fonts ?? []) fonts.add(font);
          for (const style of found?.styles ?? []) if (!seen.has(style)) deeper.push(style);
        });
        for (const style of deeper) seen.add(style);
        styles = [...new Set(deeper)];
      }
      leftOut += styles.length;
      await each([...pictures], COPY_PICTURES, async (address) => {
        const fetched = await fetchPart("picture", address, budget);
        const file = fetched && (await fitted(fetched.bytes, budget));
        keep(file && { kind: "picture", url: address, ...file });
      });
      await each([...fonts].filter(isKeptFont), COPY_FONTS, async (address) => {
        const fetched = await fetchPart("font", address, budget);
        const isFont = fetched !== undefined && isWoff2(fetched.bytes);
        keep(isFont ? { kind: "font", url: address, type: "font/woff2", bytes: fetched.bytes } : undefined);
      });
      return { url, type, document: page.text, parts, leftOut };
    },
  };
}

const STYLE_DEPTH = 3;

/** Other formats of the same font stand beside it in its rule, for older browsers. */
const isKeptFont = (url: string): boolean => !/\.(?:woff|ttf|otf|eot|svg)(?:$|\?)/.test(url);
