import { ChevronRight, Ellipsis, Folder as FolderIcon, FolderOpen, FolderSearch, Plus } from "lucide-react";
import { Link } from "wouter";
import { skipToken } from "@reduxjs/toolkit/query";
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefCallback,
  useCallback,
  useEffect,
  useRef,
} from "react";
import { useTranslation } from "react-i18next";
import type { FolderTask } from "./FolderTasks.tsx";
import { type MenuPoint, below } from "../../kit/menuPlace.ts";
import type { DragItem, Offer, Placement } from "../../kit/dnd/parts.ts";
import { part } from "../../kit/parts/part.tsx";
import { ALL, pathOfView, viewOfFolder } from "../../links/view.ts";
import { canHaveChildren, decideMove, type FolderRow, initialsOf, isVirtual } from "../../folders/tree.ts";
import { numberIn } from "../../kit/i18n/language.ts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { useCount } from "../../links/lists.api.ts";
import { useDropOn, useSource } from "../../kit/dnd/useZone.ts";
import { useMoveFolder } from "./useMoveFolder.ts";
import { IconButton } from "../../kit/IconButton.tsx";

/** Milliseconds of a drag over a closed folder until it opens. */
const OPENS_AFTER_MS = 600;

interface FolderDnd {
  readonly ref: RefCallback<HTMLElement>;
  /** The row's class while it is dragged, or a drag is over it. */
  readonly className: string | undefined;
}

/**
 * Makes the row of a folder draggable, and a target for links and folders. `open` opens it if it is closed.
 */
function useFolderDnd(row: FolderRow, open: (() => void) | undefined): FolderDnd {
  const { t } = useTranslation("folders");
  const inLanguage = useCatalogue();
  const { folders, move } = useMoveFolder();
  const { id, name, emoji } = row;

  const source = useSource(() => (isVirtual(id) ? null : { kind: "folder", id, name, emoji }));
  const target = useDropOn(row.search === null ? { kind: "folder", id, name } : null, {
    offer: (dragged: DragItem, placement: Placement | undefined): Offer | null => {
      if (dragged.kind !== "folder") return null;
      const decision = decideMove(folders, dragged.id, id, placement);
      if (decision.kind === "stay") return null;
      const at = placement ?? "into";
      return decision.kind === "refused"
        ? { placement: at, text: inLanguage(decision.text), isRefused: true }
        : { placement: at, text: t(`drag.${at}`, { name }), isRefused: false };
    },
    drop: (dragged, placement) => {
      if (dragged.kind === "folder") void move(decideMove(folders, dragged.id, id, placement));
    },
  });

  const isOver = target.className !== undefined;
  useEffect(() => {
    if (!isOver || open === undefined) return;
    const timer = window.setTimeout(open, OPENS_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [isOver, open]);

  const asSource = source.ref;
  const asTarget = target.ref;
  const ref = useCallback(
    (element: HTMLElement | null) => {
      const ends = [asSource(element), asTarget(element)];
      return () => ends.forEach((end) => end?.());
    },
    [asSource, asTarget],
  );
  return { ref, className: source.isDragged ? "is-dragged" : target.className };
}

const FolderExtras = part("folder-tree/FolderExtras", async () => (await import("./FolderExtras.tsx")).FolderExtras, {
  isLater: true,
  texts: ["folder-tree"],
});

interface FolderItemProps {
  readonly row: FolderRow;
  readonly isCurrent: boolean;
  /** Whether one of its subfolders is current and not visible. */
  readonly holdsCurrent?: boolean;
  /** Whether its children are shown; undefined without children. */
  readonly isOpen?: boolean | undefined;
  readonly onToggle?: () => void;
  readonly onTask: (task: FolderTask) => void;
}

/** Keys on a folder, and their actions. */
const KEYS: Readonly<Record<string, "edit" | "delete">> = { F2: "edit", Delete: "delete" };

function Twist({ row, isOpen, onToggle }: Pick<FolderItemProps, "row" | "isOpen" | "onToggle">) {
  const { t } = useTranslation("folders");
  if (isOpen === undefined) return <i className="twist" />;
  return (
    <button
      type="button"
      className={isOpen ? "twist open" : "twist"}
      aria-expanded={isOpen}
      aria-label={t("subfolders", { name: row.name })}
      onClick={onToggle}
    >
      <ChevronRight className="icon" />
    </button>
  );
}

/** The icon of a folder: its emoji, else a folder in its color. */
function Sign({ row: { emoji, color, search }, isOpen }: { row: FolderRow; isOpen: boolean }): ReactNode {
  if (emoji !== null) return <i className="folder-emoji">{emoji}</i>;
  const Icon = search !== null ? FolderSearch : isOpen ? FolderOpen : FolderIcon;
  return <Icon className="icon" style={color === null ? undefined : { color }} />;
}

/** One folder in the sidebar. The current folder links back to all links (it is deselected). */
export function FolderItem({ row, isCurrent, holdsCurrent = false, isOpen, onToggle, onTask }: FolderItemProps) {
  const { t, i18n } = useTranslation("folders");
  const element = useRef<HTMLElement | null>(null);
  const dnd = useFolderDnd(row, isOpen === false ? onToggle : undefined);
  const { id, name, search } = row;
  // That of a smart folder is counted by `FolderExtras`.
  const count = useCount(search === null ? { folder_id: id } : skipToken)?.count;
  const isTop = row.parent === null;
  const hasSign = isTop || row.emoji !== null || row.color !== null || search !== null;
  const classes = [
    "nav",
    isTop ? "nav--folder" : "nav--child",
    (isCurrent || holdsCurrent) && "is-current",
    dnd.className,
  ];
  const openMenu = (at: MenuPoint) => onTask({ kind: "menu", row, at });

  // In a long tree it may be out of sight, where it was opened by a search or the palette.
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);

  const dndRef = dnd.ref;
  const ref = useCallback(
    (node: HTMLElement | null) => {
      element.current = node;
      return dndRef(node);
    },
    [dndRef],
  );

  function onContextMenu(event: MouseEvent): void {
    if (isVirtual(id)) return;
    event.preventDefault();
    // For the keyboard's menu key browsers report the middle of the link, or no position.
    const box = event.currentTarget.getBoundingClientRect();
    openMenu({ x: event.clientX || box.left, y: event.clientY || box.bottom });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const kind = KEYS[event.key];
    if (kind === undefined || isVirtual(id)) return;
    event.preventDefault();
    onTask({ kind, row });
  }

  return (
    <div
      ref={ref}
      className={classes.filter(Boolean).join(" ")}
      data-folder={id}
      data-initial={row.emoji ?? initialsOf(name)}
      style={row.color === null ? undefined : ({ "--folder": row.color } as CSSProperties)}
      title={name}
      onContextMenu={onContextMenu}
    >
      {isTop && <Twist row={row} isOpen={isOpen} {...(onToggle && { onToggle })} />}
      {hasSign && <Sign row={row} isOpen={isOpen === true} />}
      <Link
        to={pathOfView(isCurrent ? ALL : viewOfFolder(row))}
        aria-label={search !== null ? t("smart", { name }) : count === undefined ? name : t("counted", { name, count })}
        aria-current={isCurrent ? "page" : undefined}
        onKeyDown={onKeyDown}
      >
        <bdi>{name}</bdi>
      </Link>
      {count !== undefined && count > 0 && <small>{numberIn(i18n.language, count)}</small>}
      <FolderExtras id={id} search={search} />
      <i className="more">
        {canHaveChildren(row) && (
          <IconButton
            label={t("newSubfolder", { name })}
            icon={Plus}
            size="m"
            className="more__new"
            onClick={() => onTask({ kind: "create", row })}
          />
        )}
        {!isVirtual(id) && (
          <IconButton
            label={t("more", { name })}
            icon={Ellipsis}
            size="m"
            aria-haspopup="menu"
            onClick={(event) => openMenu(below(event.currentTarget))}
          />
        )}
      </i>
    </div>
  );
}
