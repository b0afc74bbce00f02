import type { Link, LinkId } from "@satchel/contracts";

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
