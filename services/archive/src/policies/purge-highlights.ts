import { type Journal, JournalConflict, lateEventOf, type StoredEvent } from "@satchel/chassis";
import { type HighlightId, highlightsSubject, type LinkId, UNDO_SECONDS, type UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { v5 } from "uuid";
import type { HighlightTarget } from "../domain/highlights.ts";
import { PURGE_LINKS } from "../limits.ts";
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

/** Deleted highlights of a link whose deletion can't be undone any more. */
interface Due {
  readonly user_id: UserId;
  readonly link_id: LinkId;
  readonly ids: readonly HighlightId[];
}

/**
 * Purges the highlights whose deletion can't be undone any more: first what they say, then their rows, by an event. A process
 * that is killed in between finds the row again. What is erased is never the last event, since the deletion is after it.
 * @param signal ends it after the link in progress
 */
export async function purgeDeletedHighlights(deps: PurgeDeps, signal?: AbortSignal): Promise<void> {
  const { db, now } = deps;
  const before = new Date(now() - UNDO_SECONDS * 1000);
  for (let last: Due | undefined; ; ) {
    let query = db
      .selectFrom("archive.highlights")
      .select(["user_id", "link_id", sql<HighlightId[]>`array_agg(id)`.as("ids")])
      .where("deleted_at", "<=", before);
    if (last !== undefined) query = query.where(sql<boolean>`(user_id, link_id) > (${last.user_id}, ${last.link_id})`);
    const rows = await query
      .groupBy(["user_id", "link_id"])
      .orderBy("user_id")
      .orderBy("link_id")
      .limit(PURGE_LINKS)
      .execute();
    for (const row of rows) {
      if (signal?.aborted === true) return;
      await unlessChanged(purgeOfLink(deps, row));
    }
    last = rows.at(-1);
    if (last === undefined) break;
  }
}

/** The events of a link are read once, one after another: one that was changed very often has very many. */
async function purgeOfLink(deps: PurgeDeps, { user_id: userId, link_id: linkId, ids }: Due): Promise<void> {
  const { journal } = deps;
  const due: ReadonlySet<HighlightId | undefined> = new Set(ids);
  const content: number[] = [];
  for await (const event of journal.read(highlightsSubject(userId, linkId))) {
    if (CONTENT.has(event.type) && due.has(idOf(event))) content.push(event.sequence);
  }
  await journal.eraseEvents(content);
  for (const highlightId of ids) await recordPurge(deps, userId, { linkId, highlightId });
}

/** Work that is left for the next look where something of the link happens at the same moment: others do not wait for it. */
export async function unlessChanged(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof JournalConflict)) throw error;
  });
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
