import type { Folder, FolderId } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { useFolders } from "../../folders/folders.api.ts";
import { moveFolder } from "./moveFolder.ts";
import { type Decision, type Move, placeOf } from "../../folders/reorder.ts";
import { findFolder } from "../../folders/tree.ts";

/** Moves folders, and says what became of it. `move` gives whether the folder has another place now. */
export function useMoveFolder(): {
  readonly folders: readonly Folder[];
  readonly move: (decision: Decision) => Promise<boolean>;
} {
  const folders = useFolders();
  const dispatch = useAppDispatch();
  const { t } = useTranslation("folders");
  const nameOf = (id: FolderId): string => findFolder(folders, id)?.name ?? "";

  function said({ folder_id, parent_folder_id }: Move): string {
    const name = nameOf(folder_id);
    if (placeOf(folders, folder_id)?.parent_folder_id === parent_folder_id) return t("move.moved", { name });
    if (parent_folder_id === null) return t("move.movedTop", { name });
    return t("move.movedInto", { name, parent: nameOf(parent_folder_id) });
  }

  return {
    folders,
    move: (decision) => dispatch(moveFolder(folders, decision, said)),
  };
}
