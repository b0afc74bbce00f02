import type { Link, LinkId } from "@satchel/contracts";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { ListState } from "./addressedList.ts";
import { type Item, itemOf, type WindowOfItems } from "./windowOfItems.ts";

/** The rows of a list. */
export const ROW = "article[data-link]";

/** Animation frames within which a row that was scrolled to appears. */
const FRAMES = 20;

/** The row of a link, while it is rendered. */
export const rowOf = (id: LinkId): HTMLElement | null =>
  document.querySelector(`article[data-link="${CSS.escape(id)}"]`);

/** Focuses the title of a row, and does not scroll to it. */
const focusTitle = (row: Element | null): void =>
  row?.querySelector<HTMLElement>(".link__title a")?.focus({ preventScroll: true });

function focusRow(row: HTMLElement): void {
  focusTitle(row);
  row.scrollIntoView({ block: "nearest" });
}

/** Focuses the row of a link when it is rendered. */
export function focusSoon(id: LinkId, frames = FRAMES): void {
  const row = rowOf(id);
  if (row !== null) focusRow(row);
  else if (frames > 0) requestAnimationFrame(() => focusSoon(id, frames - 1));
}

/** Whether the focus was on an element that is gone. */
const isFocusLost = (): boolean => document.activeElement === document.body;

/**
 * Where the row with the focus leaves the list, because it is deleted, marked or moved, the one that takes its place gets
 * the focus, and the page where the list ends.
 */
export function useFocusAfterRemoval(links: readonly Link[]): void {
  const focused = useRef<LinkId>(undefined);
  const known = useRef(links);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>(ROW) : null;
      focused.current = row?.dataset["link"] as LinkId | undefined;
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, []);
  useLayoutEffect(() => {
    const before = known.current;
    known.current = links;
    if (!isFocusLost() || links.some(({ id }) => id === focused.current)) return;
    const index = before.findIndex(({ id }) => id === focused.current);
    const next = index === -1 ? undefined : links[Math.min(index, links.length - 1)];
    // Not scrolled to: it stands where the other did, which may be far from what is read now.
    if (next !== undefined) focusTitle(rowOf(next.id));
  }, [links]);
  useEffect(
    () => () => {
      if (focused.current !== undefined && isFocusLost())
        document.getElementById("main")?.focus({ preventScroll: true });
    },
    [],
  );
}

/** Gives the focus to the row of the article that was opened from the list, or led back to it. */
export function useWayBack(items: readonly Item[], show: WindowOfItems["show"]): void {
  // After each render: a row far down is rendered once it was scrolled to.
  useEffect(() => {
    const id = (history.state as ListState | null)?.link;
    if (id === undefined) return;
    const row = rowOf(id);
    const index = itemOf(items, id);
    if (row === null && index !== -1) {
      show(index);
    } else {
      history.replaceState(null, "");
      if (row !== null && isFocusLost()) focusRow(row);
    }
  });
}

/** The next row below (1) or above (-1) another one in the same column of the screen. */
export function nextInColumn(row: Element, rows: readonly HTMLElement[], by: 1 | -1): HTMLElement | undefined {
  const from = row.getBoundingClientRect();
  const away = (each: Element): number => (each.getBoundingClientRect().top - from.top) * by;
  return rows
    .filter((each) => Math.abs(each.getBoundingClientRect().left - from.left) < 1 && away(each) > 0)
    .toSorted((a, b) => away(a) - away(b))[0];
}

/** The first visible row, if any. */
export const firstRowInSight = (within: ParentNode): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>(ROW)].find((each) => each.getBoundingClientRect().top >= 0);

/** The index of the first link with a visible row; 0 if there is none. */
export function firstInSight(links: readonly Link[]): number {
  const id = firstRowInSight(document)?.dataset["link"];
  return Math.max(
    0,
    links.findIndex((link) => link.id === id),
  );
}
