import { type Folder, type FolderId, texts } from "@satchel/contracts";
import { FolderPlus } from "lucide-react";
import { Fragment, useEffect, useState } from "react";
import { useAppDispatch, useAppSelector } from "../../app/hooks.ts";
import type { View } from "../links/view.ts";
import { collapseToggled, selectCollapsed } from "../shell/sidebar.slice.ts";
import { errorShown } from "../shell/toasts.slice.ts";
import { FolderItem } from "./FolderItem.tsx";
import { useFoldersQuery } from "./folders.api.ts";
import { NewFolderForm } from "./NewFolderForm.tsx";

const none: readonly Folder[] = [];

/** The folders with the controls that make new ones; two levels at most. */
export function FolderTree({ view }: { view: View }) {
  const { data: folders = none, isError } = useFoldersQuery();
  const dispatch = useAppDispatch();
  const [closed, setClosed] = useState<ReadonlySet<FolderId>>(new Set());
  /** Where a new folder is being named: in a folder, at the top (null), or nowhere. */
  const [creatingIn, setCreatingIn] = useState<FolderId | null | undefined>();
  const collapsed = useAppSelector(selectCollapsed);
  const stopCreating = () => setCreatingIn(undefined);
  const isCurrent = (id: FolderId) => view.kind === "folder" && view.id === id;

  useEffect(() => {
    if (isError) dispatch(errorShown(texts.links.loadFailed));
  }, [isError, dispatch]);

  function toggle(id: FolderId): void {
    setClosed((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }

  return (
    <>
      <div className="side__label">
        <span>Folders</span>
        <button
          type="button"
          className="icon-btn"
          aria-label="Create folder"
          title="Create folder"
          onClick={() => {
            // The collapsed sidebar has no room for a name.
            if (collapsed) dispatch(collapseToggled());
            setCreatingIn(creatingIn === null ? undefined : null);
          }}
        >
          <FolderPlus className="icon icon-m" />
        </button>
      </div>
      {creatingIn === null && <NewFolderForm parent={null} onDone={stopCreating} />}
      {folders.map((folder) => (
        <Fragment key={folder.id}>
          <FolderItem
            row={{ id: folder.id, name: folder.name, depth: 1 }}
            isCurrent={isCurrent(folder.id)}
            isOpen={folder.children.length === 0 ? undefined : !closed.has(folder.id)}
            onToggle={() => toggle(folder.id)}
            onCreate={() => setCreatingIn(folder.id)}
          />
          {!closed.has(folder.id) &&
            folder.children.map((child) => (
              <FolderItem
                key={child.id}
                row={{ id: child.id, name: child.name, depth: 2 }}
                isCurrent={isCurrent(child.id)}
              />
            ))}
          {creatingIn === folder.id && <NewFolderForm parent={folder.id} onDone={stopCreating} />}
        </Fragment>
      ))}
    </>
  );
}
