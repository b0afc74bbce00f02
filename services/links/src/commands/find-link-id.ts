import type { Journal, StoredEvent } from "@satchel/chassis";
import { aggregateSubject, type EventOf, type LinkDeleted, type LinkId, type UserId } from "@satchel/contracts";
import { isGone } from "../domain/link.ts";
import { formerLinkId, type LinkIds } from "./link-id.ts";

export interface FindLinkIdDeps {
  readonly journal: Pick<Journal, "last">;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  readonly linkIds: LinkIds;
}

/**
 * The id of a user's link of an address, existing or not: a link of an earlier version keeps its id until it is purged, any
 * other has the keyed id (decision 1). Read from the journal, because the tables may lag behind it, and a link must not be
 * saved twice.
 */
export async function findLinkId(
  { journal, now, linkIds }: FindLinkIdDeps,
  userId: UserId,
  canonicalUrl: string,
): Promise<LinkId> {
  const former = formerLinkId(userId, canonicalUrl);
  const last = await journal.last(aggregateSubject(userId, "links", former));
  return isAlive(last, new Date(now())) ? former : linkIds(userId, canonicalUrl);
}

/** Whether a link with this last event exists or can be restored; if not, the next save uses the keyed id. */
function isAlive(last: StoredEvent | undefined, now: Date): boolean {
  if (last === undefined || last.type === "LinkPurged") return false;
  if (last.type !== "LinkDeleted") return true;
  const { final } = last.data as EventOf<typeof LinkDeleted>["data"];
  return final !== true && !isGone({ deletedAt: last.time }, now);
}
