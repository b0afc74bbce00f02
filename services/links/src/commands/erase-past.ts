import type { Journal } from "@satchel/chassis";
import { aggregateSubject, type LinkId, type UserId } from "@satchel/contracts";

/**
 * Erases the events of a link before the `LinkSaved` with which it was saved after a final deletion. Only that event makes
 * this safe: from then on nothing can restore the link's earlier life.
 */
export async function erasePast(
  journal: Pick<Journal, "erase">,
  { userId, linkId }: { readonly userId: UserId; readonly linkId: LinkId },
  sequence: number,
): Promise<void> {
  await journal.erase(aggregateSubject(userId, "enrichment", linkId), sequence);
  await journal.erase(aggregateSubject(userId, "links", linkId), sequence);
}
