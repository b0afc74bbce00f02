import type { CommandOutcome, Journal, StoredEvent } from "@satchel/chassis";
import {
  aggregateSubject,
  type EventOf,
  type FindLink,
  type LinkDeleted,
  type LinkId,
  type PayloadOf,
  type ResultOf,
  type UserId,
} from "@satchel/contracts";
import { isPurgeable } from "../domain/link.ts";
import { addressOf } from "./address-of.ts";
import { formerLinkId, type LinkIds } from "./link-id.ts";

export interface FindLinkIdDeps {
  readonly journal: Pick<Journal, "last">;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  readonly linkIds: LinkIds;
}

/**
 * The id of the link that saving an address would save again, or create.
 * @throws {SatchelError} `invalid` when it is no web address
 */
export const findLink =
  (deps: FindLinkIdDeps) =>
  async ({ userId, url }: PayloadOf<typeof FindLink>): Promise<CommandOutcome<ResultOf<typeof FindLink>>> => ({
    result: { linkId: await findLinkId(deps, userId, addressOf(url).canonicalUrl) },
  });

/**
 * The id of a user's link of an address, whether or not it exists: a link of an earlier version keeps its id until it is
 * purged, any other has the keyed id (decision 1). Read from the journal, because the tables may lag behind, and a link must
 * not be saved twice.
 */
export async function findLinkId(
  { journal, now, linkIds }: FindLinkIdDeps,
  userId: UserId,
  canonicalUrl: string,
): Promise<LinkId> {
  const former = formerLinkId(userId, canonicalUrl);
  const last = await journal.last(aggregateSubject(userId, "links", former));
  return isRestorable(last, new Date(now())) ? former : linkIds(userId, canonicalUrl);
}

/** Whether a link with this last event exists or can be restored; if not, the next save uses the keyed id. */
function isRestorable(last: StoredEvent | undefined, now: Date): boolean {
  if (last === undefined || last.type === "LinkPurged") return false;
  if (last.type !== "LinkDeleted") return true;
  const { final } = last.data as EventOf<typeof LinkDeleted>["data"];
  return final !== true && !isPurgeable({ deletedAt: last.time }, now);
}
