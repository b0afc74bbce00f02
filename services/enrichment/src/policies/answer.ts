import {
  type Handling,
  isErased,
  type Journal,
  JournalConflict,
  pages,
  pageTimes,
  type StoredEvent,
  traced,
} from "@satchel/chassis";
import type { EnrichmentEvent } from "@satchel/contracts";
import { v5 } from "uuid";
import { LOST_RACE_MS } from "../limits.ts";
import type { AccountQueue } from "./account-queue.ts";
import type { SubmitPictures } from "./illustrate.ts";
import { type ReadingDeps, readPage } from "../reading/read-page.ts";
import { describedLast, isGone, lastOf, type LinkRef, pageSubject, pageStateOf } from "../store/page-history.ts";

export interface DescribeDeps extends ReadingDeps {
  readonly journal: Journal;
  readonly submitPictures: SubmitPictures;
  /** Where accounts take turns. */
  readonly accounts: AccountQueue;
}

/** Somebody's wish to have a link's page described. */
export interface Question extends LinkRef {
  /** A UUID; the ids of the events that answer it follow from it, so that working on it twice records one outcome. */
  readonly id: string;
  readonly url: string;
  /** Sequence of the link's event that asked it. */
  readonly sequence: number;
  /** Whether it was asked before an event came. */
  isBefore(event: StoredEvent): boolean;
  /** Whether the page was asked for before, and is to be looked at as it is now. */
  readonly isRefetch: boolean;
}

/**
 * Makes one attempt to answer a question. The number of attempts and the time of the next one are read from the journal: a
 * question about the same page goes on with the attempts of the one before, and one answer answers all that were asked before.
 */
export async function answer(deps: DescribeDeps, question: Question): Promise<Handling> {
  const { journal, now } = deps;
  const { url, isRefetch, id } = question;
  // Asked together, so that the bus answers both at once.
  const [{ sequence, last }, link] = await Promise.all([pageStateOf(journal, question), lastOf(journal, question)]);
  // A server that has just begun to lead may lack for a moment what another one handed out.
  const isBehind = (link?.sequence ?? 0) < question.sequence;
  if (isBehind && !(await isErased(journal, question.userId))) return { deferFor: LOST_RACE_MS };
  const since = last !== undefined && question.isBefore(last.stored) ? last : undefined;
  if (isGone(link) || (since !== undefined && since.type !== "PageFetchFailed")) return "done";
  const waits = since === undefined ? 0 : Date.parse(since.data.nextTryAt) - now();
  if (waits > 0) return { deferFor: waits };
  const attempt = (since?.data.attempts ?? 0) + 1;
  const known = isRefetch ? await describedLast(journal, question) : undefined;
  const done = pageTimes.startTimer();
  const read = await traced("read page", { kind: "client" }, () =>
    readPage(deps, { userId: question.userId, url, attempt, known }),
  );
  done();
  if (!("event" in read)) return read;
  // Fetching took its time.
  if (await isErased(journal, question.userId)) return "done";
  const event = { id: v5(`outcome ${attempt}`, id), ...read.event };
  // Before it is recorded: a process that dies in between has then forgotten no pictures.
  if (read.addresses !== undefined)
    await deps.submitPictures(question, { eventId: event.id, url, addresses: read.addresses });
  try {
    await journal.append({ subject: pageSubject(question), event, expected: sequence });
    count(read.event);
  } catch (error) {
    if (!(error instanceof JournalConflict)) throw error;
    // Another word about the page came meanwhile. It is looked at.
    return { deferFor: LOST_RACE_MS };
  }
  return read.retryIn === undefined ? "done" : { retryIn: read.retryIn };
}

/** Records that a question was given up, because work on it failed again and again in a way that nobody foresaw. */
export async function giveUpOn({ journal }: Pick<DescribeDeps, "journal">, question: Question): Promise<void> {
  const { sequence, last } = await pageStateOf(journal, question);
  const since = last !== undefined && question.isBefore(last.stored) ? last : undefined;
  if (since !== undefined && since.type !== "PageFetchFailed") return;
  if (await isErased(journal, question.userId)) return;
  const attempts = since?.data.attempts ?? 1;
  const event = {
    id: v5("given up", question.id),
    type: "PageUnreachable",
    data: { url: question.url, attempts, reason: "gave-up" },
  };
  await journal.append({ subject: pageSubject(question), event, expected: sequence });
  pages.inc({ outcome: "unreachable", reason: event.data.reason });
}

/** What the metrics call the events that answer a question. */
const outcomes: Readonly<Partial<Record<EnrichmentEvent["type"], string>>> = {
  PageDescribed: "described",
  PageFoundUnchanged: "unchanged",
  PageFetchFailed: "failed",
  PageUnreachable: "unreachable",
};

function count({ type, data }: EnrichmentEvent): void {
  pages.inc({ outcome: outcomes[type] ?? type, reason: "reason" in data ? (data.reason ?? "none") : "none" });
}
