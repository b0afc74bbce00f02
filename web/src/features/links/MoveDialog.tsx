import type { Folder, Link } from "@satchel/contracts";
import { Folder as FolderIcon, FolderOutput, X } from "lucide-react";
import { useFoldersQuery } from "../folders/folders.api.ts";
import { canHaveChildren, rowsOf } from "../folders/tree.ts";
import { Dialog } from "../shell/Dialog.tsx";
import { useChangeLinkMutation } from "./changes.api.ts";
import { titleOfLink } from "./linkText.ts";

const none: readonly Folder[] = [];

/** Asks for the folder that a link goes into. */
export function MoveDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const { data: folders = none } = useFoldersQuery();
  const [change] = useChangeLinkMutation();
  const rows = rowsOf(folders);

  function move(folder: number): void {
    onClose();
    if (folder !== (link.folder_id ?? 0)) void change({ link, change: { folder_id: folder } });
  }

  return (
    <Dialog className="dialog" label={`Move ${titleOfLink(link)}`} onClose={onClose}>
      <div className="dialog__head">
        <h2 className="title-card">Move to…</h2>
        <button type="button" className="icon-btn" aria-label="Close" onClick={onClose}>
          <X className="icon" />
        </button>
      </div>
      <div className="dialog__body">
        {rows.length === 0 && <p>You have no folders yet. Create one in the sidebar.</p>}
        {rows.map((row) => (
          <button
            key={row.id}
            type="button"
            className={canHaveChildren(row) ? "choose" : "choose choose--child"}
            aria-current={row.id === link.folder_id || undefined}
            onClick={() => move(row.id)}
          >
            <FolderIcon className="icon" />
            <span>{row.name}</span>
          </button>
        ))}
        {link.folder_id !== null && (
          <button type="button" className="choose" onClick={() => move(0)}>
            <FolderOutput className="icon" />
            Remove from folder
          </button>
        )}
      </div>
    </Dialog>
  );
}
