import { aggregateSubject, type LinkId, type UserId } from "@satchel/contracts";
import type { StoredEvent } from "./envelope.ts";
import type { Journal } from "./journal.ts";

/**
 * The last event of a subject of a link, if it came after the link was purged: from a command or work that was in progress
 * then. The purge does not erase it, so whoever recorded it does, also when a killed process repeats its work.
 */
export async function lateEventOf(
  journal: Pick<Journal, "last">,
  subject: string,
  { userId, linkId }: { readonly userId: UserId; readonly linkId: LinkId },
): Promise<StoredEvent | undefined> {
  const purge = async (): Promise<StoredEvent | undefined> => {
    const end = await journal.last(aggregateSubject(userId, "links", linkId));
    return end?.type === "LinkPurged" ? end : undefined;
  };
  // Nearly always the only read.
  if ((await purge()) === undefined) return undefined;
  const last = await journal.last(subject);
  if (last === undefined) return undefined;
  // Read behind the event: if that is the purge even then, the event is not of a later life.
  const end = await purge();
  return end !== undefined && last.sequence > end.sequence ? last : undefined;
}
