import { Folder as FolderIcon, FolderOutput } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFolders } from "../folders/folders.api.ts";
import { canHaveChildren, rowsOf } from "../folders/tree.ts";
import { Dialog } from "../shell/Dialog.tsx";
import { DialogHead } from "../shell/DialogHead.tsx";

interface MoveDialogProps {
  /** What it is called for those who can't see it. */
  readonly label: string;
  /** The folder that all of them lie in; 0 for none, undefined where they lie in several. */
  readonly current: number | undefined;
  readonly onMove: (folder: number) => void;
  readonly onClose: () => void;
}

/** Folders from which on there is a field to find one by its name. */
const MANY = 8;

/** Asks for the folder that links go into. */
export function MoveDialog({ label, current, onMove, onClose }: MoveDialogProps) {
  const { t } = useTranslation("links");
  const folders = useFolders();
  const [wanted, setWanted] = useState("");
  const all = rowsOf(folders);
  const rows = all.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()));

  function move(folder: number): void {
    onClose();
    if (folder !== current) onMove(folder);
  }

  return (
    <Dialog className="dialog" label={label} onClose={onClose}>
      <DialogHead title={t("move")} onClose={onClose} />
      <div className="dialog__body">
        {all.length >= MANY && (
          <form
            className="finder"
            onSubmit={(event) => {
              event.preventDefault();
              const [first] = rows;
              if (first !== undefined && wanted.trim() !== "") move(first.id);
            }}
          >
            <input
              className="input"
              type="search"
              aria-label={t("moveDialog.find")}
              placeholder={t("moveDialog.find")}
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          </form>
        )}
        {rows.length === 0 && <p role="status">{t(all.length === 0 ? "moveDialog.none" : "moveDialog.notFound")}</p>}
        {rows.map((row) => (
          <button
            key={row.id}
            type="button"
            className={canHaveChildren(row) ? "choose" : "choose choose--child"}
            aria-current={row.id === current || undefined}
            onClick={() => move(row.id)}
          >
            <FolderIcon className="icon" />
            <span>
              <bdi>{row.name}</bdi>
            </span>
          </button>
        ))}
        {current !== 0 && (
          <button type="button" className="choose" onClick={() => move(0)}>
            <FolderOutput className="icon" />
            {t("takeOut")}
          </button>
        )}
      </div>
    </Dialog>
  );
}
