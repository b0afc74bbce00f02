import { Folder as FolderIcon, FolderOutput } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Placement } from "../../kit/dnd/dragged.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { DialogHead } from "../../kit/Dialog.tsx";
import { decideMove, decideUnder, type Decision } from "../../folders/reorder.ts";
import { canHaveChildren, type FolderRow, rowsOf } from "../../folders/tree.ts";
import { useMoveFolder } from "./useMoveFolder.ts";

const PLACEMENTS: readonly Placement[] = ["into", "before", "after"];

/** Asks where a folder goes: into, before or after another, or to the top level. What dragging does, without dragging. */
export function MoveFolderDialog({ row, onDone }: { row: FolderRow; onDone: () => void }) {
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
