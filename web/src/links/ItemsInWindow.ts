import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useIsPhone } from "../kit/hooks.ts";
import type { Display } from "./list.slice.ts";
import { CARD_GAP, guessedHeight, headingOver, type Item, WHOLE_UP_TO, type WindowOfItems } from "./windowOfItems.ts";

/** Pixels of scrolling from which new items above must not move the visible ones; nearer to the top they are shown. */
const READING_FROM = 120;

interface ItemsInWindowProps {
  readonly items: readonly Item[];
  readonly display: Display;
  /** Columns of masonry, in which each item has one. */
  readonly columns: number;
  readonly frame: RefObject<HTMLElement | null>;
  /** The index of the focused item, which always stays in the DOM; -1 for none. */
  readonly kept: RefObject<number>;
  readonly onWindow: (inWindow: WindowOfItems) => void;
}

/**
 * Determines which of many items are in the DOM while the window scrolls. Items added or removed above the visible ones do
 * not move those.
 */
export function ItemsInWindow({ items, display, columns, frame, kept, onWindow }: ItemsInWindowProps): null {
  const [top, setTop] = useState(0);
  const [bar, setBar] = useState(0);
  const isPhone = useIsPhone();
  // Stable while the items are the same: a new function makes the virtualizer process all ten thousand.
  const estimateSize = useCallback(
    (index: number) => guessedHeight(items[index], display, isPhone),
    [items, display, isPhone],
  );
  const headings = useMemo(() => items.flatMap(({ kind }, index) => (kind === "day" ? [index] : [])), [items]);
  const getItemKey = useCallback((index: number) => `${display} ${items[index]?.key ?? index}`, [items, display]);
  const isMasonry = display === "masonry";
  const around = useRef<{ readonly display: Display; readonly stretch: Stretch }>(undefined);
  // It returns a mutable object, so nothing of it is memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize,
    getItemKey,
    scrollMargin: top,
    scrollPaddingStart: bar,
    lanes: isMasonry ? columns : 1,
    // Only a measured card keeps its column, so that the next one comes into the shortest.
    laneAssignmentMode: "measured",
    gap: isMasonry ? CARD_GAP : 0,
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

  // During the render, so that the effects below have the positions of these items and not of the former ones.
  const seen = virtualizer.getVirtualItems();

  // The offset of the list on the page, and the height of the bar above it.
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
    setBar(Number.parseFloat(getComputedStyle(element).getPropertyValue("--topbar")));
  }, [frame, display]);

  // The visible items and their positions before a change.
  const visible = useRef<readonly { readonly key: string; readonly start: number }[]>([]);
  useLayoutEffect(() => {
    if (window.scrollY > READING_FROM) {
      const starts = new Map(virtualizer.measurementsCache.map(({ key, start }) => [key, start]));
      const stayed = visible.current.find(({ key }) => starts.has(key));
      const moved = stayed === undefined ? 0 : (starts.get(stayed.key) ?? stayed.start) - stayed.start;
      if (moved !== 0) window.scrollBy(0, moved);
    }
  }, [items, virtualizer]);

  const isPrinting = usePrinting();
  const { measureElement: measure } = virtualizer;
  const show = useCallback<WindowOfItems["show"]>(
    (index, align = "auto") => virtualizer.scrollToIndex(index, { align }),
    [virtualizer],
  );
  useLayoutEffect(() => {
    // For the styles: no hover effects while it scrolls.
    frame.current?.toggleAttribute("data-moving", virtualizer.isScrolling);
  });
  useLayoutEffect(() => {
    if (isPrinting) return onWindow(onPaper(items.length, display, show));
    // Not measured yet.
    if (seen.length === 0 && items.length > 0) return;
    // Not `window.scrollY`, which forces a layout each time.
    const offset = virtualizer.scrollOffset ?? 0;
    visible.current = seen
      .filter(({ start, index }) => start >= offset && items[index]?.kind === "links")
      .map(({ key, start }) => ({ key: String(key), start }));
    onWindow({
      count: items.length,
      shown: seen.map(({ index }) => index),
      gaps: isMasonry ? [] : seen.map(({ start }, nth) => start - (seen[nth - 1]?.end ?? top)),
      below: isMasonry ? 0 : virtualizer.getTotalSize() + top - (seen.at(-1)?.end ?? top),
      ...(isMasonry && {
        spots: seen.map(({ lane, start }) => ({ column: lane, top: start - top })),
        height: virtualizer.getTotalSize(),
      }),
      measure,
      show,
    });
  });
  return null;
}

/** All items, without gaps between them. Compact rows have no tags; lists do. */
function onPaper(count: number, display: Display, show: WindowOfItems["show"]): WindowOfItems {
  const shown = Array.from({ length: count }, (_, index) => index);
  return {
    count,
    shown,
    gaps: shown.map(() => 0),
    below: 0,
    display: display === "compact" ? "list" : display,
    spots: shown.map(() => ({ column: 0, top: 0 })),
    show,
  };
}

/** Whether the page is being printed. Then it is rendered before the browser goes on. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const onPrint = ({ type }: Event): void => flushSync(() => setPrinting(type === "beforeprint"));
    window.addEventListener("beforeprint", onPrint);
    window.addEventListener("afterprint", onPrint);
    return () => {
      window.removeEventListener("beforeprint", onPrint);
      window.removeEventListener("afterprint", onPrint);
    };
  }, []);
  return isPrinting;
}

/**
 * Items in the DOM beyond the visible ones. When fewer than `least` (some 450 px) are left on one side, items are added and
 * removed in one step, up to `ahead` in the direction of scrolling and `behind` in the other.
 */
const BEYOND: Record<Display, { readonly least: number; readonly ahead: number; readonly behind: number }> = {
  list: { least: 4, ahead: 10, behind: 6 },
  cards: { least: 1, ahead: 3, behind: 2 },
  compact: { least: 10, ahead: 26, behind: 14 },
  masonry: { least: 4, ahead: 12, behind: 8 },
};

/** The indexes of the first and last of consecutive items. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/**
 * The items to have in the DOM: the current ones as long as they are enough, because a change costs about the same for one
 * row and for several. After scrolling so quickly that no visible item is in the DOM, only the necessary ones, which are
 * shown sooner.
 * @param before the current ones; undefined: none, or those of another list
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
