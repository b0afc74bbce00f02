import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useIsPhone } from "../kit/hooks.ts";
import type { Display } from "./list.slice.ts";
import { guessedHeight, headingOver, type Item, WHOLE_UP_TO, type WindowOfItems } from "./windowOfItems.ts";

/** Pixels scrolled from which on what comes in above must not move what is read; nearer to the top it may be seen. */
const READING_FROM = 120;

interface ItemsInWindowProps {
  readonly items: readonly Item[];
  readonly display: Display;
  readonly frame: RefObject<HTMLElement | null>;
  /** The number of the item that has the focus, which stays on the page wherever it is; -1 where none has. */
  readonly kept: RefObject<number>;
  readonly onWindow: (inWindow: WindowOfItems) => void;
}

/**
 * Tells which of many items are on the page, as the window scrolls. What comes in or goes above the visible ones does not
 * move them.
 */
export function ItemsInWindow({ items, display, frame, kept, onWindow }: ItemsInWindowProps): null {
  const [top, setTop] = useState(0);
  const [bar, setBar] = useState(0);
  const isPhone = useIsPhone();
  // The same functions while the items are the same: with others, all ten thousand are gone through each time.
  const estimateSize = useCallback(
    (index: number) => guessedHeight(items[index], display, isPhone),
    [items, display, isPhone],
  );
  const headings = useMemo(() => items.flatMap(({ kind }, index) => (kind === "day" ? [index] : [])), [items]);
  const getItemKey = useCallback((index: number) => `${display} ${items[index]?.key ?? index}`, [items, display]);
  const around = useRef<{ readonly display: Display; readonly stretch: Stretch }>(undefined);
  // What it returns changes without being another object: nothing of it may be memoized, and nothing is.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize,
    getItemKey,
    scrollMargin: top,
    scrollPaddingStart: bar,
    rangeExtractor: ({ startIndex: first, endIndex: last, count }) => {
      if (count <= WHOLE_UP_TO) return Array.from({ length: count }, (_, index) => index);
      const before = around.current?.display === display ? around.current.stretch : undefined;
      const stretch = stretchAround({ first, last }, count, display, before);
      around.current = { display, stretch };
      const near = Array.from({ length: stretch.last - stretch.first + 1 }, (_, nth) => stretch.first + nth);
      // The heading that stays below the top bar, and what has the focus.
      const far = [headingOver(headings, first), kept.current].filter((each) => each >= 0 && each < count);
      return [...new Set([...near, ...far])].toSorted((a, b) => a - b);
    },
  });

  // Asked for while drawing, so that the effects below know the places of these items and not of those before.
  const seen = virtualizer.getVirtualItems();

  // Where the list begins on the page, and what lies over it there.
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
    setBar(Number.parseFloat(getComputedStyle(element).getPropertyValue("--topbar")));
  }, [frame, display]);

  // Before items change: which are visible, and where they stand.
  const visible = useRef<readonly { readonly key: string; readonly start: number }[]>([]);
  useLayoutEffect(() => {
    if (window.scrollY > READING_FROM) {
      const starts = new Map(virtualizer.measurementsCache.map(({ key, start }) => [key, start]));
      const stayed = visible.current.find(({ key }) => starts.has(key));
      const moved = stayed === undefined ? 0 : (starts.get(stayed.key) ?? stayed.start) - stayed.start;
      if (moved !== 0) window.scrollBy(0, moved);
    }
  }, [items, virtualizer]);

  const { measureElement: measure } = virtualizer;
  const show = useCallback<WindowOfItems["show"]>(
    (index, align = "auto") => virtualizer.scrollToIndex(index, { align }),
    [virtualizer],
  );
  useLayoutEffect(() => {
    // For the styles: nothing is under a pointer while it scrolls.
    frame.current?.toggleAttribute("data-moving", virtualizer.isScrolling);
  });
  useLayoutEffect(() => {
    // It has not looked at the page yet.
    if (seen.length === 0 && items.length > 0) return;
    // Not `window.scrollY`: asking for that has the page laid out at once, at each turn.
    const offset = virtualizer.scrollOffset ?? 0;
    visible.current = seen
      .filter(({ start, index }) => start >= offset && items[index]?.kind === "links")
      .map(({ key, start }) => ({ key: String(key), start }));
    onWindow({
      count: items.length,
      shown: seen.map(({ index }) => index),
      gaps: seen.map(({ start }, nth) => start - (seen[nth - 1]?.end ?? top)),
      below: virtualizer.getTotalSize() + top - (seen.at(-1)?.end ?? top),
      measure,
      show,
    });
  });
  return null;
}

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
