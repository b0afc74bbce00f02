import type { AppThunk } from "../../app/hooks.ts";
import { isProblem } from "../../app/transport/problem.ts";
import { refreshAll } from "../live/refresh.ts";
import { errorShown } from "../shell/toasts.slice.ts";
import { offerUndo } from "../undo/offerUndo.ts";
import { type FolderDeletion, foldersApi } from "./folders.api.ts";
import { deleteErrorText } from "./problems.ts";

/**
 * Deletes a folder, says so in the words of `said` and offers to undo it; or says why it could not be deleted. Gives
 * whether it is gone.
 */
export const removeFolder =
  (deletion: FolderDeletion, said: string): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    const { deleteFolder, restoreFolder } = foldersApi.endpoints;
    try {
      await dispatch(deleteFolder.initiate(deletion)).unwrap();
    } catch (problem) {
      if (isProblem(problem)) dispatch(errorShown(deleteErrorText(problem)));
      return false;
    }
    const readAnew = (): void => void dispatch(refreshAll()).catch(() => undefined);
    readAnew();
    dispatch(
      offerUndo(said, async () => {
        await dispatch(restoreFolder.initiate(deletion.id)).unwrap();
        readAnew();
      }),
    );
    return true;
  };
