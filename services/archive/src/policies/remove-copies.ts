import {
  type BlobStore,
  type CopyKey,
  type CopyTexts,
  type HandlerResult,
  type Journal,
  lateEventOf,
  removeAll,
  type StoredEvent,
} from "@satchel/chassis";
import {
  aggregateSubject,
  type ArchiveEvent,
  type CopyId,
  copyName,
  ERASURE_REPEATS_MS,
  type LinkId,
  UNDO_SECONDS,
} from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { v5 } from "uuid";
import { PURGE_COPIES } from "../limits.ts";
import { removeHighlightsOfLink, unlessChanged } from "./purge-highlights.ts";
import type { ArchiveTables } from "../projection/tables.ts";

interface RemoveDeps {
  readonly journal: Journal;
  readonly db: Kysely<ArchiveTables>;
  readonly documents: BlobStore;
  readonly copies: BlobStore;
  readonly texts: CopyTexts;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

async function removeVersion(
  { copies, texts }: Pick<RemoveDeps, "copies" | "texts">,
  { userId, linkId, version }: CopyKey,
): Promise<void> {
  await copies.remove(copyName(userId, linkId, version));
  await texts.remove({ userId, linkId, version });
}

/** Records that nothing of a version is left. @returns the event's sequence @throws JournalConflict */
async function recordPurge(
  { journal }: Pick<RemoveDeps, "journal">,
  { userId, linkId, version }: CopyKey,
): Promise<number> {
  const subject = aggregateSubject(userId, "archive", linkId);
  const last = await journal.last(subject);
  const event = { id: v5("purged", version), type: "CopyPurged", data: { linkId, version } };
  return (await journal.append({ subject, event, expected: last?.sequence ?? 0 })).sequence;
}

/**
 * Removes a copy that was recorded behind the end of its link, because it was being made while the link was purged. Nothing
 * else would remove it.
 * @throws JournalConflict
 */
export async function removeLateCopy(
  deps: Pick<RemoveDeps, "journal" | "copies" | "texts">,
  target: CopyKey,
): Promise<void> {
  const { userId, linkId } = target;
  const subject = aggregateSubject(userId, "archive", linkId);
  if ((await lateEventOf(deps.journal, subject, { userId, linkId })) === undefined) return;
  await removeVersion(deps, target);
  await deps.journal.erase(subject, await recordPurge(deps, target));
}

const KEY = ["user_id", "link_id", "version"] as const;
type CopyRow = Pick<ArchiveTables["archive.copies"], (typeof KEY)[number]>;

/**
 * Removes the versions whose deletion can't be undone any more: their objects first, then their rows, by an event.
 * @param signal ends it after the version in progress
 */
export async function purgeDeletedCopies(deps: RemoveDeps, signal?: AbortSignal): Promise<void> {
  const before = new Date(deps.now() - UNDO_SECONDS * 1000);
  for (let last: CopyRow | undefined; ; ) {
    let query = deps.db.selectFrom("archive.copies").select(KEY).where("deleted_at", "<=", before);
    if (last !== undefined) {
      query = query.where(
        sql<boolean>`(user_id, link_id, version) > (${last.user_id}, ${last.link_id}, ${last.version})`,
      );
    }
    const rows = await query.orderBy("user_id").orderBy("link_id").orderBy("version").limit(PURGE_COPIES).execute();
    for (const { user_id: userId, link_id: linkId, version } of rows) {
      if (signal?.aborted === true) return;
      const target = { userId, linkId, version };
      await removeVersion(deps, target);
      await unlessChanged(recordPurge(deps, target).then(() => undefined));
    }
    last = rows.at(-1);
    if (last === undefined) break;
  }
}

/**
 * Removes the copies and the highlights of a link that was purged, and those of an earlier life of a link that was saved again. The first
 * erases the events too.
 */
export const removeCopiesOfLink =
  (deps: RemoveDeps) =>
  async (event: StoredEvent): Promise<HandlerResult> => {
    const { type, at, sequence, isFirst } = event;
    if (type !== "LinkPurged" && type !== "LinkSaved") return "done";
    // A link without an earlier life, as nearly all are.
    if (type === "LinkSaved" && isFirst === true) return "done";
    if (at.kind !== "aggregate" || at.aggregateId === undefined) return "done";
    const { userId } = at;
    const linkId = at.aggregateId as LinkId;
    await removeHighlightsOfLink(deps, userId, linkId, event);
    const subject = aggregateSubject(userId, "archive", linkId);
    const last = await deps.journal.last(subject);
    if (last === undefined) return "done";
    const earlier = (await deps.journal.readAggregate(subject)).filter((one) => one.sequence < sequence);
    const versions = keptBy(earlier);
    for (const version of versions) await removeVersion(deps, { userId, linkId, version });
    if (type === "LinkPurged") await deps.journal.erase(subject, sequence);
    else for (const version of versions) await recordPurge(deps, { userId, linkId, version });
    return "done";
  };

function keptBy(events: readonly StoredEvent[]): Set<CopyId> {
  const versions = new Set<CopyId>();
  for (const { type, data } of events as readonly (StoredEvent & ArchiveEvent)[]) {
    if (type === "PageKept") versions.add(data.version);
    if (type === "CopyPurged") versions.delete(data.version);
  }
  return versions;
}

/**
 * Removes all copies of an erased account, and documents of which none was made yet; again at {@link ERASURE_REPEATS_MS},
 * because a page or a mail in progress may store one, and its job is erased. Texts are erased by subject.
 */
export const removeCopiesOfAccount =
  ({ copies, documents, now }: Pick<RemoveDeps, "copies" | "documents" | "now">) =>
  async ({ type, at, time }: StoredEvent): Promise<HandlerResult> => {
    if (type !== "UserErased" || at.kind !== "aggregate") return "done";
    const age = now() - time.getTime();
    await removeAll(copies, `${at.userId}/`);
    await removeAll(documents, `${at.userId}/`);
    const next = ERASURE_REPEATS_MS.find((repeat) => repeat > age);
    return next === undefined ? "done" : { retryIn: next - age };
  };
