import type { Journal } from "@satchel/chassis";
import { aggregateSubject, type LinkId, type UserId } from "@satchel/contracts";

/**
 * Erases what the journal holds of a link before the event with which it began anew: what was known of it before was to
 * be given up anyway. Only that event makes this safe, since from then on nobody can take the old deletion back.
 */
export async function erasePast(
  journal: Pick<Journal, "erase">,
  { userId, linkId }: { readonly userId: UserId; readonly linkId: LinkId },
  sequence: number,
): Promise<void> {
  await journal.erase(aggregateSubject(userId, "enrichment", linkId), sequence);
  await journal.erase(aggregateSubject(userId, "links", linkId), sequence);
}
