import type { Journal } from "@satchel/chassis";
import { aggregateSubject, type LinkId, type UserId } from "@satchel/contracts";

/**
 * Erases the events of a link before the `LinkSaved` that saved it again after a final deletion. Because of that event the
 * earlier events can't be needed for a restore any more.
 */
export async function erasePast(
  journal: Pick<Journal, "erase">,
  { userId, linkId }: { readonly userId: UserId; readonly linkId: LinkId },
  sequence: number,
): Promise<void> {
  await journal.erase(aggregateSubject(userId, "enrichment", linkId), sequence);
  await journal.erase(aggregateSubject(userId, "links", linkId), sequence);
}
