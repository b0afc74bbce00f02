import type { TaskFailure } from "@satchel/chassis";
import { compact } from "../domain/extraction/compact.ts";
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

export async function understand(
  { extractor }: AnswerDeps,
  fetched: FetchedPage,
  requestedUrl: string,
): Promise<Interpretation> {
  const { bytes, contentType, charset, size, fileName, finalUrl, status } = fetched;
  const said = compact({ charset, fileName, fileBytes: size });
  const input = { bytes, contentType, ...said, url: finalUrl, requestedUrl, isRefused: status >= 400 };
  const extracted = await extractor.extract(input);
  return "failed" in extracted ? { unreadable: extracted.failed } : { extraction: extracted };
}

/** What a page and its site's oEmbed endpoint say together, and the page's address. */
export interface SiteAnswer {
  readonly extraction: Extraction;
  /** The page's address: not that of a wall at which a redirect ended. */
  readonly pageUrl: string;
}

/**
 * Asks the site's oEmbed endpoint where that knows more than the page, or a page that is not shown to robots.
 * @param extraction undefined where there is no page
 * @param owner takes turns with others for the host
 * @returns undefined where neither says anything
 */
export async function fetchOembed(
  { fetcher }: AnswerDeps,
  { url, owner, fetched, extraction }: { url: string; owner: string; fetched: FetchResult; extraction?: Extraction },
): Promise<SiteAnswer | undefined> {
  const foundAt = fetched.ok ? fetched.finalUrl : url;
  const asFound = extraction === undefined ? undefined : { extraction, pageUrl: foundAt };
  // Of the addresses on the way, the one that the site knows: after a short link, and before a wall.
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
