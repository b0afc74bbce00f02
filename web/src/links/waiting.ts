import type { Link, LinkFilters, LinkId } from "@satchel/contracts";
import type { AppThunk } from "../kit/state.ts";
import type { Call } from "../kit/transport/call.ts";
import { WAITING, keptSession, newName, placesWaiting, sessionName } from "../session/flags.ts";
import { type LinkWords, underWay, withChange, withUnanswered } from "./linkChange.ts";
import { waitingCounted } from "./list.slice.ts";
import { type Change, differenceOf } from "./view.ts";

/** A change of a link: changed fields, deletion, or restoration. */
export type QueuedAction = LinkWords | "deleted" | "restored";

interface WaitingChange {
  /** With an idempotency key, so that a call whose answer was lost takes effect once. */
  readonly call: Call;
  /** The link before the change. */
  readonly link: Link;
  readonly deed: QueuedAction;
}

/** A stored change with its key in local storage, which begins with the session and sorts by time. */
interface Entry extends WaitingChange {
  readonly at: string;
  readonly session: string;
}

/** Stored changes at most: a day without a network. Local storage has several megabytes. */
const CHANGES_KEPT = 500;

/** All stored changes of this page in order, of any session. Local storage has copies, for a reload. */
let entries: readonly Entry[] = [];

/** Functions that end the optimistic display of a stored change, by its key. */
const ends = new Map<string, () => void>();

const prefixOf = (session: string): string => `${WAITING}${session}/`;

/** The changes of the current session; none is sent in another session. */
const present = (): readonly Entry[] => {
  if (entries.length === 0) return entries;
  const session = sessionName();
  return entries.filter((entry) => entry.session === session);
};

function show({ at, link, deed }: Entry): void {
  if (typeof deed === "object") ends.set(at, underWay({ link, change: deed }));
}

/** The session's changes from before a reload; none if they can't be read. */
function readKept(): readonly Entry[] {
  return placesWaiting().flatMap((at) => {
    const session = at.slice(WAITING.length, at.lastIndexOf("/"));
    try {
      return [{ ...(JSON.parse(localStorage.getItem(at) ?? "") as WaitingChange), at, session }];
    } catch {
      return [];
    }
  });
}

entries = readKept();
entries.forEach(show);

/** The key of the next change: after all others, even if the clock was ahead for those, and none of another tab. */
function nextPlace(session: string): string {
  const last = Number.parseInt(present().at(-1)?.at.slice(prefixOf(session).length) ?? "0", 10);
  return `${prefixOf(session)}${String(Math.max(Date.now(), last + 1)).padStart(15, "0")}.${newName()}`;
}

/** Stores a change to be sent later. @returns false when there is no space */
export const keepWaiting =
  (change: WaitingChange): AppThunk<boolean> =>
  (dispatch) => {
    const session = sessionName();
    if (session === undefined || present().length >= CHANGES_KEPT) return false;
    const entry = { ...change, at: nextPlace(session), session };
    try {
      // A session that must not store data keeps its changes in memory only.
      if (keptSession() !== undefined) localStorage.setItem(entry.at, JSON.stringify(change));
    } catch {
      return false;
    }
    entries = [...entries, entry];
    show(entry);
    dispatch(waitingCounted(present().length));
    return true;
  };

/** Whether there are unsent changes, which have to be sent before a new one. */
export const hasWaiting = (): boolean => present().length > 0;

/** The next change to send. */
export const firstWaiting = (): Entry | undefined => present()[0];

/** Removes a change that was sent or refused. */
export const endWaiting =
  ({ at }: Entry): AppThunk =>
  (dispatch) => {
    localStorage.removeItem(at);
    entries = entries.filter((entry) => entry.at !== at);
    ends.get(at)?.();
    ends.delete(at);
    dispatch(waitingCounted(present().length));
  };

const afterDeed = ({ link, deed }: Entry): Change => {
  if (deed === "deleted") return { before: link, after: null };
  return deed === "restored"
    ? { before: null, after: link }
    : { before: link, after: withChange(link, { link, change: deed }) };
};

/** The difference that unsent changes make to the count of a list with these filters. */
export const countWaiting = (filters: LinkFilters): number =>
  present().reduce((sum, entry) => sum + differenceOf(filters, afterDeed(entry)), 0);

/** Whether a link has an unsent deletion. */
export const isLeaving = (id: LinkId): boolean => present().findLast(({ link }) => link.id === id)?.deed === "deleted";

/** Links with unsent changes applied, by their ids; null: deleted. @param known their state on the server */
export function waitingLinks(known: readonly Link[]): ReadonlyMap<LinkId, Link | null> {
  const answered = new Map(known.map((link) => [link.id, link]));
  return new Map(
    present().map(({ link }) => [link.id, isLeaving(link.id) ? null : withUnanswered(answered.get(link.id) ?? link)]),
  );
}
