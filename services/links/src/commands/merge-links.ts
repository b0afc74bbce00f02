import {
  type CommandContext,
  type CommandOutcome,
  ConcurrencyLimit,
  JournalConflict,
  type Snapshot,
} from "@satchel/chassis";
import {
  aggregateSubject,
  type BulkId,
  happened,
  isSatchelError,
  type LinkId,
  type MergeLinks,
  nothingToDo,
  type PayloadOf,
  rejected,
  type ResultOf,
  SatchelError,
  texts,
} from "@satchel/contracts";
import { v5 } from "uuid";
import { decideMerge, type MergeableLink } from "../domain/merge.ts";
import { APPENDS_IN_FLIGHT } from "../limits.ts";
import { executeOnLink, type LinkTarget } from "./execute-on-link.ts";
import type { LinkCommandsDeps } from "./links.ts";
import { linksPosition, loadAll, type LoadedRow, loadOne, stateOf } from "./load.ts";

/** Random namespaces for the ids of the bulk call and of the commands that delete the other links. */
const BULK = "6f0c2f0e-0b52-4c0d-9a53-6a1d2a7b9c11";
const DELETIONS = "c4b7a9d2-1f3e-4b6a-8d5c-7e9f0a1b2c33";

/**
 * Merges links that lead to one page: first the kept link gets what the others have, then these are deleted, each by one
 * event with the id of the bulk call. The ids of the events are derived from the command's, so a retried command continues
 * where it stopped. A link that was changed between the two is not deleted, and is named in the result; the event names the
 * state of each that was merged, so that a retried command does not delete it either.
 * @throws {SatchelError} `invalid` when a link is named twice; otherwise what {@link decideMerge} rejects: then nothing has
 * happened
 */
export const mergeLinks =
  (deps: LinkCommandsDeps) =>
  async (
    { userId, keepId, otherIds, bulkId: given }: PayloadOf<typeof MergeLinks>,
    context: CommandContext,
  ): Promise<CommandOutcome<ResultOf<typeof MergeLinks>>> => {
    if (new Set([keepId, ...otherIds]).size <= otherIds.length) {
      const errors = [{ path: "/others", message: "must not name a link twice, nor the kept one" }];
      throw new SatchelError("invalid", texts.server.invalid, { errors });
    }
    const bulkId = given ?? (v5(context.commandId, BULK) as BulkId);
    let others: ReadonlyMap<LinkId, Snapshot<MergeableLink>> | undefined;
    const kept = await executeOnLink<MergeableLink | undefined, readonly number[]>(
      deps,
      { userId, linkId: keepId },
      {
        context,
        load: async () => {
          const [keep, loaded] = await Promise.all([
            loadOne(deps, userId, keepId, mergeableOf),
            loadAll(deps.db, userId, otherIds, mergeableOf),
          ]);
          others = loaded;
          return keep;
        },
        decide: (keep) => {
          const snapshots = otherIds.map((id) => others?.get(id));
          const decision = decideMerge(keep, { others: snapshots.map((one) => one?.state), bulkId });
          if (decision.kind !== "event") return decision;
          const mergedRevisions = snapshots.map((one) => (one?.state.deletedAt === null ? one.revision : 0));
          return happened({ ...decision.event, data: { ...decision.event.data, mergedRevisions } });
        },
        resultOf: ({ data }) => ("mergedRevisions" in data ? data.mergedRevisions : undefined) ?? [],
      },
    );

    const limit = new ConcurrencyLimit({ concurrency: APPENDS_IN_FLIGHT });
    const deletions = await Promise.all(
      otherIds.map((linkId, index) =>
        limit.run("all", () => {
          const id = v5(linkId, v5(context.commandId, DELETIONS));
          const merged = { revision: kept.result[index] ?? 0, snapshot: others?.get(linkId) };
          return deleteMerged(deps, { userId, linkId }, merged, bulkId, { ...context, commandId: id });
        }),
      ),
    );
    const failed = deletions.flatMap((one) => (one.kind === "failed" ? [one] : []));
    const sequences = deletions.flatMap((one) => (one.kind === "deleted" ? [one.sequence] : []));
    return {
      result: {
        bulkId,
        merged: otherIds.length - failed.length,
        failed: failed.map(({ linkId, detail }) => ({ linkId, detail })),
      },
      position: linksPosition(userId, Math.max(kept.position?.sequence ?? 0, ...sequences)),
    };
  };

/** The outcome for one other link. `sequence` is that of its last event, 0 where that was stored earlier. */
type Deletion =
  | { readonly kind: "deleted"; readonly sequence: number }
  | { readonly kind: "failed"; readonly linkId: LinkId; readonly detail: string };

/** A link as it was merged. `snapshot`: as this attempt loaded it, which may be later than the attempt that merged. */
interface MergedLink {
  /** Sequence of its last event; 0 if it was deleted already, or the merge does not say. */
  readonly revision: number;
  readonly snapshot: Snapshot<MergeableLink> | undefined;
}

/** Deletes a link that was merged, unless it was changed since. */
async function deleteMerged(
  deps: LinkCommandsDeps,
  target: LinkTarget,
  { revision, snapshot }: MergedLink,
  bulkId: BulkId,
  context: CommandContext,
): Promise<Deletion> {
  const { userId, linkId } = target;
  const deletion = { type: "LinkDeleted", data: { bulkId } } as const;
  try {
    if (revision > 0) {
      const subject = aggregateSubject(userId, "links", linkId);
      const event = { id: context.commandId, ...deletion };
      const { sequence } = await deps.journal.append({ subject, event, expected: revision });
      return { kind: "deleted", sequence };
    }
  } catch (error) {
    if (!(error instanceof JournalConflict)) throw error;
  }
  try {
    const { position } = await executeOnLink<MergeableLink | undefined, null>(deps, target, {
      context,
      load: () => loadOne(deps, userId, linkId, mergeableOf),
      decide: (state) => {
        if (state === undefined || state.deletedAt !== null) return nothingToDo(null);
        const isSame = snapshot?.revision === revision && JSON.stringify(state) === JSON.stringify(snapshot.state);
        return isSame ? happened(deletion) : rejected("conflict", texts.server.conflict);
      },
      resultOf: () => null,
    });
    return { kind: "deleted", sequence: position?.sequence ?? 0 };
  } catch (error) {
    if (!isSatchelError(error) || error.code !== "conflict") throw error;
    return { kind: "failed", linkId, detail: error.data.detail };
  }
}

const mergeableOf = (row: LoadedRow): MergeableLink => ({
  ...stateOf(row),
  id: row.id,
  pageId: row.page_id,
  createdAt: row.created_at,
  savedAt: row.saved_at,
});
