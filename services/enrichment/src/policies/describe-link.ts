import type { Handling, StoredEvent } from "@satchel/chassis";
import type { EventOf, LinkId, LinkSaved, UserId } from "@satchel/contracts";
import { answer, type DescribeDeps, giveUpOn, type Question } from "./answer.ts";
import { askedLast, asksForPage } from "../store/page-history.ts";

export type { DescribeDeps } from "./answer.ts";

/**
 * Whenever a link was saved, or its owner asked for a refetch, fetches the page and records what it says about itself,
 * or why it can't be had. A link that was deleted meanwhile is left alone; when it comes back, so does the question.
 */
export const describeLink =
  (deps: DescribeDeps) =>
  async (stored: StoredEvent): Promise<Handling> => {
    const { at, type } = stored;
    if (at.kind !== "aggregate" || !(asksForPage(stored) || BRINGING_BACK.has(type))) return "done";
    // Before anything is read: of very many events of one account most are only deferred.
    return deps.accounts.run(at.userId, async () => {
      const question = asksForPage(stored) ? questionOf(stored) : await questionBroughtBack(deps, stored);
      return question === undefined ? "done" : answer(deps, question);
    });
  };

/** Records that a link was given up after its worker failed on it again and again. */
export const giveUp =
  (deps: Pick<DescribeDeps, "journal">) =>
  async (stored: StoredEvent): Promise<void> => {
    const question = asksForPage(stored) ? questionOf(stored) : await questionBroughtBack(deps, stored);
    if (question !== undefined) await giveUpOn(deps, question);
  };

/** Whether an event is about a link that came with a file of bookmarks, among very many perhaps. */
export const isImported = ({ type, data }: StoredEvent): boolean =>
  (type === "LinkSaved" || type === "LinkSavedAgain") &&
  (data as EventOf<typeof LinkSaved>["data"]).origin.kind === "import";

/** What the event of a link asks. @param url of the link, which an event that asks names itself */
export function questionOf(asked: StoredEvent, url = (asked.data as { url: string }).url): Question | undefined {
  const { at, id, sequence, type } = asked;
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

/** Events that may bring a deleted link back. */
const BRINGING_BACK = new Set(["LinkRestored", "LinkSavedAgain"]);

/**
 * What was asked of a link before it was deleted, and may not have been answered. Where that lies too far back to be found,
 * bringing the link back asks for its page.
 */
async function questionBroughtBack({ journal }: Pick<DescribeDeps, "journal">, stored: StoredEvent) {
  const { at, type } = stored;
  if (!BRINGING_BACK.has(type) || at.kind !== "aggregate" || at.aggregateId === undefined) return undefined;
  const link = await askedLast(journal, { userId: at.userId, linkId: at.aggregateId as LinkId });
  return link && questionOf(link.asked ?? stored, link.url);
}
