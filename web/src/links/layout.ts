import type { Link } from "@satchel/contracts";

/** What stands below one another in a list: the heading of a day, or the links of one row. */
export type Item =
  | { readonly kind: "day"; readonly key: string; readonly heading: string }
  | {
      readonly kind: "links";
      readonly key: string;
      readonly links: readonly Link[];
      /** The place of the first of them in the list, from 0. */
      readonly from: number;
    };

/** Lays links out in rows of so many columns. `headingOf` says under which day each stands; without it there are none. */
export function itemsOf(
  links: readonly Link[],
  columns: number,
  headingOf: ((link: Link) => string) | undefined,
): readonly Item[] {
  const items: Item[] = [];
  let last: string | undefined;
  for (let from = 0; from < links.length; from += columns) {
    const row = links.slice(from, from + columns);
    const [first] = row;
    if (first === undefined) break;
    const heading = headingOf?.(first);
    if (heading !== undefined && heading !== last) items.push({ kind: "day", key: `day ${heading}`, heading });
    last = heading;
    items.push({ kind: "links", key: first.id, links: row, from });
  }
  return items;
}

/** The item that a link is in; -1: none. */
export const itemOf = (items: readonly Item[], id: Link["id"]): number =>
  items.findIndex((item) => item.kind === "links" && item.links.some((link) => link.id === id));

/** Pixels between two cards, and how narrow one may get (`cards.css` has the same). */
const CARD_GAP = 24;
const CARD_MIN = 264;

/** How many cards stand side by side in so many pixels. */
export const columnsIn = (width: number): number => Math.max(1, Math.floor((width + CARD_GAP) / (CARD_MIN + CARD_GAP)));
