import type { Link, LinkId } from "@satchel/contracts";

/** The links that are loaded of one list, newest first, and the cursor to the rest; null at the end. */
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

/**
 * Shows a changed link where it stands, or where it belongs by its age when the list now shows such links; takes it away
 * when it no longer does. One that belongs below what is loaded comes with its page.
 */
export function replaceLink(list: LinkList, changed: Link, isShown: (link: Link) => boolean): LinkList {
  if (!isShown(changed)) return removeLink(list, changed.id);
  const { links, next } = list;
  if (links.some((link) => link.id === changed.id)) {
    return { ...list, links: links.map((link) => (link.id === changed.id ? changed : link)) };
  }
  const older = links.findIndex((link) => link.saved_at < changed.saved_at);
  if (older === -1 && next !== null) return list;
  return { ...list, links: links.toSpliced(older === -1 ? links.length : older, 0, changed) };
}

export const removeLink = (list: LinkList, id: LinkId): LinkList => ({
  ...list,
  links: list.links.filter((link) => link.id !== id),
});

/** Takes back what was done to one link: as it was `before`, after the nearest of its former neighbours, or not there. */
export function restoreLink(list: LinkList, before: LinkList, id: LinkId): LinkList {
  const index = before.links.findIndex((link) => link.id === id);
  const old = before.links[index];
  if (old === undefined) return removeLink(list, id);
  if (list.links.some((link) => link.id === id)) return replaceLink(list, old, () => true);
  const neighbours = before.links.slice(0, index).map((link) => link.id);
  const after = list.links.findLastIndex((link) => neighbours.includes(link.id));
  return { ...list, links: list.links.toSpliced(after + 1, 0, old) };
}

/** How many links from the top must be read again to see what the changed ones are now. */
export function reachOf(list: LinkList, changed: ReadonlySet<LinkId>): number {
  const lastKnown = list.links.findLastIndex((link) => changed.has(link.id));
  return lastKnown + 1 + countUnknown(list, changed);
}

/**
 * Whether `head`, read anew from the top of the list, reaches far enough for {@link mergeHead}: past every changed link
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

/** Puts the head, read anew, in the place of the links it covers; those below it stay as they are. */
export function mergeHead(list: LinkList, head: LinkList, changed: ReadonlySet<LinkId>): LinkList {
  const last = head.links.at(-1);
  if (head.next === null || last === undefined) return head;
  const fresh = new Set(head.links.map((link) => link.id));
  const rest = list.links.filter(
    (link) => !fresh.has(link.id) && !changed.has(link.id) && link.saved_at <= last.saved_at,
  );
  return { links: [...head.links, ...rest], next: rest.length === 0 ? head.next : list.next };
}

/** How many links stand above the first that was there before. */
export function countArrived(before: LinkList, now: LinkList): number {
  const known = new Set(before.links.map((link) => link.id));
  const first = now.links.findIndex((link) => known.has(link.id));
  return first === -1 ? now.links.length : first;
}

function countUnknown(list: LinkList, changed: ReadonlySet<LinkId>): number {
  const known = new Set(list.links.map((link) => link.id));
  return [...changed].filter((id) => !known.has(id)).length;
}
