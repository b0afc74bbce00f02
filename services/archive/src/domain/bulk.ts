import {
  type ArchiveEvent,
  type BulkId,
  type CopyId,
  type CopySource,
  KEEP_AGAIN_SECONDS,
  type LinkId,
  type PastEffects,
  UNDO_SECONDS,
} from "@satchel/contracts";
import type { Static } from "typebox";

/** The part of an article that is read to its end, in thousandths. */
const READ = 1000;

/** The call for many links that set a value last, with the former one; null after any other change. */
interface SetByBulk<Value> {
  readonly bulkId: BulkId;
  readonly before: Value;
}

/** What calls for many links change here of one link. */
export interface KeptState {
  /** How far its article was read, in thousandths. */
  readonly part: number;
  readonly partSet: SetByBulk<number> | null;
  /** Whether its page is kept; null: as the account says. */
  readonly isOn: boolean | null;
  readonly isOnSet: SetByBulk<boolean | null> | null;
  /** When another copy was asked for last. */
  readonly requestedAt: Date | null;
  /** All versions. Deleted ones have the call that deleted them, if one did. */
  readonly copies: readonly KeptCopy[];
}

export interface KeptCopy {
  readonly version: CopyId;
  readonly source: Static<typeof CopySource>;
  readonly deletedAt: Date | null;
  readonly bulkId: BulkId | null;
}

export const NOTHING_KEPT: KeptState = {
  part: 0,
  partSet: null,
  isOn: null,
  isOnSet: null,
  requestedAt: null,
  copies: [],
};

/** One call, for one of its links. `now`: milliseconds since 1970. */
export interface KeptCall {
  readonly linkId: LinkId;
  readonly bulkId: BulkId;
  readonly now: number;
}

/**
 * What a rule does here to a link that is there. Not to be kept means that the copies of its fetched page are deleted; what came by
 * mail, or was sent by its owner, stays, for there may be no other. To be kept means that a copy is asked for where there is none.
 */
export function decideByRule(state: KeptState, { done, keep }: PastEffects, call: KeptCall): ArchiveEvent[] {
  const { linkId, bulkId, now } = call;
  const live = state.copies.filter(({ deletedAt }) => deletedAt === null);
  const events: ArchiveEvent[] = [];
  if (done === true && state.part !== READ) {
    events.push({ type: "ReadingMoved", data: { linkId, part: READ, bulk: { bulkId, before: state.part } } });
  }
  if (keep !== undefined && state.isOn !== keep) {
    events.push({ type: "LinkKeepingChanged", data: { linkId, isOn: keep, bulk: { bulkId, before: state.isOn } } });
    const isRecent = state.requestedAt !== null && now - state.requestedAt.getTime() < KEEP_AGAIN_SECONDS * 1000;
    if (keep && live.length === 0 && !isRecent) events.push({ type: "CopyRequested", data: { linkId } });
  }
  if (keep === false) {
    for (const { version, source } of live) {
      if (source === "fetch") events.push({ type: "CopyDeleted", data: { linkId, version, bulkId } });
    }
  }
  return events;
}

/** Undoes what a call did here to a link, except for what was changed since. */
export function decideUndone(state: KeptState, { linkId, bulkId, now }: KeptCall): ArchiveEvent[] {
  const { partSet, isOnSet, copies } = state;
  const events: ArchiveEvent[] = [];
  if (partSet?.bulkId === bulkId) events.push({ type: "ReadingMoved", data: { linkId, part: partSet.before } });
  if (isOnSet?.bulkId === bulkId) events.push({ type: "LinkKeepingChanged", data: { linkId, isOn: isOnSet.before } });
  for (const { version, deletedAt, bulkId: deletedBy } of copies) {
    if (deletedBy !== bulkId || deletedAt === null || deletedAt.getTime() + UNDO_SECONDS * 1000 <= now) continue;
    events.push({ type: "CopyRestored", data: { linkId, version } });
  }
  return events;
}
