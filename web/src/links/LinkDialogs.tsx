import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../kit/state.ts";
import { useChangeLinksMutation } from "./selection/bulk.api.ts";
import { selected } from "./selection/pick.ts";
import { selectionCleared } from "./selection/selection.slice.ts";
import { TagsDialog } from "./selection/TagsDialog.tsx";
import { selectedCount } from "./selection/useAlong.ts";
import { useChangeLinkMutation } from "./changes.api.ts";
import { dialogClosed, selectLinkDialog } from "./linkDialog.slice.ts";
import { LinkMenu } from "./LinkMenu.tsx";
import { titleOfLink } from "./linkText.ts";
import { MoveDialog } from "./MoveDialog.tsx";
import { useDetail } from "./useDetail.ts";

/** The dialog over the list that is open, if any. */
export function LinkDialogs() {
  const { t } = useTranslation("links");
  const dispatch = useAppDispatch();
  const dialog = useAppSelector(selectLinkDialog);
  const detail = useDetail();
  const [change] = useChangeLinkMutation();
  const [changeMany] = useChangeLinksMutation();
  const close = () => void dispatch(dialogClosed());

  if (dialog === null) return null;
  switch (dialog.kind) {
    case "menu":
      return <LinkMenu link={dialog.link} onDetails={() => detail.open(dialog.link.id)} onClose={close} />;
    case "move": {
      const { link } = dialog;
      return (
        <MoveDialog
          label={t("moveDialog.one", { title: titleOfLink(link, t) })}
          current={link.folder_id ?? 0}
          onMove={(folder) => void change({ link, change: { folder_id: folder } })}
          onClose={close}
        />
      );
    }
    case "move selected":
      return (
        <MoveDialog
          label={t("moveDialog.many", { count: dispatch(selectedCount()) })}
          current={undefined}
          onMove={(folder) => {
            void changeMany({ action: { action: "move", folder_id: folder }, which: dispatch(selected()) });
            dispatch(selectionCleared());
          }}
          onClose={close}
        />
      );
    case "tag selected":
    case "untag selected":
      return (
        <TagsDialog
          action={dialog.kind === "tag selected" ? "tag" : "untag"}
          count={dispatch(selectedCount())}
          onDone={(action) => {
            void changeMany({ action, which: dispatch(selected()) });
            dispatch(selectionCleared());
          }}
          onClose={close}
        />
      );
  }
}
