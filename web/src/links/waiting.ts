import type { Link, LinkFilters, LinkId } from "@satchel/contracts";
import type { AppThunk } from "../kit/state.ts";
import type { Call } from "../kit/transport/call.ts";
import { WAITING, keptSession, placesWaiting, sessionName } from "../session/flags.ts";
import { type LinkWords, underWay, withChange, withUnanswered } from "./linkChange.ts";
import { waitingCounted } from "./list.slice.ts";
import { type Change, differenceOf } from "./view.ts";

/** What is done to a link by a change: other words, or it goes, or it comes back. */
export type Deed = LinkWords | "deleted" | "restored";

interface WaitingChange {
  /** With an idempotency key: a call whose answer got lost is done once. */
  readonly call: Call;
  /** As it was before. */
  readonly link: Link;
  readonly deed: Deed;
}

/** A change that is kept, with where: its key in local storage begins with the session, and sorts by time. */
interface Entry extends WaitingChange {
  readonly at: string;
  readonly session: string;
}

/** Changes that wait at most: a day without a network. Local storage has room for several megabytes. */
const CHANGES_KEPT = 500;

/** All that is kept in this page, in order, whatever the session. Local storage has the same, for after a reload. */
let entries: readonly Entry[] = [];

/** Ends the display of a change that waits, by its place. */
const ends = new Map<string, () => void>();

const prefixOf = (session: string): string => `${WAITING}${session}/`;

/** The changes of the present session: none is ever sent in another one. */
const present = (): readonly Entry[] => {
  if (entries.length === 0) return entries;
  const session = sessionName();
  return entries.filter((entry) => entry.session === session);
};

function show({ at, link, deed }: Entry): void {
  if (typeof deed === "object") ends.set(at, underWay({ link, change: deed }));
}

/** What the session kept before the page was reloaded; nothing where it can't be read. */
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

/** The place of the next change: after all others, also after those of an earlier page whose clock was ahead. */
function nextPlace(session: string): string {
  const last = Number(present().at(-1)?.at.slice(prefixOf(session).length) ?? 0);
  return prefixOf(session) + String(Math.max(Date.now(), last + 1)).padStart(15, "0");
}

/** Keeps a change to be sent later. False: there is no room for it. */
export const keepWaiting =
  (change: WaitingChange): AppThunk<boolean> =>
  (dispatch) => {
    const session = sessionName();
    if (session === undefined || present().length >= CHANGES_KEPT) return false;
    const entry = { ...change, at: nextPlace(session), session };
    try {
      // A session that is to leave nothing behind keeps its changes in the page alone.
      if (keptSession() !== undefined) localStorage.setItem(entry.at, JSON.stringify(change));
    } catch {
      return false;
    }
    entries = [...entries, entry];
    show(entry);
    dispatch(waitingCounted(present().length));
    return true;
  };

/** Whether any change waits: one that comes now is sent behind it. */
export const hasWaiting = (): boolean => present().length > 0;

/** The change that is to be sent first. */
export const firstWaiting = (): Entry | undefined => present()[0];

/** A change waits no longer: it was sent, or refused. */
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

/** By how much the changes that wait change what a list with these filters counts. */
export const countWaiting = (filters: LinkFilters): number =>
  present().reduce((sum, entry) => sum + differenceOf(filters, afterDeed(entry)), 0);

/** Whether a link waits to be deleted. */
export const isLeaving = (id: LinkId): boolean => present().findLast(({ link }) => link.id === id)?.deed === "deleted";

/** The links that wait for a change, as it will leave them, by their ids; null is one that goes. `known`: as the server has them. */
export function waitingLinks(known: readonly Link[]): ReadonlyMap<LinkId, Link | null> {
  const answered = new Map(known.map((link) => [link.id, link]));
  return new Map(
    present().map(({ link }) => [link.id, isLeaving(link.id) ? null : withUnanswered(answered.get(link.id) ?? link)]),
  );
}
