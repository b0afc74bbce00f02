import type { Link } from "@satchel/contracts";
import type { Display } from "./list.slice.ts";

/**
 * Up to so many items are all on the page: the browser's own search finds them, and a long page costs nothing yet.
 * Beyond, only those around the visible ones are.
 */
export const WHOLE_UP_TO = 200;

/** Pixels that items are taken to be high until they are measured. */
const HEIGHTS: Record<Display | "day" | "phone", number> = { list: 112, compact: 44, cards: 348, day: 48, phone: 122 };

/** How high an item is taken to be until it is measured, in pixels. */
export function guessedHeight(item: Item | undefined, display: Display, isPhone: boolean): number {
  if (item?.kind === "day") return HEIGHTS.day;
  return display === "list" && isPhone ? HEIGHTS.phone : HEIGHTS[display];
}

/** Which of many items are on the page. */
export interface WindowOfItems {
  /** How many items there are. */
  readonly count: number;
  /** The numbers of the items that are on the page, from top to bottom. */
  readonly shown: readonly number[];
  /** Pixels of the items that are not on the page above the first, or between two of those that are; by their place. */
  readonly gaps: readonly number[];
  /** The same below the last. */
  readonly below: number;
  /** Takes the height of an element with `data-index`. */
  readonly measure?: (element: HTMLElement | null) => void;
  /** Scrolls until an item is in sight, or stands at the start of what is. */
  readonly show: (index: number, align?: "auto" | "start") => void;
}

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

/** Whether two are the same to look at. */
export const isSameWindow = (a: WindowOfItems, b: WindowOfItems): boolean =>
  a.count === b.count &&
  a.below === b.below &&
  a.measure === b.measure &&
  a.show === b.show &&
  same(a.shown, b.shown) &&
  same(a.gaps, b.gaps);

const heightOf = (items: readonly Item[], display: Display): number =>
  items.reduce((sum, item) => sum + guessedHeight(item, display, false), 0);

/**
 * What of the items is drawn: all of a list that is not long. Of a long one, what was told last (`ItemsInWindow.ts`), with
 * room for what came in since, until it is told of these very items; and the first items as long as nothing was.
 */
export function drawnWindow(items: readonly Item[], display: Display, told?: WindowOfItems): WindowOfItems {
  const count = items.length;
  if (told !== undefined && count > WHOLE_UP_TO) {
    return { ...told, below: told.below + heightOf(items.slice(told.count), display) };
  }
  const shown = Array.from({ length: Math.min(count, WHOLE_UP_TO) }, (_, index) => index);
  const below = heightOf(items.slice(WHOLE_UP_TO), display);
  return { show: () => {}, ...told, count, shown, gaps: shown.map(() => 0), below };
}

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

/** The number of the heading that an item stands under, or is; -1: none. @param headings numbers of all headings */
export const headingOver = (headings: readonly number[], index: number): number =>
  headings.findLast((heading) => heading <= index) ?? -1;

/** The item that a link is in; -1: none. */
export const itemOf = (items: readonly Item[], id: Link["id"]): number =>
  items.findIndex((item) => item.kind === "links" && item.links.some((link) => link.id === id));

/** Pixels between two cards, and how narrow one may get (`cards.css` has the same). */
const CARD_GAP = 24;
const CARD_MIN = 264;

/** How many cards stand side by side in so many pixels. */
export const columnsIn = (width: number): number => Math.max(1, Math.floor((width + CARD_GAP) / (CARD_MIN + CARD_GAP)));
