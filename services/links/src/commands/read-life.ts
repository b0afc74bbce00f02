import type { Journal, StoredEvent } from "@satchel/chassis";
import { aggregateSubject, type Context, type LinkId, RECOGNISED_EVENTS, type UserId } from "@satchel/contracts";

/** A link since it was saved. */
export interface LinkLife {
  readonly saved: StoredEvent;
  /** Its own events after that, the newest first. */
  readonly since: readonly StoredEvent[];
}

/** The life of a link, from the journal; undefined where it is over, or too long for its rules to matter. */
export async function readLife(
  journal: Pick<Journal, "readBack">,
  userId: UserId,
  linkId: LinkId,
): Promise<LinkLife | undefined> {
  const since: StoredEvent[] = [];
  for await (const event of journal.readBack(aggregateSubject(userId, "links", linkId))) {
    if (event.type === "LinkSaved") return { saved: event, since };
    if (event.type === "LinkPurged" || since.length >= RECOGNISED_EVENTS) return undefined;
    since.push(event);
  }
  return undefined;
}

/**
 * Whether no event of these types is between two others of a link: the page was described, or kept, for the first time since
 * the link was saved.
 */
export async function isFirst(
  journal: Pick<Journal, "readBack">,
  subject: { readonly userId: UserId; readonly context: Context; readonly linkId: LinkId },
  { types, after, before }: { readonly types: ReadonlySet<string>; readonly after: number; readonly before: number },
): Promise<boolean> {
  let seen = 0;
  for await (const event of journal.readBack(
    aggregateSubject(subject.userId, subject.context, subject.linkId),
    before,
  )) {
    if (event.sequence <= after) return true;
    if (event.sequence < before && types.has(event.type)) return false;
    if (++seen > RECOGNISED_EVENTS) return false;
  }
  return true;
}
