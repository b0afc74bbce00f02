import { type BlobStore, documentName, type Journal, type PageJobs } from "@satchel/chassis";
import { aggregateSubject, type EventOf, type KeepingChanged, type LinkKeepingChanged } from "@satchel/contracts";
import { v5 } from "uuid";
import { compact } from "@satchel/contracts/compact";
import { decodePage } from "../domain/extraction/decode-page.ts";
import { isTextType } from "../domain/extraction/file-kind.ts";
import { documentBytes, documentKind, keptType } from "../domain/document-kind.ts";
import type { FetchedPage } from "../fetching/fetch-result.ts";
import { findLast, type LinkRef } from "../store/page-history.ts";

/** Documents whose owner waits for a copy, and all others. */
type GatherQueue = "gather" | "background-gather";

interface HandOverDeps {
  readonly journal: Journal;
  readonly documents: BlobStore;
  readonly jobs: PageJobs;
}

/** A document that was fetched, and the event that describes it. */
export interface FetchedDocument {
  readonly eventId: string;
  readonly document: FetchedPage;
  /** Whether its owner asked for a copy: one is made although the last is the same, and although copies are off. */
  readonly isRequested: boolean;
}

/** Hands a fetched document over, of which the archive service makes the link's copy: no page is fetched twice for it. */
export type HandOver = (link: LinkRef, fetched: FetchedDocument) => Promise<void>;

/**
 * The document is stored before its job is submitted, under a name that follows from the event that describes it. A page
 * gets a job that gathers what it shows; a file goes to the archive service as it is.
 */
export const handOver =
  ({ journal, documents, jobs }: HandOverDeps, queue: GatherQueue): HandOver =>
  async (link, { eventId, document, isRequested }) => {
    const { userId, linkId } = link;
    const { bytes, contentType, charset, finalUrl: url } = document;
    const type = keptType(document);
    const kind = documentKind(type, bytes);
    if (kind === "none") return;
    if (!isRequested && !(await isKept(journal, link))) return;
    const isCut = bytes.length >= documentBytes(contentType);
    const about = { version: v5("copy", eventId), url, isRequested };
    if (kind === "file" && isCut) {
      await jobs.submitCopy({ userId, linkId, details: { ...about, failure: "too-large" } });
      return;
    }
    const name = documentName(userId, linkId, eventId);
    await documents.put(name, kind === "file" && isTextType(type) ? inUtf8(document) : bytes);
    const details = compact({ ...about, name, type, isCut, charset });
    if (kind === "file") await jobs.submitCopy({ userId, linkId, details });
    // A copy that was asked for is always made, one of a page that is fetched again only where its text is new.
    else await jobs.submitInstead({ kind: isRequested ? "requested-gather" : queue, userId, linkId, details });
  };

/** A text is kept, shown and searched as UTF-8: nobody asks for its character set later. */
function inUtf8({ bytes, charset, finalUrl }: FetchedPage): Uint8Array {
  return Buffer.from(decodePage(bytes, charset, new URL(finalUrl).hostname));
}

/** Whether copies of a link's page are made: as its owner set for the link, else for the account; else they are. */
async function isKept(journal: Journal, { userId, linkId }: LinkRef): Promise<boolean> {
  const ofLink = await findLast(
    journal,
    aggregateSubject(userId, "archive", linkId),
    ({ type }) => type === "LinkKeepingChanged",
  );
  const own = (ofLink?.data as EventOf<typeof LinkKeepingChanged>["data"] | undefined)?.isOn;
  if (own !== undefined && own !== null) return own;
  const ofAccount = await journal.last(aggregateSubject(userId, "archive"));
  return (ofAccount?.data as EventOf<typeof KeepingChanged>["data"] | undefined)?.isOn ?? true;
}
