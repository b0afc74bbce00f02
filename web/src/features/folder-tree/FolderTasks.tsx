import {
  ArrowDown,
  ArrowUp,
  Folder as FolderIcon,
  FolderInput,
  FolderOutput,
  FolderPlus,
  type LucideIcon,
  Pencil,
  Trash2,
} from "lucide-react";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { DeleteFolderDialog } from "./DeleteFolderDialog.tsx";
import { EditFolderDialog } from "./EditFolderDialog.tsx";
import { Dialog, DialogHead } from "../../kit/Dialog.tsx";
import {
  canHaveChildren,
  decideMove,
  decideStep,
  decideUnder,
  type Decision,
  type FolderRow,
  rowsOf,
} from "../../folders/tree.ts";
import { useMoveFolder } from "./useMoveFolder.ts";
import type { Placement } from "../../kit/dnd/parts.ts";
import "./folders.css";

interface FolderTasksProps {
  readonly task: FolderTask;
  readonly onTask: (task: FolderTask) => void;
  readonly onDone: () => void;
}

/** The menu or dialog for what the person wants to do with a folder. */
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

/** A point of the window in px. */
export interface At {
  readonly x: number;
  readonly y: number;
}

/** What the person wants to do with a folder. */
export type FolderTask =
  | { readonly kind: "menu"; readonly row: FolderRow; readonly at: At }
  | { readonly kind: "create" | "edit" | "move" | "delete"; readonly row: FolderRow };

interface FolderMenuProps {
  readonly row: FolderRow;
  /** Where it was asked for. */
  readonly at: At;
  readonly onTask: (task: FolderTask) => void;
  readonly onDone: () => void;
}

interface ItemProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isBad?: boolean;
  readonly isOff?: boolean;
  readonly onChoose: () => void;
}

function Item({ icon: Icon, label, isBad = false, isOff = false, onChoose }: ItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      className={isBad ? "choose choose--bad" : "choose"}
      aria-disabled={isOff || undefined}
      onClick={() => isOff || onChoose()}
    >
      <Icon className="icon icon-m" />
      {label}
    </button>
  );
}

/** Steps of the keys that walk through a menu; "first" and "last" jump. */
const STEPS: Readonly<Record<string, number | "first" | "last">> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: "first",
  End: "last",
};

function walk(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const here = items.findIndex((item) => item === document.activeElement);
  const next = typeof step === "number" ? here + step : step === "first" ? 0 : -1;
  items.at(next % items.length)?.focus();
}

/** Pixels that the menu keeps off the edges of the window. */
const MARGIN = 8;

/** What can be done with a folder. Beside the pointer; a sheet on the phone. */
function FolderMenu({ row, at, onTask, onDone }: FolderMenuProps) {
  const { t } = useTranslation("folders");
  const { folders, move } = useMoveFolder();
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(at);
  const up = decideStep(folders, row.id, "up");
  const down = decideStep(folders, row.id, "down");

  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    if (box === undefined) return;
    setPlace({
      x: Math.max(MARGIN, Math.min(at.x, window.innerWidth - box.width - MARGIN)),
      y: Math.max(MARGIN, Math.min(at.y, window.innerHeight - box.height - MARGIN)),
    });
  }, [at]);

  const closing = (action: () => void) => () => {
    onDone();
    action();
  };

  return (
    <Dialog
      className="menu"
      label={t("menu.label", { name: row.name })}
      style={{ left: place.x, top: place.y }}
      onClose={onDone}
      onKeyDown={walk}
    >
      <div role="menu" aria-label={t("menu.label", { name: row.name })} ref={list}>
        {canHaveChildren(row) && (
          <Item icon={FolderPlus} label={t("menu.newSubfolder")} onChoose={() => onTask({ kind: "create", row })} />
        )}
        <Item icon={Pencil} label={t("menu.edit")} onChoose={() => onTask({ kind: "edit", row })} />
        <Item icon={FolderInput} label={t("menu.move")} onChoose={() => onTask({ kind: "move", row })} />
        <Item
          icon={ArrowUp}
          label={t("menu.moveUp")}
          isOff={up.kind !== "move"}
          onChoose={closing(() => void move(up))}
        />
        <Item
          icon={ArrowDown}
          label={t("menu.moveDown")}
          isOff={down.kind !== "move"}
          onChoose={closing(() => void move(down))}
        />
        <Item icon={Trash2} label={t("menu.delete")} isBad onChoose={() => onTask({ kind: "delete", row })} />
      </div>
    </Dialog>
  );
}

const PLACEMENTS: readonly Placement[] = ["into", "before", "after"];

/** Asks where a folder goes: into, before or after another, or to the top level. What dragging does, without dragging. */
function MoveFolderDialog({ row, onDone }: { row: FolderRow; onDone: () => void }) {
  const { t } = useTranslation("folders");
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
    <Dialog className="dialog" label={t("move.label", { name: row.name })} onClose={onDone}>
      <DialogHead title={<bdi>{t("move.title", { name: row.name })}</bdi>} onClose={onDone} />
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
            className={canHaveChildren(target) ? "choose" : "choose choose--child"}
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
