import {
  type BlobStore,
  type HandlerResult,
  isErased,
  type Journal,
  JournalConflict,
  letterName,
  type PageJobs,
  unpackParts,
} from "@satchel/chassis";
import {
  aggregateSubject,
  type EventOf,
  type LetterReceived,
  type LinkSaved,
  type PageDescription,
  SENDER_NAME_CHARS,
} from "@satchel/contracts";
import { v5 } from "uuid";
import { LOST_RACE_MS, NO_WORKER_MS } from "../limits.ts";
import type { Extractor } from "../reading/extractor.ts";
import { findLast, type LinkRef, pageSubject } from "../store/page-history.ts";

export interface LetterDeps {
  readonly journal: Journal;
  readonly extractor: Pick<Extractor, "extract">;
  readonly documents: BlobStore;
  readonly jobs: PageJobs;
}

interface LetterRequest extends LinkRef {
  readonly id: string;
  readonly url: string;
}

type LetterData = EventOf<typeof LetterReceived>["data"];

/**
 * Describes a mail that is an item, and hands what it says over to be kept. Nothing is fetched: all of it came with the
 * mail. The job is submitted before the description is appended, so that a crash in between loses nothing.
 * @param sequence of the last event about the page
 */
export async function describeLetter(
  { journal, extractor, documents, jobs }: LetterDeps,
  request: LetterRequest,
  sequence: number,
): Promise<HandlerResult> {
  const { userId, linkId, url, id } = request;
  const found = await letterOf(journal, request);
  // An item of another installation, or of a mail whose events are purged: there is nothing more to say of it.
  if (found === undefined) return "done";
  const { letter, mailId } = found;
  const name = letterName(userId, mailId);
  const content = await documents.get(name);
  let text: Partial<PageDescription> = {};
  if (content !== undefined) {
    const read = await extractor.extract({
      bytes: unpackParts(content).document,
      contentType: "text/html",
      charset: "utf-8",
      url,
    });
    if ("failed" in read && read.failed === "no-worker") return { deferFor: NO_WORKER_MS };
    if (!("failed" in read)) text = read.page;
    const about = { version: letter.version, url, isRequested: true, source: "mail", name, type: "text/html" };
    await jobs.submitInstead({ kind: "keep-uploaded", userId, linkId, details: about });
  }
  if (await isErased(journal, userId)) return "done";
  const data = { url, finalUrl: url, attempts: 1, page: descriptionOf(letter, text) };
  try {
    const event = { id: v5("outcome 1", id), type: "PageDescribed", data };
    await journal.append({ subject: pageSubject(request), event, expected: sequence });
  } catch (error) {
    if (error instanceof JournalConflict) return { deferFor: LOST_RACE_MS };
    throw error;
  }
  return "done";
}

/** The mail of an item, by the event that saved it. */
async function letterOf(journal: Journal, { userId, linkId }: LinkRef) {
  const saved = await findLast(journal, aggregateSubject(userId, "links", linkId), ({ type }) => type === "LinkSaved");
  const origin = (saved?.data as EventOf<typeof LinkSaved>["data"] | undefined)?.origin;
  if (origin?.kind !== "letter") return undefined;
  const event = await journal.last(aggregateSubject(userId, "mail", origin.mailId));
  return event?.type === "LetterReceived" ? { letter: event.data as LetterData, mailId: origin.mailId } : undefined;
}

/** What its list shows: the sender as the site, the subject as the title. Pictures of a mail are never fetched. */
function descriptionOf(
  { sender, senderName, subject, sentAt }: LetterData,
  { description, language, readingMinutes }: Partial<PageDescription>,
): PageDescription {
  return {
    ...(subject === "" ? {} : { title: subject }),
    siteName: (senderName ?? sender).slice(0, SENDER_NAME_CHARS),
    author: sender,
    ...(sentAt === undefined ? {} : { publishedAt: sentAt }),
    ...(description === undefined ? {} : { description }),
    ...(language === undefined ? {} : { language }),
    ...(readingMinutes === undefined ? {} : { readingMinutes }),
    mediaType: "article",
    tags: [],
  };
}
