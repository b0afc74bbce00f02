import { reorderFolder } from "@satchel/contracts/routes";
import type { Folder, FolderId } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { errorShown } from "../../kit/toasts.slice.ts";
import { type Decision, findFolder, type Move, placeOf } from "../../folders/tree.ts";
import { foldersApi, reorderErrorText, useFolderTree } from "../../folders/folders.api.ts";
import { isProblem } from "../../kit/transport/call.ts";
import { offerUndo } from "../../session/undo.slice.ts";
import { type AppThunk, useAppDispatch } from "../../kit/state.ts";

/**
 * Executes the decision on a move: moves the folder with the message `said` and an offer to undo, or shows the reason of a
 * refusal.
 * @returns whether it was moved
 */
const moveFolder =
  (folders: readonly Folder[], decision: Decision, said: (move: Move) => string): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    if (decision.kind === "refused") dispatch(errorShown(decision.text));
    if (decision.kind !== "move") return false;
    const { move } = decision;
    const before = placeOf(folders, move.folder_id);
    const put = (to: Move) => dispatch(foldersApi.endpoints.reorderFolder.initiate(to)).unwrap();
    try {
      await put(move);
    } catch (problem) {
      // With status 0 the detail is the browser's, which is not for users.
      if (isProblem(problem))
        dispatch(errorShown(reorderErrorText(problem.status === 0 ? { ...problem, detail: "" } : problem)));
      return false;
    }
    if (before !== undefined)
      dispatch(offerUndo(said(move), () => put(before), { operation: reorderFolder, body: before }));
    return true;
  };

/** Moves folders, with messages. `move` resolves to whether the folder was moved. */
export function useMoveFolder(): {
  readonly folders: readonly Folder[];
  readonly move: (decision: Decision) => Promise<boolean>;
} {
  const folders = useFolderTree();
  const dispatch = useAppDispatch();
  const { t } = useTranslation("folders");
  const nameOf = (id: FolderId): string => findFolder(folders, id)?.name ?? "";

  function said({ folder_id, parent_folder_id }: Move): string {
    const name = nameOf(folder_id);
    if (placeOf(folders, folder_id)?.parent_folder_id === parent_folder_id) return t("moved.here", { name });
    if (parent_folder_id === null) return t("moved.top", { name });
    return t("moved.into", { name, parent: nameOf(parent_folder_id) });
  }

  return {
    folders,
    move: (decision) => dispatch(moveFolder(folders, decision, said)),
  };
}
