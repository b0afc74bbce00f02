import type { TaskFailure } from "@satchel/chassis";
import { compact } from "@satchel/contracts/compact";
import type { Extraction } from "../domain/extraction/extraction.ts";
import type { Extractor } from "./extractor.ts";
import {
  knownOembedUrl,
  nothingOf,
  OEMBED_ACCEPT,
  OEMBED_BYTES,
  oembedUrlFor,
  readOembed,
  withOembed,
} from "../domain/extraction/oembed.ts";
import type { FetchedPage, FetchResult, PageFetcher } from "../fetching/fetch-result.ts";

export interface AnswerDeps {
  readonly fetcher: PageFetcher;
  readonly extractor: Pick<Extractor, "extract">;
}

/** The result of reading a server's answer: an extraction, or why it can't be read. */
export type Interpretation = { readonly extraction: Extraction } | { readonly unreadable: TaskFailure["failed"] };

export async function interpret(
  { extractor }: AnswerDeps,
  fetched: FetchedPage,
  requestedUrl: string,
): Promise<Interpretation> {
  const { bytes, contentType, charset, size, fileName, finalUrl, status } = fetched;
  const details = compact({ charset, fileName, fileBytes: size });
  const input = { bytes, contentType, ...details, url: finalUrl, requestedUrl, isRefused: status >= 400 };
  const extracted = await extractor.extract(input);
  return "failed" in extracted ? { unreadable: extracted.failed } : { extraction: extracted };
}

/** The combined description of a page and its site's oEmbed endpoint, and the page's address. */
export interface SiteAnswer {
  readonly extraction: Extraction;
  /** The page's address: not that of a wall at which a redirect ended. */
  readonly pageUrl: string;
}

/**
 * Completes a page's description by its site's oEmbed endpoint, which may have more than the page, or describe a page that
 * robots may not read.
 * @param extraction undefined without a page
 * @param owner of the fetch, for the fair use of the host
 * @returns undefined when there is neither
 */
export async function fetchOembed(
  { fetcher }: AnswerDeps,
  { url, owner, fetched, extraction }: { url: string; owner: string; fetched: FetchResult; extraction?: Extraction },
): Promise<SiteAnswer | undefined> {
  const foundAt = fetched.ok ? fetched.finalUrl : url;
  const asFound = extraction === undefined ? undefined : { extraction, pageUrl: foundAt };
  // The address on the way for which there is an endpoint: after a short link, and before a wall.
  const addresses = [url, ...fetched.redirects.flatMap(({ to }) => to ?? [])];
  const known = addresses.find((address) => knownOembedUrl(address) !== undefined) ?? url;
  const oembedUrl = oembedUrlFor(known, extraction);
  if (oembedUrl === undefined) return asFound;
  const options = { accept: OEMBED_ACCEPT, maxBytes: OEMBED_BYTES, followUp: true, owner };
  const answered = await fetcher.fetchPage(oembedUrl, options);
  const oembed = answered.ok ? readOembed(answered.bytes, answered.finalUrl) : undefined;
  if (oembed === undefined) return asFound;
  const filled = withOembed(extraction ?? nothingOf(known), oembed, known);
  const isPastWall = extraction === undefined || (extraction.wall !== undefined && filled.wall === undefined);
  return { extraction: filled, pageUrl: isPastWall ? known : foundAt };
}
