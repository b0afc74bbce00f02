import type { Link } from "@satchel/contracts";
import type { Display } from "./list.slice.ts";

/**
 * Items up to which all are in the DOM, where the browser's own search finds them. Of more, only those around the visible
 * ones.
 */
export const WHOLE_UP_TO = 200;

/** Assumed heights of items in pixels until they are measured. */
const HEIGHTS: Record<Display | "day" | "phone", number> = {
  list: 112,
  compact: 44,
  cards: 348,
  masonry: 348,
  day: 48,
  phone: 122,
};

/** The assumed height of an item in pixels until it is measured. */
export function guessedHeight(item: Item | undefined, display: Display, isPhone: boolean): number {
  if (item?.kind === "day") return HEIGHTS.day;
  return display === "list" && isPhone ? HEIGHTS.phone : HEIGHTS[display];
}

/** Where an item of several columns is: its column, and pixels from the top of the list. */
interface Spot {
  readonly column: number;
  readonly top: number;
}

/** The items in the DOM. */
export interface WindowOfItems {
  /** Number of all items. */
  readonly count: number;
  /** Indexes of the items in the DOM, from top to bottom. */
  readonly shown: readonly number[];
  /** Pixels of the items missing above the first one, or before each of the others. */
  readonly gaps: readonly number[];
  /** Pixels of the items missing below the last one. */
  readonly below: number;
  /** On paper: how they are shown instead. */
  readonly display?: Display;
  /** In masonry: where each shown item is, and the height of all items in pixels. */
  readonly spots?: readonly Spot[];
  readonly height?: number;
  /** Measures an element with `data-index`. */
  readonly measure?: (element: HTMLElement | null) => void;
  /** Scrolls an item into view, or to the top of it. */
  readonly show: (index: number, align?: "auto" | "start") => void;
}

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

const isSameSpots = (a: readonly Spot[], b: readonly Spot[]): boolean =>
  a.length === b.length && a.every(({ column, top }, index) => column === b[index]?.column && top === b[index]?.top);

/** Whether two windows render the same. */
export const isSameWindow = (a: WindowOfItems, b: WindowOfItems): boolean =>
  a.count === b.count &&
  a.below === b.below &&
  a.measure === b.measure &&
  a.show === b.show &&
  a.height === b.height &&
  same(a.shown, b.shown) &&
  same(a.gaps, b.gaps) &&
  isSameSpots(a.spots ?? [], b.spots ?? []);

const heightOf = (items: readonly Item[], display: Display): number =>
  items.reduce((sum, item) => sum + guessedHeight(item, display, false), 0);

/**
 * The items to render: all of a short list. Of a long one, the last result of `ItemsInWindow.ts`, with space for items added
 * since, until there is one for the current items; at first the first items. In masonry none before their places are known.
 */
export function drawnWindow(items: readonly Item[], display: Display, told?: WindowOfItems): WindowOfItems {
  const count = items.length;
  if (display === "masonry") {
    return told?.spots === undefined ? { show: () => {}, count, shown: [], gaps: [], below: 0 } : { ...told, below: 0 };
  }
  if (told !== undefined && count > WHOLE_UP_TO) {
    return { ...told, below: told.below + heightOf(items.slice(told.count), display) };
  }
  const shown = Array.from({ length: Math.min(count, WHOLE_UP_TO) }, (_, index) => index);
  const below = heightOf(items.slice(WHOLE_UP_TO), display);
  return { show: () => {}, ...told, count, shown, gaps: shown.map(() => 0), below };
}

/** An item of a list: the heading of a day, or a row with one or more links. */
export type Item =
  | { readonly kind: "day"; readonly key: string; readonly heading: string }
  | {
      readonly kind: "links";
      readonly key: string;
      readonly links: readonly Link[];
      /** The index of its first link in the list. */
      readonly from: number;
    };

/** Arranges links in rows of a number of columns, under the headings of `headingOf`, if given. */
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

/** The index of the heading above an item, or of the item itself; -1: none. @param headings indexes of all headings */
export const headingOver = (headings: readonly number[], index: number): number =>
  headings.findLast((heading) => heading <= index) ?? -1;

/** The index of a link's item; -1: none. */
export const itemOf = (items: readonly Item[], id: Link["id"]): number =>
  items.findIndex((item) => item.kind === "links" && item.links.some((link) => link.id === id));

/** Pixels between two cards, and how narrow one may get (`cards.css` has the same). */
export const CARD_GAP = 24;
const CARD_MIN = 264;

/** The number of cards side by side in a width in pixels. */
export const columnsIn = (width: number): number => Math.max(1, Math.floor((width + CARD_GAP) / (CARD_MIN + CARD_GAP)));
