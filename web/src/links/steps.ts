import type { Display } from "./display.slice.ts";

/**
 * How many items beyond the visible ones are on the page. Where fewer than `least` are left on one side, some 450 px, items
 * come and go in one step until there are `ahead` on the side that is scrolled to, and `behind` on the other.
 */
const BEYOND: Record<Display, { readonly least: number; readonly ahead: number; readonly behind: number }> = {
  list: { least: 4, ahead: 10, behind: 6 },
  cards: { least: 1, ahead: 3, behind: 2 },
  compact: { least: 10, ahead: 26, behind: 14 },
};

/** The numbers of the first and the last of some items that stand below one another. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/**
 * Which items around the visible ones are on the page: those that are there, as long as they are enough. What a change costs
 * the browser is mostly the same for one row and for several. Where it was scrolled so quickly that none of the visible ones
 * are there, no more come than are needed: the sooner they can be seen.
 * @param before what is on the page; undefined: nothing yet, or something else
 */
export function stretchAround(visible: Stretch, count: number, display: Display, before: Stretch | undefined): Stretch {
  const { least, ahead, behind } = BEYOND[display];
  const within = (first: number, last: number): Stretch => ({
    first: Math.max(0, first),
    last: Math.min(count - 1, last),
  });
  if (before === undefined) return within(visible.first - ahead, visible.last + ahead);
  if (before.last < visible.first) return within(visible.first, visible.last + least);
  if (before.first > visible.last) return within(visible.first - least, visible.last);
  const isShort = {
    above: before.first > Math.max(0, visible.first - least),
    below: before.last < Math.min(count - 1, visible.last + least),
  };
  if (before.last < count && !isShort.above && !isShort.below) return before;
  return within(visible.first - (isShort.above ? ahead : behind), visible.last + (isShort.below ? ahead : behind));
}
