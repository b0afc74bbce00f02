import type { Link, LinkId } from "@satchel/contracts";
import type { IsBehind } from "./order.ts";

/** The loaded links of a list in its order, and the cursor of the next page; null at the end. */
export interface LinkList {
  readonly links: readonly Link[];
  readonly next: string | null;
}

/** Appends the page of `cursor`. It is dropped if the list's cursor has changed since. */
export function appendPage(list: LinkList, cursor: string, page: LinkList): LinkList {
  if (list.next !== cursor) return list;
  const known = new Set(list.links.map((link) => link.id));
  return { links: [...list.links, ...page.links.filter((link) => !known.has(link.id))], next: page.next };
}

/** Changed links by their ids; null: deleted. */
export type ChangedLinks = ReadonlyMap<LinkId, Link | null>;

/** The rules of a list: which links it contains, and their order. */
interface ListRule {
  readonly isShown: (link: Link) => boolean;
  readonly isBehind: IsBehind | undefined;
}

/**
 * Updates changed links in place, inserts those that the list now contains, and removes others. Links that belong behind the
 * loaded part are left to its next page. A list whose order only the server knows gets no new links.
 */
export function changeLinks(list: LinkList, changed: ChangedLinks, { isShown, isBehind }: ListRule): LinkList {
  const known = new Set<LinkId>();
  const links = list.links.flatMap((link) => {
    const after = changed.get(link.id);
    if (after === undefined) return [link];
    known.add(link.id);
    return after !== null && isShown(after) ? [withMatch(after, link)] : [];
  });
  if (isBehind !== undefined) {
    for (const [id, link] of changed) {
      if (link !== null && !known.has(id) && isShown(link)) insert(links, link, list.next, isBehind);
    }
  }
  const isSame = links.length === list.links.length && links.every((link, index) => link === list.links[index]);
  return isSame ? list : { ...list, links };
}

/** The matches of a search come with its own answer only, so a change of the link keeps them. */
const withMatch = (after: Link, { match }: Link): Link =>
  match === undefined || after.match !== undefined ? after : { ...after, match };

function insert(links: Link[], link: Link, next: string | null, isBehind: IsBehind): void {
  const following = links.findIndex((each) => isBehind(each, link));
  const last = links.at(-1);
  if (following !== -1) links.splice(following, 0, link);
  // At the same position as the last one: the next page may contain it again, which is harmless.
  else if (next === null || (last !== undefined && !isBehind(link, last))) links.push(link);
}

/**
 * Reverts changes of some links to the state `before`: each behind its nearest former neighbor, or removed.
 */
export function restoreLinks(list: LinkList, before: LinkList, ids: ReadonlySet<LinkId>): LinkList {
  const there = new Set(list.links.map((link) => link.id));
  const old = new Map(before.links.filter((link) => ids.has(link.id)).map((link) => [link.id, link]));
  // Restored links by the link before them; undefined: at the top.
  const behind = new Map<LinkId | undefined, Link[]>();
  let neighbour: LinkId | undefined;
  for (const link of before.links) {
    if (there.has(link.id)) neighbour = link.id;
    else if (old.has(link.id)) behind.set(neighbour, [...(behind.get(neighbour) ?? []), link]);
  }
  const kept = list.links.flatMap((link) => {
    const here = ids.has(link.id) ? old.get(link.id) : link;
    return [...(here === undefined ? [] : [here]), ...(behind.get(link.id) ?? [])];
  });
  return { ...list, links: [...(behind.get(undefined) ?? []), ...kept] };
}

/** Number of links from the top to refetch so that all changed ones are included. */
export function reachOf(list: LinkList, changed: ReadonlySet<LinkId>): number {
  const lastKnown = list.links.findLastIndex((link) => changed.has(link.id));
  return lastKnown + 1 + countUnknown(list, changed);
}

/**
 * Whether `head`, refetched from the top of the list, reaches far enough for {@link mergeHead}: past every changed link and
 * to a known one, so that there is no gap to the rest.
 */
export function isReached(list: LinkList, head: LinkList, changed: ReadonlySet<LinkId>): boolean {
  if (head.next === null) return true;
  if (head.links.length < reachOf(list, changed)) return false;
  const last = head.links.at(-1);
  return (
    list.links.some((link) => link.id === last?.id) ||
    head.links.length >= list.links.length + countUnknown(list, changed)
  );
}

/**
 * Whether `head` covers all of the loaded part. Only the server knows the order of links with the same time: while a loaded
 * link with the time of the head's last one is missing in it, others may be missing, too.
 */
export function isCovered(list: LinkList, head: LinkList, isBehind: IsBehind): boolean {
  const last = list.links.at(-1);
  const lowest = head.links.at(-1);
  if (head.next === null || last === undefined) return true;
  if (lowest === undefined) return false;
  if (isBehind(lowest, last)) return true;
  const fresh = new Set(head.links.map((link) => link.id));
  return fresh.has(last.id) && list.links.every((link) => fresh.has(link.id) || isBehind(lowest, link));
}

/** Changed links that are not in the head: they are further down, or only in other lists. */
export function unseenOf(head: LinkList, changed: ReadonlySet<LinkId>): LinkId[] {
  const seen = new Set(head.links.map((link) => link.id));
  return [...changed].filter((id) => !seen.has(id));
}

/** Replaces the links that the refetched head covers; those below it stay. */
export function mergeHead(list: LinkList, head: LinkList, changed: ReadonlySet<LinkId>, isBehind: IsBehind): LinkList {
  const last = head.links.at(-1);
  if (head.next === null || last === undefined) return head;
  const fresh = new Set(head.links.map((link) => link.id));
  const rest = list.links.filter((link) => !fresh.has(link.id) && !changed.has(link.id) && !isBehind(last, link));
  return { links: [...head.links, ...rest], next: rest.length === 0 ? head.next : list.next };
}

/** Number of links above the formerly first one. */
export function countArrived(before: LinkList, now: LinkList): number {
  const known = new Set(before.links.map((link) => link.id));
  const first = now.links.findIndex((link) => known.has(link.id));
  return first === -1 ? now.links.length : first;
}

const countUnknown = (list: LinkList, changed: ReadonlySet<LinkId>): number => unseenOf(list, changed).length;
