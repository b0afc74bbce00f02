import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { useIsPhone } from "../search/useIsPhone.ts";
import type { Display } from "./display.slice.ts";
import type { Item } from "./layout.ts";

/**
 * Up to so many items are all on the page: the browser's own search finds them, and a long page costs nothing yet.
 * Beyond, only those around the visible ones are.
 */
const WHOLE_UP_TO = 200;

/** Items above and below the visible ones that are on the page as well, so that scrolling never shows a gap. */
const AHEAD = 8;

/** Pixels scrolled from which on what comes in above must not move what is read; nearer to the top it may be seen. */
const READING_FROM = 120;

/** Pixels that items are taken to be high until they are measured. */
const HEIGHTS: Record<Display | "day" | "phone", number> = { list: 112, compact: 44, cards: 348, day: 48, phone: 122 };

export interface WindowOfItems {
  /** The items that are on the page, from top to bottom. */
  readonly shown: readonly VirtualItem[];
  /** Pixels of the items that are not on the page above the first, or between two of those that are; by their place. */
  readonly gaps: readonly number[];
  /** The same below the last. */
  readonly below: number;
  /** Takes the height of an element with `data-index`. */
  readonly measure: (element: HTMLElement | null) => void;
  /** Scrolls until an item is in sight. */
  readonly show: (index: number) => void;
  /** Keeps an item on the page wherever it is: it has the focus. */
  readonly keep: (index: number) => void;
}

/**
 * Which of many items are on the page, as the window scrolls. What comes in or goes above the visible ones does not move
 * them.
 */
export function useWindowOfItems(
  items: readonly Item[],
  display: Display,
  frame: RefObject<HTMLElement | null>,
): WindowOfItems {
  const kept = useRef(-1);
  const [top, setTop] = useState(0);
  const isPhone = useIsPhone();
  // The same functions while the items are the same: with others, all ten thousand are gone through anew at each turn.
  const estimateSize = useCallback(
    (index: number) => {
      if (items[index]?.kind === "day") return HEIGHTS.day;
      return display === "list" && isPhone ? HEIGHTS.phone : HEIGHTS[display];
    },
    [items, display, isPhone],
  );
  const getItemKey = useCallback((index: number) => `${display} ${items[index]?.key ?? index}`, [items, display]);
  // What it returns changes without being another object: nothing of it may be memoized, and nothing is.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize,
    getItemKey,
    overscan: AHEAD,
    scrollMargin: top,
    rangeExtractor: (range) => {
      if (range.count <= WHOLE_UP_TO) return Array.from({ length: range.count }, (_, index) => index);
      const near = defaultRangeExtractor(range);
      const far = kept.current;
      return far < 0 || far >= range.count || near.includes(far) ? near : [...near, far].toSorted((a, b) => a - b);
    },
  });

  // Where the list begins on the page.
  useLayoutEffect(() => {
    const element = frame.current;
    if (element !== null) setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
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
  useLayoutEffect(() => {
    // Not `window.scrollY`: asking for that has the page laid out at once, at each turn.
    const offset = virtualizer.scrollOffset ?? 0;
    visible.current = virtualizer
      .getVirtualItems()
      .filter(({ start, index }) => start >= offset && items[index]?.kind === "links")
      .map(({ key, start }) => ({ key: String(key), start }));
  });

  const show = useCallback((index: number) => virtualizer.scrollToIndex(index, { align: "auto" }), [virtualizer]);
  const keep = useCallback((index: number) => void (kept.current = index), []);
  const shown = virtualizer.getVirtualItems();
  const gaps = shown.map(({ start }, nth) => start - (shown[nth - 1]?.end ?? top));
  const below = virtualizer.getTotalSize() + top - (shown.at(-1)?.end ?? top);
  return { shown, gaps, below, measure: virtualizer.measureElement, show, keep };
}
