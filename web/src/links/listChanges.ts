import type { Link, LinkId } from "@satchel/contracts";
import type { IsBehind } from "./order.ts";

/** The links that are loaded of one list, in its order, and the cursor to the rest; null at the end. */
export interface LinkList {
  readonly links: readonly Link[];
  readonly next: string | null;
}

/** Joins the page that `cursor` led to. A page that a change of the list has overtaken is dropped. */
export function appendPage(list: LinkList, cursor: string, page: LinkList): LinkList {
  if (list.next !== cursor) return list;
  const known = new Set(list.links.map((link) => link.id));
  return { links: [...list.links, ...page.links.filter((link) => !known.has(link.id))], next: page.next };
}

/** What is known of links before and after a change, by their ids; null is a link that is not there. */
export type Changed = ReadonlyMap<LinkId, Link | null>;

/** How a list takes changes: which links it shows, and where one that comes in has its place. */
interface ListRule {
  readonly isShown: (link: Link) => boolean;
  readonly isBehind: IsBehind | undefined;
}

/**
 * Shows changed links where they stand, or where they belong when the list now shows such links; takes away those it no
 * longer shows. One that belongs below what is loaded comes with its page. A list whose order only the server knows takes
 * none in.
 */
export function changeLinks(list: LinkList, changed: Changed, { isShown, isBehind }: ListRule): LinkList {
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

/** Only a search's own answer says what it found; a change of the link leaves that. */
const withMatch = (after: Link, { match }: Link): Link =>
  match === undefined || after.match !== undefined ? after : { ...after, match };

function insert(links: Link[], link: Link, next: string | null, isBehind: IsBehind): void {
  const following = links.findIndex((each) => isBehind(each, link));
  const last = links.at(-1);
  if (following !== -1) links.splice(following, 0, link);
  // In the same place as the last one: the cursor's page has it only if it is behind that, and is asked for it once more.
  else if (next === null || (last !== undefined && !isBehind(link, last))) links.push(link);
}

/**
 * Takes back what was done to some links: as they were `before`, after the nearest of their former neighbours, or not there.
 */
export function restoreLinks(list: LinkList, before: LinkList, ids: ReadonlySet<LinkId>): LinkList {
  const there = new Set(list.links.map((link) => link.id));
  const old = new Map(before.links.filter((link) => ids.has(link.id)).map((link) => [link.id, link]));
  // Which links come back behind which; undefined: at the top.
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

/** How many links from the top must be read again to see what the changed ones are now. */
export function reachOf(list: LinkList, changed: ReadonlySet<LinkId>): number {
  const lastKnown = list.links.findLastIndex((link) => changed.has(link.id));
  return lastKnown + 1 + countUnknown(list, changed);
}

/**
 * Whether `head`, refetched from the top of the list, reaches far enough for {@link mergeHead}: past every changed link
 * and down to one that is known, so that no gap stays between it and the rest.
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
 * Whether `head` reaches down to the end of what is loaded, so that it has every link that belongs there. Of links of the
 * same moment only the server knows the order: as long as a loaded one of the head's lowest moment is not in it, others may
 * be missing.
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

/** Which changed links the head does not have: they belong further down, or are in other lists alone. */
export function unseenOf(head: LinkList, changed: ReadonlySet<LinkId>): LinkId[] {
  const seen = new Set(head.links.map((link) => link.id));
  return [...changed].filter((id) => !seen.has(id));
}

/** Puts the refetched head in the place of the links it covers; those below it stay as they are. */
export function mergeHead(list: LinkList, head: LinkList, changed: ReadonlySet<LinkId>, isBehind: IsBehind): LinkList {
  const last = head.links.at(-1);
  if (head.next === null || last === undefined) return head;
  const fresh = new Set(head.links.map((link) => link.id));
  const rest = list.links.filter((link) => !fresh.has(link.id) && !changed.has(link.id) && !isBehind(last, link));
  return { links: [...head.links, ...rest], next: rest.length === 0 ? head.next : list.next };
}

/** How many links stand above the first that was there before. */
export function countArrived(before: LinkList, now: LinkList): number {
  const known = new Set(before.links.map((link) => link.id));
  const first = now.links.findIndex((link) => known.has(link.id));
  return first === -1 ? now.links.length : first;
}

const countUnknown = (list: LinkList, changed: ReadonlySet<LinkId>): number => unseenOf(list, changed).length;
