import { type Handling, isErased, type Journal, type Logger, type Pictures, type StoredEvent } from "@satchel/chassis";
import {
  aggregateSubject,
  type EnrichmentEvent,
  type EventOf,
  FETCH_ATTEMPTS,
  FETCH_BACKOFF_MS,
  type LinkSaved,
  PAGE_BYTES,
  URL_CHARS,
} from "@satchel/contracts";
import { v5 } from "uuid";
import type { Extractor } from "../extraction/extractor.ts";
import type { PageFetcher } from "../fetching/page-fetcher.ts";
import { keepPicture } from "./keep-picture.ts";

// What a description can be made from; films and archives are left unread.
const ACCEPT = ["text/html", "application/xhtml+xml", "application/pdf;q=0.5", "text/*;q=0.5", "image/*;q=0.5"];

export interface DescribeDeps {
  readonly journal: Journal;
  readonly fetcher: PageFetcher;
  readonly extractor: Extractor;
  readonly pictures: Pictures;
  readonly logger: Logger;
}

type Saved = EventOf<typeof LinkSaved>["data"];
type Outcome = { readonly event: EnrichmentEvent } | { readonly retryIn: number };

/**
 * Whenever a link was saved, fetches its page and records what it says about itself, or why it can't be had. What may
 * pass by itself is tried again with growing pauses, {@link FETCH_ATTEMPTS} times in all.
 */
export const describeLink =
  (deps: DescribeDeps) =>
  async (stored: StoredEvent, attempt: number): Promise<Handling> => {
    const { at } = stored;
    if (stored.type !== "LinkSaved" || at.kind !== "aggregate" || at.aggregateId === undefined) return "done";
    const subject = aggregateSubject(at.userId, "enrichment", at.aggregateId);
    const id = outcomeOf(stored.id);
    if ((await deps.journal.last(subject))?.id === id) return "done";
    const outcome = await describe(deps, (stored.data as Saved).url, attempt);
    if ("retryIn" in outcome) return outcome;
    // Fetching took its time.
    if (await isErased(deps.journal, at.userId)) return "done";
    await record(deps, subject, id, outcome.event);
    return "done";
  };

/** Whether an event is about a link that came with a file of bookmarks, among very many perhaps. */
export const isImported = ({ type, data }: StoredEvent): boolean =>
  type === "LinkSaved" && (data as Saved).origin.kind === "import";

/** Records that a link was given up after its worker failed on it again and again. */
export const giveUp =
  (deps: DescribeDeps) =>
  async (stored: StoredEvent, _reason: string, attempts: number): Promise<void> => {
    const { at } = stored;
    if (stored.type !== "LinkSaved" || at.kind !== "aggregate" || at.aggregateId === undefined) return;
    const subject = aggregateSubject(at.userId, "enrichment", at.aggregateId);
    const { url } = stored.data as Saved;
    if (await isErased(deps.journal, at.userId)) return;
    await record(deps, subject, outcomeOf(stored.id), {
      type: "PageUnreachable",
      data: { url, attempts, reason: "gave-up" },
    });
  };

/** Id of the event that answers a saved link: it follows from it, so working on it twice records one outcome. */
const outcomeOf = (savedId: string): string => v5("outcome", savedId);

async function record({ journal }: DescribeDeps, subject: string, id: string, event: EnrichmentEvent): Promise<void> {
  const last = await journal.last(subject);
  if (last?.id === id) return;
  await journal.append({ subject, event: { id, ...event }, expected: last?.sequence ?? 0 });
}

async function describe(deps: DescribeDeps, url: string, attempts: number): Promise<Outcome> {
  const { fetcher, extractor, pictures, logger } = deps;
  const fetched = await fetcher.fetchPage(url, { accept: ACCEPT, maxBytes: PAGE_BYTES });
  if (!fetched.ok) {
    logger.info({ reason: fetched.reason, attempts }, "a page can't be had");
    if (fetched.retryable && attempts < FETCH_ATTEMPTS) return { retryIn: FETCH_BACKOFF_MS[attempts - 1] ?? 60_000 };
    const status = fetched.reason === "http-status" ? { httpStatus: fetched.status } : {};
    return { event: { type: "PageUnreachable", data: { url, attempts, reason: fetched.reason, ...status } } };
  }
  const { finalUrl, contentType, charset, bytes } = fetched;
  const extracted = await extractor.extract({
    bytes,
    contentType,
    ...(charset === undefined ? {} : { charset }),
    url: finalUrl,
  });
  if ("failed" in extracted) {
    logger.warn({ failed: extracted.failed, attempts }, "a page can't be read");
    return { event: { type: "PageUnreachable", data: { url, attempts, reason: `unreadable-${extracted.failed}` } } };
  }
  const { page } = extracted;
  const [previewKey, faviconKey] = await Promise.all([
    keepPicture(fetcher, pictures, page.previewImageUrl),
    keepPicture(fetcher, pictures, page.faviconUrl),
  ]);
  const kept = {
    ...(previewKey === undefined ? {} : { previewKey }),
    ...(faviconKey === undefined ? {} : { faviconKey }),
  };
  return {
    event: {
      type: "PageDescribed",
      data: { url, finalUrl: finalUrl.length > URL_CHARS ? url : finalUrl, attempts, page, ...kept },
    },
  };
}
