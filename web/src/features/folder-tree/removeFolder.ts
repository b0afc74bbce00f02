import type { AppThunk } from "../../kit/state.ts";
import { isProblem } from "../../kit/transport/problem.ts";
import { refreshAll } from "../../links/refresh.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { offerUndo } from "../../session/offerUndo.ts";
import { type FolderDeletion, foldersApi } from "../../folders/folders.api.ts";
import { deleteErrorText } from "../../folders/problems.ts";

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
