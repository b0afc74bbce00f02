import type { Link, LinkId } from "@satchel/contracts";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useAppDispatch, useAppSelector } from "../kit/state.ts";
import { pick, visitedToggled } from "./selection/selected.ts";
import {
  rangeBetween,
  rangeSelected,
  selectionCleared,
  selectIsSelecting,
  selectSelection,
} from "./selection/selection.slice.ts";
import { sideways, walkControls } from "../kit/tabStop.ts";
import { changeOf, deletionOf } from "./changes.api.ts";
import { dialogOpened } from "./list.slice.ts";
import { chooseDisplay } from "./ViewSwitch.tsx";
import { firstInSight, focusSoon, nextInColumn, ROW, rowOf, useFocusAfterRemoval, useWayBack } from "./rowFocus.ts";
import { type Item, itemOf, type WindowOfItems } from "./windowOfItems.ts";
import type { Detail } from "./useDetail.ts";

/** A shortcut of a list of links; its text is `keys.<id>` in the namespace "sheet". */
interface LinkKey {
  readonly id:
    | "next"
    | "previous"
    | "extend"
    | "open"
    | "read"
    | "details"
    | "edit"
    | "favorite"
    | "visited"
    | "move"
    | "tag"
    | "remind"
    | "select"
    | "delete"
    | "jump"
    | "list"
    | "cards"
    | "compact"
    | "masonry";
  /** Values of `KeyboardEvent.key` in lower case, any of them. */
  readonly keys: readonly string[];
  /** Its group on the list of shortcuts: actions on a link, or the display. */
  readonly group: "link" | "view";
}

/** All shortcuts of the list. Arrows work while it has the focus, the others outside of input fields. */
export const linkKeys: readonly LinkKey[] = [
  { id: "next", keys: ["j", "arrowdown"], group: "link" },
  { id: "previous", keys: ["k", "arrowup"], group: "link" },
  { id: "extend", keys: ["shift+arrowdown", "shift+arrowup"], group: "link" },
  { id: "open", keys: ["enter"], group: "link" },
  { id: "read", keys: ["r"], group: "link" },
  { id: "details", keys: ["o", "i"], group: "link" },
  { id: "edit", keys: ["e"], group: "link" },
  { id: "favorite", keys: ["f"], group: "link" },
  { id: "visited", keys: ["u"], group: "link" },
  { id: "move", keys: ["m"], group: "link" },
  { id: "tag", keys: ["t"], group: "link" },
  { id: "remind", keys: ["b"], group: "link" },
  { id: "select", keys: ["x"], group: "link" },
  { id: "delete", keys: ["#", "delete"], group: "link" },
  { id: "jump", keys: ["d"], group: "view" },
  { id: "list", keys: ["1"], group: "view" },
  { id: "cards", keys: ["2"], group: "view" },
  { id: "compact", keys: ["3"], group: "view" },
  { id: "masonry", keys: ["4"], group: "view" },
];

const byKey = new Map(linkKeys.flatMap(({ id, keys }) => keys.map((key) => [key, id] as const)));

/** The shortcut of a key, if any. */
const linkKeyOf = (key: string): LinkKey["id"] | undefined => byKey.get(key.toLowerCase());

interface ListOnPage {
  readonly links: readonly Link[];
  readonly items: readonly Item[];
  readonly columns: number;
  /** Whether the columns have no rows: up and down is then what is above and below on the screen. */
  readonly isMasonry: boolean;
  readonly show: WindowOfItems["show"];
  readonly frame: RefObject<HTMLElement | null>;
  readonly detail: Detail;
  /** Opens the menu of the list's headings. Says whether there is one. */
  readonly onJump: () => boolean;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input:not(.box), textarea, select"));

/** Handles the shortcuts of the list while it is mounted. */
export function ListKeys(list: ListOnPage): null {
  const dispatch = useAppDispatch();
  useFocusAfterRemoval(list.links);
  useWayBack(list.items, list.show);
  const isSelecting = useAppSelector(selectIsSelecting);
  const selection = useAppSelector(selectSelection);
  const latest = useRef({ list, isSelecting, selection });
  useLayoutEffect(() => {
    latest.current = { list, isSelecting, selection };
  });

  useEffect(() => {
    const focused = (): LinkId | undefined =>
      document.activeElement?.closest<HTMLElement>(ROW)?.dataset["link"] as LinkId | undefined;

    /** Start and end of the range selected by Shift and arrows, and the selection before it. */
    let range: { readonly from: LinkId; readonly to: LinkId; readonly before: readonly LinkId[] } | undefined;

    function go(by: number): boolean {
      const { links, items, show } = latest.current.list;
      const from = focused() ?? latest.current.list.detail.openId ?? undefined;
      const index = links.findIndex(({ id }) => id === from);
      const next = links[index === -1 ? firstInSight(links) : Math.min(Math.max(index + by, 0), links.length - 1)];
      if (next === undefined) return false;
      if (rowOf(next.id) === null) show(itemOf(items, next.id));
      focusSoon(next.id);
      return true;
    }

    /** How far in the list the link below (1) or above (-1) the focused one is. */
    function stepInColumn(by: 1 | -1): number {
      const { links, columns, isMasonry, frame } = latest.current.list;
      const row = document.activeElement?.closest(ROW);
      if (!isMasonry || row === null || row === undefined || frame.current === null) return by * columns;
      const id = nextInColumn(row, [...frame.current.querySelectorAll<HTMLElement>(ROW)], by)?.dataset["link"];
      const to = links.findIndex((link) => link.id === id);
      return to === -1 ? 0 : to - links.findIndex((link) => link.id === focused());
    }

    /** Moves the focus and extends or reduces the range to it. */
    function extend(by: number): boolean {
      const order = latest.current.list.links.map(({ id }) => id);
      const at = focused();
      const { ids, whole } = latest.current.selection;
      if (at === undefined || whole !== null) return false;
      if (range?.to !== at || ids[at] !== true) range = { from: at, to: at, before: Object.keys(ids) as LinkId[] };
      const to = order[Math.min(Math.max(order.indexOf(at) + by, 0), order.length - 1)] ?? at;
      range = { ...range, to };
      dispatch(rangeSelected({ ids: [...range.before, ...rangeBetween(order, range.from, to)], last: to }));
      return go(by);
    }

    function act(key: ReturnType<typeof linkKeyOf>, event: KeyboardEvent): boolean {
      const { list: on } = latest.current;
      const id = focused() ?? on.detail.openId;
      const link = on.links.find((each) => each.id === id);
      if (link === undefined) return false;
      switch (key) {
        case "details":
          on.detail.open(link.id);
          return true;
        case "read": {
          const way = rowOf(link.id)?.querySelector<HTMLElement>(".link__read");
          way?.click();
          return way !== null && way !== undefined;
        }
        case "edit":
          on.detail.open(link.id, { edit: true });
          return true;
        case "favorite":
          dispatch(changeOf({ link, change: { is_favorite: !link.is_favorite }, isSaid: true }));
          return true;
        case "visited":
          dispatch(visitedToggled(link));
          return true;
        case "move":
        case "tag":
        case "remind":
          dispatch(dialogOpened({ kind: key, link }));
          return true;
        case "select":
          dispatch(pick(link.id, event.shiftKey));
          return true;
        case "delete":
          dispatch(deletionOf(link));
          return true;
        default:
          return false;
      }
    }

    function run(event: KeyboardEvent): boolean {
      const { list: on, isSelecting: selecting } = latest.current;
      if (event.key.startsWith("Arrow") && focused() === undefined) return false;
      const side = sideways(event.key);
      if (side !== undefined) {
        if (on.columns > 1) return event.shiftKey ? extend(side) : go(side);
        const row = document.activeElement?.closest(ROW);
        return row !== null && row !== undefined && walkControls(row, side);
      }
      const isArrow = event.key.startsWith("Arrow");
      const step = (by: 1 | -1): number => (isArrow ? stepInColumn(by) : by);
      if (event.shiftKey && isArrow) return extend(step(event.key === "ArrowDown" ? 1 : -1));
      if (event.key === "Escape") {
        if (selecting) dispatch(selectionCleared());
        else if (on.detail.openId !== null) on.detail.close();
        return selecting || on.detail.openId !== null;
      }
      const key = linkKeyOf(event.key);
      switch (key) {
        case "next":
          return go(step(1));
        case "previous":
          return go(step(-1));
        case "jump":
          return on.onJump();
        case "list":
        case "cards":
        case "compact":
        case "masonry":
          dispatch(chooseDisplay(key));
          return true;
        default:
          return act(key, event);
      }
    }

    function onKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return;
      if (run(event)) event.preventDefault();
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [dispatch]);
  return null;
}
