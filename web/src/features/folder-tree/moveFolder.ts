import type { Folder } from "@satchel/contracts";
import type { AppThunk } from "../../kit/state.ts";
import { isProblem } from "../../kit/transport/problem.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { offerUndo } from "../../session/offerUndo.ts";
import { foldersApi } from "../../folders/folders.api.ts";
import { reorderErrorText } from "../../folders/problems.ts";
import { type Decision, type Move, placeOf } from "../../folders/reorder.ts";

/**
 * Does what was decided about a folder's place: moves it, says so in the words of `said` and offers to undo it, or says
 * why it can't be. Gives whether it was moved.
 */
export const moveFolder =
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
      // A status of 0 has no sentence for people, only the browser's.
      if (isProblem(problem))
        dispatch(errorShown(reorderErrorText(problem.status === 0 ? { ...problem, detail: "" } : problem)));
      return false;
    }
    if (before !== undefined) dispatch(offerUndo(said(move), () => put(before)));
    return true;
  };
