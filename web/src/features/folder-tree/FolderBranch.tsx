import type { FolderId } from "@satchel/contracts";
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import type { FolderRow } from "../../folders/tree.ts";
import { useIsPhone } from "../../kit/hooks.ts";
import { selectCollapsed } from "../../kit/sidebar.slice.ts";
import { useAppSelector } from "../../kit/state.ts";
import { FolderItem } from "./FolderItem.tsx";
import type { FolderTask } from "./FolderTasks.tsx";

/** Milliseconds that the pointer rests on a folder before its subfolders fly out, and is away before they go. */
const OPENS_AFTER_MS = 120;
const CLOSES_AFTER_MS = 220;

/** Pixels that they keep off the edge of the window. */
const MARGIN = 8;

interface Flyout {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** Goes onto the element that flies out. */
  readonly place: (element: HTMLElement | null) => void;
  /** Belongs to the element that holds the folder and what flies out. */
  readonly events: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onPointerEnter: () => void;
    readonly onPointerLeave: (event: PointerEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onClick: (event: { target: EventTarget }) => void;
  };
}

/** What flies out beside a folder of the collapsed sidebar: for a pointer that rests there, a finger, and arrow keys. */
function useFlyout(): Flyout {
  const [isOpen, setOpen] = useState(false);
  const branch = useRef<HTMLDivElement>(null);
  const timer = useRef<number>(undefined);

  const place = useCallback((element: HTMLElement | null) => {
    const folder = branch.current?.firstElementChild?.getBoundingClientRect();
    if (element === null || folder === undefined) return;
    // Over all of the page: the sidebar cuts off what leaves it.
    element.showPopover();
    element.style.top = `${Math.min(folder.top, window.innerHeight - element.offsetHeight - MARGIN)}px`;
  }, []);

  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: globalThis.PointerEvent): void => {
      if (!(target instanceof Node && branch.current?.contains(target))) setOpen(false);
    };
    window.addEventListener("pointerdown", onPress);
    return () => window.removeEventListener("pointerdown", onPress);
  }, [isOpen]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function soon(open: boolean, ms: number): void {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(open), ms);
  }
  const holds = (target: EventTarget | null): boolean => target instanceof Node && !!branch.current?.contains(target);

  function close(): void {
    window.clearTimeout(timer.current);
    if (isOpen && holds(document.activeElement)) branch.current?.querySelector<HTMLElement>("a")?.focus();
    setOpen(false);
  }

  return {
    isOpen,
    toggle: () => (isOpen ? close() : setOpen(true)),
    place,
    events: {
      ref: branch,
      onPointerEnter: () => soon(true, OPENS_AFTER_MS),
      onPointerLeave: ({ pointerType }) => {
        // A finger leaves as it is lifted.
        // Nor is it away while a menu of a subfolder is open.
        if (pointerType === "mouse" && document.querySelector("dialog[open]") === null) soon(false, CLOSES_AFTER_MS);
      },
      onBlur: ({ relatedTarget }) => {
        if (relatedTarget !== null && !holds(relatedTarget)) setOpen(false);
      },
      onKeyDown: (event) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.preventDefault();
        close();
      },
      onClick: ({ target }) => {
        if (target instanceof Element && target.closest(".flyout a") !== null) close();
      },
    },
  };
}

interface FolderBranchProps {
  readonly row: FolderRow;
  readonly subfolders: readonly FolderRow[];
  /** The folder that is shown. */
  readonly current: FolderId | undefined;
  readonly isClosed: boolean;
  readonly onToggle: () => void;
  readonly onTask: (task: FolderTask) => void;
  /** The form that asks for the name of a new subfolder, while it is there. */
  readonly form: ReactNode;
}

/** A folder with its subfolders: below it, or beside it where the sidebar is collapsed. */
export function FolderBranch({ row, subfolders, current, isClosed, onToggle, onTask, form }: FolderBranchProps) {
  const collapsed = useAppSelector(selectCollapsed);
  const isPhone = useIsPhone();
  const isNarrow = collapsed && !isPhone;
  const { isOpen: isFlown, toggle, place, events } = useFlyout();
  const isOpen = subfolders.length === 0 ? undefined : isNarrow ? isFlown : !isClosed;
  const items = subfolders.map((each) => (
    <FolderItem key={each.id} row={each} isCurrent={each.id === current} onTask={onTask} />
  ));

  return (
    <div {...(isNarrow && events)}>
      <FolderItem
        row={row}
        isCurrent={row.id === current}
        holdsCurrent={isNarrow && subfolders.some(({ id }) => id === current)}
        isOpen={isOpen}
        onToggle={isNarrow ? toggle : onToggle}
        onTask={onTask}
      />
      {form}
      {isOpen === true && !isNarrow && items}
      {isOpen === true && isNarrow && (
        <div className="flyout" popover="manual" ref={place}>
          <p aria-hidden="true">
            <bdi>{row.name}</bdi>
          </p>
          {items}
        </div>
      )}
    </div>
  );
}
