import type { FolderId } from "@satchel/contracts";
import { restoreFolder as restoreFolderRoute } from "@satchel/contracts/routes";
import { useQuery } from "../../kit/hooks.ts";
import { Trans, useTranslation } from "react-i18next";
import type { TFunction } from "i18next";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { FolderRow } from "../../folders/tree.ts";
import { ALL, pathOfView, viewOf } from "../../links/view.ts";
import { Actions, Dialog } from "../../kit/Dialog.tsx";
import { errorShown } from "../../kit/toasts.slice.ts";
import { isProblem } from "../../kit/transport/call.ts";
import { listsApi } from "../../links/lists.api.ts";
import { offerUndo } from "../../session/undo.slice.ts";
import { refreshAll } from "../../links/refresh.ts";
import { type AppThunk, useAppDispatch } from "../../kit/state.ts";
import { type FolderDeletion, deleteErrorText, foldersApi } from "../../folders/folders.api.ts";

/**
 * Deletes a folder, with the message `said` and an offer to undo, or shows the error. @returns whether it was deleted
 */
const removeFolder =
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
      offerUndo(
        said,
        async () => {
          await dispatch(restoreFolder.initiate(deletion.id)).unwrap();
          readAnew();
        },
        { operation: restoreFolderRoute, params: { id: deletion.id } },
      ),
    );
    return true;
  };

/** The content of a folder, including its subfolders' links (specification, section 3). */
interface FolderStats {
  readonly subfolderCount: number;
  readonly linkCount: number;
  /** Number of its links that are in subfolders. */
  readonly insideCount: number;
}

/** Requests the content of a folder. Rejects with a Problem. */
const folderStats =
  ({ id, children }: FolderRow): AppThunk<Promise<FolderStats>> =>
  async (dispatch) => {
    const countIn = (folder_id: FolderId) =>
      dispatch(listsApi.endpoints.linkCount.initiate({ folder_id }, { subscribe: false, forceRefetch: true })).unwrap();
    const [own, ...inside] = await Promise.all([id, ...children].map(countIn));
    const insideCount = inside.reduce((sum, { count }) => sum + count, 0);
    return { subfolderCount: children.length, linkCount: (own?.count ?? 0) + insideCount, insideCount };
  };

/** The content of the folder; undefined while it is loaded, null after a failure. */
function useStats(row: FolderRow): FolderStats | null | undefined {
  const dispatch = useAppDispatch();
  const [stats, setStats] = useState<FolderStats | null>();
  useEffect(() => {
    let isWanted = true;
    const show = (counted: FolderStats | null) => isWanted && setStats(counted);
    dispatch(folderStats(row)).then(show, () => show(null));
    return () => {
      isWanted = false;
    };
  }, [row, dispatch]);
  return stats;
}

function Holds({ stats }: { stats: FolderStats | null | undefined }) {
  const { t } = useTranslation("folder-tree");
  if (stats === undefined) {
    return (
      <p aria-busy="true">
        <i className="shimmer delete-folder__counting" aria-hidden="true" />
        <span className="sr">{t("remove.counting")}</span>
      </p>
    );
  }
  if (stats === null) return <p>{t("remove.notCounted")}</p>;
  const { subfolderCount, linkCount } = stats;
  return (
    <p>
      <Trans
        t={t}
        i18nKey={subfolderCount > 0 ? "remove.counts" : "remove.linksOnly"}
        count={linkCount}
        values={{ subfolders: t("remove.subfolders", { count: subfolderCount }) }}
        components={{ b: <b /> }}
      />
    </p>
  );
}

/** The effect on links and subfolders, for deleting the folder alone or with its subfolders. */
function hintOf(
  { subfolderCount, linkCount, insideCount }: FolderStats,
  all: boolean,
  t: TFunction<"folder-tree">,
): string {
  const toAll = t("remove.toAll", { count: all ? linkCount : linkCount - insideCount });
  if (all) return toAll;
  const links = t("remove.links", { count: insideCount });
  return `${toAll} ${t("remove.moveUp", { count: subfolderCount, links })}`;
}

/** Confirms the deletion of a folder, with a choice about its subfolders. */
export function DeleteFolderDialog({ row, onDone }: { row: FolderRow; onDone: () => void }) {
  const { t } = useTranslation("folder-tree");
  const dispatch = useAppDispatch();
  const [, navigate] = useLocation();
  const search = useQuery();
  const [recursive, setRecursive] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const { name, children } = row;
  const stats = useStats(row);
  const choices = [
    { all: false, label: t("remove.only"), hint: stats ? hintOf(stats, false, t) : t("remove.onlyHint") },
    { all: true, label: t("remove.all"), hint: stats ? hintOf(stats, true, t) : t("remove.allHint") },
  ];

  async function remove(): Promise<void> {
    setDeleting(true);
    const said = recursive ? t("remove.deletedAll", { name, count: children.length }) : t("remove.deleted", { name });
    const view = viewOf(search);
    const isGone = await dispatch(removeFolder({ id: row.id, recursive }, said));
    onDone();
    const gone = recursive ? [row.id, ...children] : [row.id];
    if (isGone && "id" in view && gone.includes(view.id)) navigate(pathOfView(ALL), { replace: true });
  }

  return (
    <Dialog role="alertdialog" title={t("remove.title", { name })} label={t("remove.label", { name })} onClose={onDone}>
      <div className="dialog__body dialog__body--form delete-folder">
        {row.search === null ? <Holds stats={stats} /> : <p>{t("smart.deleteHint")}</p>}
        {children.length > 0 && (
          <div role="radiogroup" aria-label={t("remove.choice")} className="delete-folder__choices">
            {choices.map(({ all, label, hint }) => (
              <label key={label} className={all ? "choice choice--bad" : "choice"}>
                <input
                  type="radio"
                  name="delete-folder"
                  checked={recursive === all}
                  onChange={() => setRecursive(all)}
                />
                <b>{label}</b>
                <span>{hint}</span>
              </label>
            ))}
          </div>
        )}
        <Actions onCancel={onDone}>
          <button type="button" className="btn btn--danger" disabled={isDeleting} onClick={() => void remove()}>
            {t(recursive ? "remove.deleteAll" : "remove.deleteFolder")}
          </button>
        </Actions>
      </div>
    </Dialog>
  );
}
