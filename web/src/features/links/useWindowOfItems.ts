import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "react";
import { useIsPhone } from "../search/useIsPhone.ts";
import type { Display } from "./display.slice.ts";
import { Heights } from "./heights.ts";
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
const GUESSED: Record<Display | "day" | "phone", number> = { list: 112, compact: 44, cards: 348, day: 48, phone: 122 };

export interface WindowOfItems {
  /** The numbers of the items that are on the page, from top to bottom. */
  readonly shown: readonly number[];
  /** Pixels of the items that are not on the page above the first, or between two of those that are; by their place. */
  readonly gaps: readonly number[];
  /** The same below the last. */
  readonly below: number;
  /** Scrolls until an item is in sight. */
  readonly show: (index: number) => void;
  /** Keeps an item on the page wherever it is: it has the focus. */
  readonly keep: (index: number) => void;
}

/** The first and the last item in sight. */
interface InSight {
  readonly first: number;
  readonly last: number;
}

/** The numbers of the items on the page: around those in sight, and the one that is kept. */
export function shownOf(count: number, { first, last }: InSight, kept: number): number[] {
  if (count <= WHOLE_UP_TO) return Array.from({ length: count }, (_, index) => index);
  const from = Math.max(0, Math.min(first, count - 1) - AHEAD);
  const to = Math.min(count - 1, last + AHEAD);
  const near = Array.from({ length: to - from + 1 }, (_, nth) => from + nth);
  if (kept < 0 || kept >= count || (kept >= from && kept <= to)) return near;
  return kept < from ? [kept, ...near] : [...near, kept];
}

/**
 * Which of many items are on the page, as the window scrolls. What comes in or goes above the visible ones does not move
 * them. The elements of items have their number as `data-index`, and are measured as they come.
 */
export function useWindowOfItems(
  items: readonly Item[],
  display: Display,
  frame: RefObject<HTMLElement | null>,
): WindowOfItems {
  const isPhone = useIsPhone();
  const heights = useHeights(items, display, isPhone);
  const [inSight, setInSight] = useState<InSight>({ first: 0, last: 0 });
  const [kept, setKept] = useState(-1);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const latest = useRef({ heights, at: 0 });

  /** Looks where the list stands, and which of its items are in sight. */
  const look = useCallback(() => {
    const element = frame.current;
    if (element === null) return;
    const at = -element.getBoundingClientRect().top;
    const { heights: now } = latest.current;
    latest.current.at = at;
    if (now.count <= WHOLE_UP_TO) return;
    const first = now.indexAt(at);
    const last = now.indexAt(at + window.innerHeight);
    setInSight((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, [frame]);

  useEffect(() => {
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [look]);

  // Other items: what is read stays where it is.
  useLayoutEffect(() => {
    const { heights: before, at } = latest.current;
    latest.current.heights = heights;
    const moved = before === heights || at <= READING_FROM ? 0 : before.movedIn(heights, at);
    if (moved !== 0) window.scrollBy(0, moved);
    look();
  }, [heights, look]);

  useMeasuring(frame, (measured) => {
    const { heights: now, at } = latest.current;
    const { moved, isOther } = now.measured(measured, at);
    if (moved !== 0 && at > READING_FROM) window.scrollBy(0, moved);
    if (isOther && now.count > WHOLE_UP_TO) redraw();
  });

  const show = useCallback(
    (index: number) => {
      const element = frame.current;
      if (element === null) return;
      const { heights: now } = latest.current;
      const top = element.getBoundingClientRect().top;
      const start = top + now.startOf(index);
      const end = top + now.startOf(index + 1);
      if (start < 0) window.scrollBy(0, start);
      else if (end > window.innerHeight) window.scrollBy(0, end - window.innerHeight);
      look();
    },
    [frame, look],
  );

  const shown = shownOf(heights.count, inSight, kept);
  const endOf = (index: number | undefined): number => (index === undefined ? 0 : heights.startOf(index + 1));
  const gaps = shown.map((index, nth) => heights.startOf(index) - endOf(shown[nth - 1]));
  return { shown, gaps, below: heights.startOf(heights.count) - endOf(shown.at(-1)), show, keep: setKept };
}

function useHeights(items: readonly Item[], display: Display, isPhone: boolean): Heights {
  const look = display === "list" && isPhone ? "phone" : display;
  const [known] = useState(() => ({ list: new Map(), compact: new Map(), cards: new Map(), phone: new Map() }));
  return useMemo(
    () => new Heights(items, { day: GUESSED.day, links: GUESSED[look] }, known[look]),
    [items, look, known],
  );
}

/** Tells the heights of the items' elements, by number, as they come onto the page and as they change. */
function useMeasuring(
  frame: RefObject<HTMLElement | null>,
  onMeasured: (heights: ReadonlyMap<number, number>) => void,
): void {
  const tell = useRef(onMeasured);
  const observer = useRef<ResizeObserver>(null);
  const observed = useRef(new Set<Element>());
  useLayoutEffect(() => {
    tell.current = onMeasured;
  });

  useLayoutEffect(() => {
    const seen = observed.current;
    const watching = new ResizeObserver((entries) => {
      const heights = new Map<number, number>();
      for (const { target, borderBoxSize } of entries) {
        const [box] = borderBoxSize;
        if (target.isConnected && box !== undefined)
          heights.set(Number((target as HTMLElement).dataset["index"]), box.blockSize);
      }
      tell.current(heights);
    });
    observer.current = watching;
    return () => {
      watching.disconnect();
      seen.clear();
    };
  }, []);

  // After every rendering: which items are on the page may be others.
  useLayoutEffect(() => {
    const now = new Set<Element>(frame.current?.querySelectorAll(":scope > [data-index]"));
    for (const element of observed.current) if (!now.has(element)) observer.current?.unobserve(element);
    for (const element of now) if (!observed.current.has(element)) observer.current?.observe(element);
    observed.current = now;
  });
}
