import type { Logger } from "@satchel/chassis";
import {
  type EnrichmentEvent,
  type EventOf,
  FETCH_ATTEMPTS,
  FETCH_BACKOFF_MS,
  PAGE_BYTES,
  type PageDescribed,
  URL_CHARS,
  type UserId,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { UNNAMED_TYPES } from "../domain/content-type.ts";
import { declaredRefresh } from "./declared-refresh.ts";
import type { Extraction, Wall } from "../domain/extraction/extraction.ts";
import { documentBytes } from "../domain/document-kind.ts";
import { hasPdfSignature } from "../domain/extraction/is-pdf.ts";
import { titleFromUrl } from "../domain/extraction/title-from-url.ts";
import type { FailedFetch, FetchedPage, FetchOptions, FetchResult } from "../fetching/fetch-result.ts";
import { DOUBTFUL_ATTEMPTS, LOST_FETCH_MS, NO_WORKER_MS, PICTURE_CANDIDATES, READING_RULES } from "../limits.ts";
import { type SiteAnswer, type AnswerDeps, fetchOembed, type Interpretation, interpret } from "./describe-answer.ts";
import type { PictureAddresses, PictureKeeper } from "../pictures/keep-picture.ts";

/** Media ranges that are read. */
const READ = [
  "text/html",
  "application/xhtml+xml",
  "application/pdf;q=0.5",
  "application/x-pdf;q=0.5",
  "application/json;q=0.5",
  "application/ld+json;q=0.5",
  "application/xml;q=0.5",
  "application/rss+xml;q=0.5",
  "application/atom+xml;q=0.5",
  "text/*;q=0.5",
  "image/*;q=0.5",
];
/** Any file is accepted; those that are not read are described by name, kind and size (decision 24). */
const ACCEPT = [...READ, "*/*;q=0.3"];

const WANTED: FetchOptions = {
  accept: ACCEPT,
  read: READ,
  sniffed: { types: UNNAMED_TYPES, isWanted: hasPdfSignature },
  maxBytes: PAGE_BYTES,
  maxBytesOf: documentBytes,
  // Title and picture are at the beginning.
  cut: true,
  refreshOf: declaredRefresh,
  // Pages for subscribers often have public descriptions.
  readRefused: true,
};

export interface ReadingDeps extends AnswerDeps {
  readonly pictures: Pick<PictureKeeper, "areCurrent">;
  readonly logger: Logger;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/** The last description of a page in the journal. */
export type KnownDescription = EventOf<typeof PageDescribed>["data"];

interface ReadRequest {
  readonly userId: UserId;
  readonly url: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** The last description, if there is one. */
  readonly known: KnownDescription | undefined;
}

/**
 * The outcome of one attempt: the event to append, the pictures to store, and the time of the next attempt if there is
 * one; or a deferral, which is no attempt.
 */
type ReadOutcome =
  | {
      readonly event: EnrichmentEvent;
      readonly addresses?: PictureAddresses;
      readonly retryIn?: number;
      /** The document of which a copy may be made: the page itself, not what stands in its place. */
      readonly document?: FetchedPage;
    }
  | { readonly deferFor: number };

/** Fetches a link's page and reads it. A temporary failure is retried, {@link FETCH_ATTEMPTS} attempts in all. */
export async function readPage(deps: ReadingDeps, reading: ReadRequest): Promise<ReadOutcome> {
  const { fetcher, logger } = deps;
  const { userId: owner, url, attempt, known } = reading;
  const conditional = known && (await conditionOf(deps, known));
  // Some servers never send the end that they announce: the third time it is no fault of the network, or of a busy machine.
  const options: FetchOptions = { ...WANTED, owner, takesPart: attempt > 2 };
  const fetched = await fetcher.fetchPage(url, conditional === undefined ? options : { ...options, conditional });
  if (!fetched.ok) {
    const { retryAfterMs = 0, reason } = fetched;
    // Not an attempt: no request was sent.
    if (reason === "host-busy") return { deferFor: retryAfterMs };
    // Not an attempt: the service is stopping.
    if (reason === "aborted") return { deferFor: LOST_FETCH_MS };
    const refused = fetched.refused && (await interpret(deps, fetched.refused, url));
    if (refused !== undefined && "unreadable" in refused && refused.unreadable === "no-worker") {
      return { deferFor: NO_WORKER_MS };
    }
    const answered =
      reason === "http-status" ? await describeRefused(deps, { url, owner, fetched, refused }) : undefined;
    if (answered !== undefined) return described(reading, fetched, answered);

    logger.info({ reason, attempt }, "a page can't be fetched");
    return failed(deps, reading, {
      reason,
      isPassing: fetched.retryable || (reason === "tls-failed" && attempt < DOUBTFUL_ATTEMPTS),
      retryAfterMs,
      finalUrl: fetched.redirects.at(-1)?.to,
      ...(reason === "http-status" ? { httpStatus: fetched.status } : {}),
    });
  }
  if (fetched.notModified) return { event: { type: "PageFoundUnchanged", data: { url, attempts: attempt } } };
  const understood = await interpret(deps, fetched, url);
  if ("unreadable" in understood) {
    // Not an attempt: the page was not read.
    if (understood.unreadable === "no-worker") return { deferFor: NO_WORKER_MS };
    const reason = `unreadable-${understood.unreadable}`;
    logger.warn({ reason, attempt }, "a page can't be read");
    const isPassing = understood.unreadable === "timeout" && attempt < DOUBTFUL_ATTEMPTS;
    return failed(deps, reading, { reason, isPassing, finalUrl: fetched.finalUrl });
  }
  const asFound: SiteAnswer = { extraction: understood.extraction, pageUrl: fetched.finalUrl };
  const answered = (await fetchOembed(deps, { url, owner, fetched, extraction: understood.extraction })) ?? asFound;
  const { extraction } = answered;
  const { wall } = extraction;
  if (wall === undefined) {
    const read = described(reading, fetched, answered);
    return understood.extraction.wall === undefined ? { ...read, document: fetched } : read;
  }
  return walled(deps, reading, { fetched, extraction, wall });
}

interface Refusal {
  readonly url: string;
  readonly fetched: FailedFetch;
  /** The refusal's page, if it was read. */
  readonly refused: Interpretation | undefined;
  readonly owner: UserId;
}

/** The description of a refused page: by the page that came with the refusal, and by its site's oEmbed. */
function describeRefused(
  deps: ReadingDeps,
  { url, owner, fetched, refused }: Refusal,
): Promise<SiteAnswer | undefined> {
  const page = fetched.refused;
  const extraction = refused !== undefined && "extraction" in refused ? refused.extraction : undefined;
  if (page === undefined || extraction === undefined || extraction.wall !== undefined) {
    return fetchOembed(deps, { url, owner, fetched });
  }
  return fetchOembed(deps, { url, owner, fetched: page, extraction });
}

function described(
  { url, attempt, known }: ReadRequest,
  fetched: FetchResult,
  { extraction, pageUrl: finalUrl }: SiteAnswer,
): ReadOutcome {
  const { page, previewCandidates } = extraction;
  // The former picture is shown until the new one is stored.
  const previewKey = previewCandidates.length === 0 ? undefined : known?.previewKey;
  const faviconKey = known?.faviconKey;
  // Not the validators of a wall at which a redirect ended.
  const validators =
    fetched.ok && fetched.finalUrl === finalUrl
      ? compact({ etag: fetched.etag, lastModified: fetched.lastModified })
      : {};
  const data = compact({
    url,
    finalUrl: isShort(finalUrl) ? finalUrl : url,
    attempts: attempt,
    page,
    previewKey,
    faviconKey,
    urlTitle: page.title === undefined ? urlTitleOf(finalUrl) : undefined,
    rules: READING_RULES,
    validators: Object.keys(validators).length === 0 ? undefined : validators,
  });
  const addresses = {
    ...iconAddresses(extraction, finalUrl),
    previews: previewCandidates.slice(0, PICTURE_CANDIDATES),
  };
  return { event: { type: "PageDescribed", data }, addresses };
}

/** Addresses of a page's icon, as many as are tried. */
function iconAddresses({ faviconCandidates, manifestUrl }: Extraction, pageUrl: string): PictureAddresses {
  const icons = [...new Set([...faviconCandidates.slice(0, PICTURE_CANDIDATES - 1), ...faviconCandidates.slice(-1)])];
  return compact({ pageUrl, icons, manifestUrl });
}

/** Walls that may be temporary. */
const PASSING: ReadonlySet<Wall> = new Set(["bot-check", "error"]);

interface WalledPage {
  readonly fetched: FetchedPage;
  readonly extraction: Extraction;
  readonly wall: Wall;
}

function walled(deps: ReadingDeps, reading: ReadRequest, { fetched, extraction, wall }: WalledPage): ReadOutcome {
  const { finalUrl } = fetched;
  deps.logger.info({ wall, attempt: reading.attempt }, "a wall was sent instead of a page");
  const read = failed(deps, reading, {
    reason: `wall-${wall}`,
    isPassing: PASSING.has(wall),
    // A sign-in or consent page is not the link's target.
    finalUrl: PASSING.has(wall) ? finalUrl : undefined,
  });
  return { ...read, addresses: iconAddresses(extraction, finalUrl) };
}

interface Failure {
  readonly reason: string;
  /** Whether another attempt may succeed. */
  readonly isPassing: boolean;
  readonly retryAfterMs?: number;
  readonly httpStatus?: number;
  readonly finalUrl: string | undefined;
}

function failed({ now }: Pick<ReadingDeps, "now">, { url, attempt }: ReadRequest, failure: Failure): ReadOutcome {
  const { reason, isPassing, retryAfterMs = 0, httpStatus, finalUrl } = failure;
  const end = finalUrl !== undefined && isShort(finalUrl) ? finalUrl : undefined;
  const urlTitle = urlTitleOf(end ?? url);
  const data = compact({ url, attempts: attempt, reason, httpStatus, finalUrl: end, urlTitle });
  const pause = FETCH_BACKOFF_MS[attempt - 1];
  if (!isPassing || attempt >= FETCH_ATTEMPTS || pause === undefined) {
    return { event: { type: "PageUnreachable", data } };
  }
  const retryIn = Math.max(pause, retryAfterMs);
  const nextTryAt = new Date(now() + retryIn).toISOString();
  return { event: { type: "PageFetchFailed", data: { ...data, nextTryAt } }, retryIn };
}

const isShort = (url: string): boolean => url.length <= URL_CHARS;

const urlTitleOf = (url: string): string | undefined => titleFromUrl(url) || undefined;

/**
 * The validators for a conditional fetch; undefined if the page has to be read again even when unchanged: the reading rules
 * have changed, or a picture is missing or in an earlier encoding.
 */
async function conditionOf({ pictures }: ReadingDeps, known: KnownDescription): Promise<FetchOptions["conditional"]> {
  const { finalUrl, page, previewKey, faviconKey, rules, validators } = known;
  const lacks = page.previewImageUrl !== undefined && previewKey === undefined;
  if (validators === undefined || rules !== READING_RULES || lacks) return undefined;
  if (!(await pictures.areCurrent([previewKey, faviconKey]))) return undefined;
  return { ...validators, url: finalUrl };
}
