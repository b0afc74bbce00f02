import { type Journal, lateEventOf, type StoredEvent } from "@satchel/chassis";
import { type HighlightId, highlightsSubject, type LinkId, UNDO_SECONDS, type UserId } from "@satchel/contracts";
import type { Kysely } from "kysely";
import { v5 } from "uuid";
import type { HighlightTarget } from "../domain/highlights.ts";
import { PURGE_HIGHLIGHTS } from "../limits.ts";
import type { ArchiveTables } from "../projection/tables.ts";

export interface PurgeDeps {
  readonly journal: Journal;
  readonly db: Kysely<ArchiveTables>;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

const idOf = ({ data }: StoredEvent): HighlightId | undefined => (data as { highlightId?: HighlightId }).highlightId;

/** The events that hold what a highlight says. The later ones of a deleted highlight hold its id alone. */
const CONTENT: ReadonlySet<string> = new Set(["HighlightMade", "HighlightChanged"]);

const contentOf = (events: readonly StoredEvent[]): number[] =>
  events.filter(({ type }) => CONTENT.has(type)).map(({ sequence }) => sequence);

/** @throws JournalConflict */
async function recordPurge({ journal }: Pick<PurgeDeps, "journal">, userId: UserId, target: HighlightTarget) {
  const subject = highlightsSubject(userId, target.linkId);
  const last = await journal.last(subject);
  const event = { id: v5("purged", target.highlightId), type: "HighlightPurged", data: target };
  await journal.append({ subject, event, expected: last?.sequence ?? 0 });
}

/**
 * Purges the highlights whose deletion can't be undone any more: first what they say, then their rows, by an event. A process
 * that is killed in between finds the row again. What is erased is never the last event, since the deletion is after it.
 */
export async function purgeDeletedHighlights(deps: PurgeDeps): Promise<void> {
  const { journal, db, now } = deps;
  const rows = await db
    .selectFrom("archive.highlights")
    .select(["user_id", "link_id", "id"])
    .where("deleted_at", "<=", new Date(now() - UNDO_SECONDS * 1000))
    .orderBy("deleted_at")
    .limit(PURGE_HIGHLIGHTS)
    .execute();
  for (const { user_id: userId, link_id: linkId, id: highlightId } of rows) {
    const events = await journal.readAggregate(highlightsSubject(userId, linkId));
    await journal.eraseEvents(contentOf(events.filter((event) => idOf(event) === highlightId)));
    await recordPurge(deps, userId, { linkId, highlightId });
  }
}

/**
 * Removes the highlights of a link that was purged, with all of their events, and those of an earlier life of a link that
 * was saved again. Repeated after a failure.
 * @param event `LinkPurged` or `LinkSaved`
 */
export async function removeHighlightsOfLink(
  deps: Pick<PurgeDeps, "journal">,
  userId: UserId,
  linkId: LinkId,
  { type, sequence }: StoredEvent,
): Promise<void> {
  const { journal } = deps;
  const subject = highlightsSubject(userId, linkId);
  if ((await journal.last(subject)) === undefined) return;
  if (type === "LinkPurged") await journal.erase(subject, sequence);
  else await removeBefore(deps, userId, linkId, sequence);
}

/** Removes highlights that were made or changed behind the end of their link. @returns whether there were any */
export async function removeLateHighlights(
  deps: Pick<PurgeDeps, "journal">,
  { userId, linkId }: { readonly userId: UserId; readonly linkId: LinkId },
): Promise<boolean> {
  const late = await lateEventOf(deps.journal, highlightsSubject(userId, linkId), { userId, linkId });
  if (late === undefined) return false;
  await removeBefore(deps, userId, linkId, Number.POSITIVE_INFINITY);
  return true;
}

async function removeBefore(
  deps: Pick<PurgeDeps, "journal">,
  userId: UserId,
  linkId: LinkId,
  sequence: number,
): Promise<void> {
  const { journal } = deps;
  const events = await journal.readAggregate(highlightsSubject(userId, linkId));
  const earlier = events.filter((event) => event.sequence < sequence);
  const left = new Set(earlier.map(idOf));
  for (const event of events) if (event.type === "HighlightPurged") left.delete(idOf(event));
  for (const highlightId of left)
    if (highlightId !== undefined) await recordPurge(deps, userId, { linkId, highlightId });
  // After these, none of them is the last event any more.
  await journal.eraseEvents(contentOf(earlier));
}
