import type { HandlerResult, StoredEvent } from "@satchel/chassis";
import type { EventOf, LinkId, LinkSaved, UserId } from "@satchel/contracts";
import { makeAttempt, type DescribeDeps, giveUpOn, type PageRequest } from "./attempt.ts";
import { pageSubject, requestedLink, requestsPage } from "../store/page-history.ts";

export type { DescribeDeps } from "./attempt.ts";

/**
 * Fetches the page of a link that was saved or whose owner requested a refetch, and records its description or the
 * failure. A link that was deleted meanwhile is skipped; restoring it repeats the request. When it is purged, what is known of
 * its page is erased.
 */
export const describeLink =
  (deps: DescribeDeps) =>
  async (stored: StoredEvent): Promise<HandlerResult> => {
    const { at, type } = stored;
    if (type === "LinkPurged") await erasePage(deps, stored);
    if (at.kind !== "aggregate" || !(requestsPage(stored) || REVIVALS.has(type))) return "done";
    // Before anything is read, because most events of one account's long backlog are only deferred.
    return deps.accounts.run(at.userId, async () => {
      const request = requestsPage(stored) ? requestOf(stored) : await restoredRequest(deps, stored);
      return request === undefined ? "done" : makeAttempt(deps, request);
    });
  };

/** Erases what was recorded of a page before its link was purged. What comes later is erased by what records it. */
async function erasePage({ journal }: Pick<DescribeDeps, "journal">, { at, sequence }: StoredEvent): Promise<void> {
  if (at.kind !== "aggregate" || at.aggregateId === undefined) return;
  const subject = pageSubject({ userId: at.userId, linkId: at.aggregateId as LinkId });
  if ((await journal.last(subject)) !== undefined) await journal.erase(subject, sequence);
}

/** Records that a link's event became a dead letter after repeated failures of its worker. */
export const giveUp =
  (deps: Pick<DescribeDeps, "journal">) =>
  async (stored: StoredEvent): Promise<void> => {
    const request = requestsPage(stored) ? requestOf(stored) : await restoredRequest(deps, stored);
    if (request !== undefined) await giveUpOn(deps, request);
  };

/** Whether an event is about an imported link. */
export const isImported = ({ type, data }: StoredEvent): boolean =>
  (type === "LinkSaved" || type === "LinkSavedAgain") &&
  (data as EventOf<typeof LinkSaved>["data"]).origin.kind === "import";

/** The request in an event of a link. @param url of the link, which a requesting event has itself */
export function requestOf(request: StoredEvent, url = (request.data as { url: string }).url): PageRequest | undefined {
  const { at, id, sequence, type } = request;
  if (at.kind !== "aggregate" || at.aggregateId === undefined) return undefined;
  return {
    id,
    userId: at.userId as UserId,
    linkId: at.aggregateId as LinkId,
    url,
    sequence,
    isBefore: (event) => sequence < event.sequence,
    isRefetch: type !== "LinkSaved",
  };
}

/** Events that may restore a deleted link. */
const REVIVALS = new Set(["LinkRestored", "LinkSavedAgain"]);

/**
 * The request before a link was deleted, which may be unanswered. If it is too old to be found, the restoring event is the
 * request.
 */
async function restoredRequest({ journal }: Pick<DescribeDeps, "journal">, stored: StoredEvent) {
  const { at, type } = stored;
  if (!REVIVALS.has(type) || at.kind !== "aggregate" || at.aggregateId === undefined) return undefined;
  const link = await requestedLink(journal, { userId: at.userId, linkId: at.aggregateId as LinkId });
  return link && requestOf(link.request ?? stored, link.url);
}
