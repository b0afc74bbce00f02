import {
  type AccountQueue,
  type HandlerResult,
  isErased,
  type Journal,
  JournalConflict,
  pages,
  pageTimes,
  type StoredEvent,
  withSpan,
} from "@satchel/chassis";
import { type EnrichmentEvent, isItem } from "@satchel/contracts";
import { v5 } from "uuid";
import { LOST_RACE_MS } from "../limits.ts";
import { describeItem, type ItemDeps } from "./describe-item.ts";
import type { HandOver } from "./hand-over.ts";
import type { SubmitPictures } from "./illustrate.ts";
import { type ReadingDeps, readPage } from "../reading/read-page.ts";
import {
  appendOfPage,
  describedLast,
  erasePurged,
  eventWithPictures,
  isGone,
  lastOf,
  type LinkRef,
  pageStateOf,
  pageSubject,
} from "../store/page-history.ts";

export interface DescribeDeps extends ReadingDeps, ItemDeps {
  readonly pictures: ReadingDeps["pictures"] & ItemDeps["pictures"];
  readonly journal: Journal;
  readonly submitPictures: SubmitPictures;
  readonly handOver: HandOver;
  /** The fair queue over accounts. */
  readonly accounts: AccountQueue;
  /** Called when a page is about to be fetched. */
  readonly beforeFetch: () => void;
}

export interface PageRequest extends LinkRef {
  /** A UUID from which the ids of the resulting events are derived, so that repeated work records one outcome. */
  readonly id: string;
  readonly url: string;
  /** Sequence of the link's event that requested it. */
  readonly sequence: number;
  /** Whether it came before an event. */
  isBefore(event: StoredEvent): boolean;
  /** Whether the page is to be fetched again. */
  readonly isRefetch: boolean;
  /** Whether its owner asked for another copy. Default false. */
  readonly isCopyRequested?: boolean;
}

/**
 * Makes one attempt. The number of attempts and the time of the next one are read from the journal: a request about the
 * same page continues the attempts of the previous one, and one outcome covers all requests before it.
 */
export async function makeAttempt(deps: DescribeDeps, request: PageRequest): Promise<HandlerResult> {
  const { journal, now } = deps;
  const { url, isRefetch, id } = request;
  // Read in parallel.
  const [{ sequence, last }, link] = await Promise.all([pageStateOf(journal, request), lastOf(journal, request)]);
  // A new leader of the stream may briefly lack an event that another server delivered.
  const isBehind = (link?.sequence ?? 0) < request.sequence;
  if (isBehind && !(await isErased(journal, request.userId))) return { deferFor: LOST_RACE_MS };
  const since = last !== undefined && request.isBefore(last.stored) ? last : undefined;
  if (isGone(link)) {
    await erasePurged(journal, request);
    return "done";
  }
  if (since !== undefined && since.type !== "PageFetchFailed") return "done";
  // A mail is described once, and never fetched.
  if (isItem(url)) return since === undefined ? describeItem(deps, request, sequence) : "done";
  const waits = since === undefined ? 0 : Date.parse(since.data.nextTryAt) - now();
  if (waits > 0) return { deferFor: waits };
  const attempt = (since?.data.attempts ?? 0) + 1;
  const known = isRefetch ? await describedLast(journal, request) : undefined;
  deps.beforeFetch();
  const done = pageTimes.startTimer();
  const read = await withSpan("read page", { kind: "client" }, () =>
    readPage(deps, { userId: request.userId, url, attempt, known }),
  );
  done();
  if (!("event" in read)) return read;
  // The account may have been erased during the fetch.
  if (await isErased(journal, request.userId)) return "done";
  // Another request was answered during the fetch: our jobs would replace its own, and nothing would tell of ours.
  if (((await journal.last(pageSubject(request)))?.sequence ?? 0) !== sequence) return { deferFor: LOST_RACE_MS };
  const event = { id: v5(`outcome ${attempt}`, id), ...read.event };
  // Before the outcome is appended, so that a crash in between loses no pictures.
  if (read.addresses !== undefined)
    await deps.submitPictures(request, { eventId: event.id, url, addresses: read.addresses });
  if (read.document !== undefined) {
    const isRequested = request.isCopyRequested ?? false;
    await deps.handOver(request, { eventId: event.id, document: read.document, isRequested });
  }
  try {
    await appendOfPage(journal, request, event, sequence);
    count(read.event);
  } catch (error) {
    if (!(error instanceof JournalConflict)) throw error;
    // Another event about the page was appended meanwhile, and is read next time. Our job may have replaced its pictures' job.
    const other = await eventWithPictures(journal, await journal.last(pageSubject(request)));
    if (read.addresses !== undefined && other !== undefined)
      await deps.submitPictures(request, { eventId: other.id, url, addresses: read.addresses });
    return { deferFor: LOST_RACE_MS };
  }
  return read.retryIn === undefined ? "done" : { retryIn: read.retryIn };
}

/** Records that the retries of a request are exhausted after unexpected errors. */
export async function giveUpOn({ journal }: Pick<DescribeDeps, "journal">, request: PageRequest): Promise<void> {
  const { sequence, last } = await pageStateOf(journal, request);
  const since = last !== undefined && request.isBefore(last.stored) ? last : undefined;
  if (since !== undefined && since.type !== "PageFetchFailed") return erasePurged(journal, request);
  if (await isErased(journal, request.userId)) return;
  const attempts = since?.data.attempts ?? 1;
  const event = {
    id: v5("given up", request.id),
    type: "PageUnreachable",
    data: { url: request.url, attempts, reason: "gave-up" },
  };
  await appendOfPage(journal, request, event, sequence);
  pages.inc({ outcome: "unreachable", reason: event.data.reason });
}

const outcomes: Readonly<Partial<Record<EnrichmentEvent["type"], string>>> = {
  PageDescribed: "described",
  PageFoundUnchanged: "unchanged",
  PageFetchFailed: "failed",
  PageUnreachable: "unreachable",
};

function count({ type, data }: EnrichmentEvent): void {
  pages.inc({ outcome: outcomes[type] ?? type, reason: "reason" in data ? (data.reason ?? "none") : "none" });
}
