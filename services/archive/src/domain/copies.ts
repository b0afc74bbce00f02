import {
  type ArchiveEvent,
  type CopyId,
  type CopyUploaded,
  type Decision,
  type EventOf,
  happened,
  KEEP_AGAIN_PER_MINUTE,
  KEEP_AGAIN_SECONDS,
  laterTexts,
  type LinkId,
  type NoResult,
  nothingToDo,
  type PageKept,
  rejected,
  texts,
  UNDO_SECONDS,
} from "@satchel/contracts";

const MEBIBYTE = 1024 * 1024;

type Outcome = Decision<ArchiveEvent, NoResult>;

/** A version, as a command finds it. */
export interface CopyState {
  /** When it was deleted; null when it is there. */
  readonly deletedAt: Date | null;
}

export interface CopyTarget {
  readonly linkId: LinkId;
  readonly version: CopyId;
}

const tooEarly = (retryAfter: number): Outcome => ({
  kind: "rejected",
  error: { code: "limited", detail: texts.server.tooMany, retryAfter },
});

const notFound: Outcome = rejected("not-found", laterTexts.copies.notFound);

export function decideDelete(copy: CopyState | undefined, target: CopyTarget): Outcome {
  if (copy === undefined) return notFound;
  return copy.deletedAt === null ? happened({ type: "CopyDeleted", data: target }) : nothingToDo({});
}

/** @param now milliseconds since 1970 */
export function decideRestore(copy: CopyState | undefined, target: CopyTarget, now: number): Outcome {
  if (copy === undefined) return notFound;
  if (copy.deletedAt === null) return nothingToDo({});
  const isFinal = copy.deletedAt.getTime() + UNDO_SECONDS * 1000 <= now;
  return isFinal ? notFound : happened({ type: "CopyRestored", data: target });
}

/** The versions of a text, as its owner's change finds them: those that are not deleted. */
export interface TextState {
  readonly newest: CopyId | null;
  readonly oldest: CopyId | null;
  readonly count: number;
}

/** Puts another version in the place of the newest, if that is the one that was changed. @param before the changed version */
export function decideChangeText(
  { newest }: TextState,
  before: CopyId,
  kept: EventOf<typeof PageKept>["data"],
): Decision<ArchiveEvent, never> {
  if (newest === null) return rejected("not-found", laterTexts.copies.notFound);
  if (newest !== before) return rejected("conflict", laterTexts.texts.changed);
  return happened({ type: "PageKept", data: kept });
}

/** When copies were requested, or pages sent: of the link last, and how many of all links of its owner within the last minute. */
export interface RequestState {
  readonly requestedAt: Date | null;
  readonly withinMinute: number;
}

/** @param now milliseconds since 1970 */
export const decideKeepAgain = (state: RequestState, linkId: LinkId, now: number): Outcome =>
  unlessTooOften(state, now, { type: "CopyRequested", data: { linkId } });

/** @param now milliseconds since 1970 */
export const decideKeepUploaded = (
  state: RequestState,
  upload: CopyTarget & Pick<EventOf<typeof CopyUploaded>["data"], "source" | "charset">,
  now: number,
): Outcome => unlessTooOften(state, now, { type: "CopyUploaded", data: upload });

function unlessTooOften({ requestedAt, withinMinute }: RequestState, now: number, event: ArchiveEvent): Outcome {
  const wait = requestedAt === null ? 0 : requestedAt.getTime() + KEEP_AGAIN_SECONDS * 1000 - now;
  if (wait > 0) return tooEarly(Math.ceil(wait / 1000));
  if (withinMinute >= KEEP_AGAIN_PER_MINUTE) return tooEarly(60);
  return happened(event);
}

export const decideLinkKeeping = (current: boolean | null, linkId: LinkId, isOn: boolean | null): Outcome =>
  current === isOn ? nothingToDo({}) : happened({ type: "LinkKeepingChanged", data: { linkId, isOn } });

export const decideReading = (current: number, linkId: LinkId, part: number): Outcome =>
  current === part ? nothingToDo({}) : happened({ type: "ReadingMoved", data: { linkId, part } });

/** Gives an account a quota in mebibytes; null: that of all others. */
export const decideQuota = (current: number | null, megabytes: number | null): Outcome =>
  current === megabytes ? nothingToDo({}) : happened({ type: "QuotaChanged", data: { megabytes } });

/** What an account's copies may take in octets. @param own its quota in mebibytes, if it has one @param usual of all others */
export const allowedBytes = (own: number | null, usual: number): number => (own ?? usual) * MEBIBYTE;

export const decideKeeping = (current: boolean, isOn: boolean): Outcome =>
  current === isOn ? nothingToDo({}) : happened({ type: "KeepingChanged", data: { isOn } });
