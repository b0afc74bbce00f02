import { ArrowDown, ArrowUp, FolderInput, FolderPlus, type LucideIcon, Pencil, Trash2 } from "lucide-react";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../kit/Dialog.tsx";
import { decideStep } from "../../folders/reorder.ts";
import { type FolderRow, canHaveChildren } from "../../folders/tree.ts";
import { useMoveFolder } from "./useMoveFolder.ts";

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
export function FolderMenu({ row, at, onTask, onDone }: FolderMenuProps) {
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
