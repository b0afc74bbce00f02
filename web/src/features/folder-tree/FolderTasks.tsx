import {
  ArrowDown,
  ArrowUp,
  BookOpen,
  CircleArrowDown,
  Folder as FolderIcon,
  FolderInput,
  FolderOutput,
  FolderPlus,
  Pencil,
  Rss,
  Share2,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DeleteFolderDialog } from "./DeleteFolderDialog.tsx";
import { EditFolderDialog } from "./EditFolderDialog.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Menu, MenuItem } from "../../kit/Menu.tsx";
import type { MenuPoint } from "../../kit/menuPlace.ts";
import {
  canHaveChildren,
  decideMove,
  decideStep,
  decideUnder,
  type Decision,
  type FolderRow,
  rowsOf,
} from "../../folders/tree.ts";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { selectCanKeep } from "../../links/kept.slice.ts";
import { filtersOfSearch } from "../../links/view.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";
import { useMoveFolder } from "./useMoveFolder.ts";
import type { Placement } from "../../kit/dnd/parts.ts";
import "./folders.css";

interface FolderTasksProps {
  readonly task: FolderTask;
  readonly onTask: (task: FolderTask) => void;
  readonly onDone: () => void;
}

/** The menu or dialog of a folder's task. */
export function FolderTasks({ task, onTask, onDone }: FolderTasksProps) {
  switch (task.kind) {
    case "menu":
      return <FolderMenu row={task.row} at={task.at} onTask={onTask} onDone={onDone} />;
    case "edit":
      return <EditFolderDialog row={task.row} onDone={onDone} />;
    case "move":
      return <MoveFolderDialog row={task.row} onDone={onDone} />;
    case "delete":
      return <DeleteFolderDialog row={task.row} onDone={onDone} />;
    case "create":
      return null;
  }
}

/** A task on a folder. */
export type FolderTask =
  | { readonly kind: "menu"; readonly row: FolderRow; readonly at: MenuPoint }
  | { readonly kind: "create" | "edit" | "move" | "delete"; readonly row: FolderRow };

interface FolderMenuProps {
  readonly row: FolderRow;
  /** Position of the menu. */
  readonly at: MenuPoint;
  readonly onTask: (task: FolderTask) => void;
  readonly onDone: () => void;
}

/** The menu of a folder, beside the pointer; a sheet on the phone. */
function FolderMenu({ row, at, onTask, onDone }: FolderMenuProps) {
  const { t } = useTranslation("folder-tree");
  const dispatch = useAppDispatch();
  const { folders, move } = useMoveFolder();
  const canKeep = useAppSelector(selectCanKeep);
  const { id, name } = row;
  const up = decideStep(folders, row.id, "up");
  const down = decideStep(folders, row.id, "down");

  const closing = (action: () => void) => () => {
    onDone();
    action();
  };

  return (
    <Menu label={t("menu.label", { name: row.name })} at={at} onClose={onDone}>
      {canHaveChildren(row) && (
        <MenuItem icon={FolderPlus} label={t("menu.newSubfolder")} onChoose={() => onTask({ kind: "create", row })} />
      )}
      <MenuItem icon={Pencil} label={t("menu.edit")} onChoose={() => onTask({ kind: "edit", row })} />
      <MenuItem icon={FolderInput} label={t("menu.move")} onChoose={() => onTask({ kind: "move", row })} />
      <MenuItem
        icon={ArrowUp}
        label={t("menu.moveUp")}
        isOff={up.kind !== "move"}
        onChoose={closing(() => void move(up))}
      />
      <MenuItem
        icon={ArrowDown}
        label={t("menu.moveDown")}
        isOff={down.kind !== "move"}
        onChoose={closing(() => void move(down))}
      />
      <MenuItem
        icon={Share2}
        label={t("menu.share")}
        onChoose={closing(() =>
          dispatch(overlayOpened({ kind: "share", source: { kind: "folder", folder_id: id }, title: name })),
        )}
      />
      <MenuItem
        icon={Rss}
        label={t("menu.feed")}
        onChoose={closing(() =>
          dispatch(overlayOpened({ kind: "feed", source: { kind: "folder", folder_id: id }, name })),
        )}
      />
      {row.search === null && (
        <MenuItem
          icon={Rss}
          label={t("menu.follow")}
          onChoose={closing(() => dispatch(overlayOpened({ kind: "follow", folderId: id })))}
        />
      )}
      <MenuItem
        icon={BookOpen}
        label={t("menu.book")}
        onChoose={closing(() => dispatch(overlayOpened({ kind: "book", filters: { folder_id: id }, name })))}
      />
      {canKeep && (
        <MenuItem
          icon={CircleArrowDown}
          label={t("menu.keep")}
          onChoose={closing(() =>
            dispatch(
              overlayOpened({
                kind: "kept",
                list: { filters: row.search === null ? { folder_id: id } : filtersOfSearch(row.search), name },
              }),
            ),
          )}
        />
      )}
      <MenuItem icon={Trash2} label={t("menu.delete")} isBad onChoose={() => onTask({ kind: "delete", row })} />
    </Menu>
  );
}

const PLACEMENTS: readonly Placement[] = ["into", "before", "after"];

/** Moves a folder into, before or after another, or to the top level: the alternative to dragging. */
function MoveFolderDialog({ row, onDone }: { row: FolderRow; onDone: () => void }) {
  const { t } = useTranslation("folder-tree");
  const { folders, move } = useMoveFolder();
  const hasChildren = row.children.length > 0;
  const [placement, setPlacement] = useState<Placement>(hasChildren ? "before" : "into");
  const top = folders.at(-1);

  const decide = (target: FolderRow): Decision =>
    placement === "into" && canHaveChildren(target)
      ? decideUnder(folders, row.id, target.id)
      : decideMove(folders, row.id, target.id, placement);
  const targets = rowsOf(folders).filter((target) => decide(target).kind === "move");

  function put(decision: Decision): void {
    onDone();
    void move(decision);
  }

  return (
    <Dialog title={t("move.title", { name: row.name })} label={t("move.label", { name: row.name })} onClose={onDone}>
      <div className="dialog__body">
        <div className="seg seg--text move-how" role="group" aria-label={t("move.how")}>
          {PLACEMENTS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === placement}
              disabled={each === "into" && hasChildren}
              onClick={() => setPlacement(each)}
            >
              {t(`move.placements.${each}`)}
            </button>
          ))}
        </div>
        {hasChildren && <p className="hint">{t("move.hasChildren")}</p>}
        {targets.length === 0 && <p>{t("move.nowhere")}</p>}
        {targets.map((target) => (
          <button
            key={target.id}
            type="button"
            className={target.parent === null ? "choose" : "choose choose--child"}
            aria-label={t(`move.${placement}`, { name: target.name })}
            onClick={() => put(decide(target))}
          >
            <FolderIcon className="icon" />
            <span>
              <bdi>{target.name}</bdi>
            </span>
          </button>
        ))}
        {row.parent !== null && top !== undefined && (
          <button type="button" className="choose" onClick={() => put(decideMove(folders, row.id, top.id, "after"))}>
            <FolderOutput className="icon" />
            {t("move.top")}
          </button>
        )}
      </div>
    </Dialog>
  );
}
