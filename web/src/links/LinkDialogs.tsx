import { UNDO_SECONDS } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../kit/ConfirmDialog.tsx";
import { useAppDispatch, useAppSelector } from "../kit/state.ts";
import { changeOf, deletionOf } from "./changes.api.ts";
import { tagsChange } from "./tagsChange.ts";
import { LinkMenu } from "./LinkMenu.tsx";
import { titleOfLink } from "./linkText.ts";
import { dialogClosed, selectLinkDialog } from "./list.slice.ts";
import { MoveDialog } from "./MoveDialog.tsx";
import { RemindDialog } from "./RemindDialog.tsx";
import { useChangeLinksMutation } from "./selection/bulk.api.ts";
import { selected, selectedCount } from "./selection/selected.ts";
import { selectionCleared } from "./selection/selection.slice.ts";
import { TagsDialog } from "./TagsDialog.tsx";
import { useDetail } from "./useDetail.ts";

const UNDO_DAYS = UNDO_SECONDS / (24 * 3600);

interface LinkDialogsProps {
  /** In the reading view: deletes the link, and goes on to another. */
  readonly onDelete?: (() => void) | undefined;
}

/** The open menu or dialog of one link, or of those that are selected. */
export function LinkDialogs({ onDelete }: LinkDialogsProps) {
  const { t } = useTranslation("links");
  const { t: inSelection } = useTranslation("selection");
  const dispatch = useAppDispatch();
  const dialog = useAppSelector(selectLinkDialog);
  const detail = useDetail();
  const [changeMany] = useChangeLinksMutation();
  const close = () => void dispatch(dialogClosed());

  if (dialog === null) return null;
  switch (dialog.kind) {
    case "menu":
      return (
        <LinkMenu
          link={dialog.link}
          at={dialog.at}
          onDetails={onDelete === undefined ? () => detail.open(dialog.link.id) : undefined}
          onDelete={onDelete ?? (() => dispatch(deletionOf(dialog.link)))}
          onClose={close}
        />
      );
    case "move": {
      const { link } = dialog;
      return (
        <MoveDialog
          label={inSelection("moveDialog.one", { title: titleOfLink(link, t) })}
          current={link.folder_id ?? 0}
          onMove={(folder) => dispatch(changeOf({ link, change: { folder_id: folder } }))}
          onClose={close}
        />
      );
    }
    case "remind":
      return <RemindDialog link={dialog.link} onClose={close} />;
    case "tag": {
      const { link } = dialog;
      return (
        <TagsDialog
          label={inSelection("tags.of", { title: titleOfLink(link, t) })}
          title={t("tags.title")}
          before={link.tags}
          submit={inSelection("tags.save")}
          onDone={(tags) => {
            const changes = tagsChange(link.tags, tags);
            if (changes !== undefined) dispatch(changeOf({ link, change: changes, isSaid: true }));
          }}
          onClose={close}
        />
      );
    }
    case "move selected":
      return (
        <MoveDialog
          label={inSelection("moveDialog.many", { count: dispatch(selectedCount()) })}
          current={undefined}
          onMove={(folder) => {
            void changeMany({ action: { action: "move", folder_id: folder }, which: dispatch(selected()) });
            dispatch(selectionCleared());
          }}
          onClose={close}
        />
      );
    case "tag selected":
    case "untag selected": {
      const action = dialog.kind === "tag selected" ? "tag" : "untag";
      const count = dispatch(selectedCount());
      const title = inSelection(action === "tag" ? "tags.add" : "tags.remove", { count });
      return (
        <TagsDialog
          label={title}
          title={title}
          submit={inSelection(action === "tag" ? "tags.addButton" : "tags.removeButton")}
          onlyKnown={action === "untag"}
          onDone={(tags) => {
            void changeMany({ action: { action, tags }, which: dispatch(selected()) });
            dispatch(selectionCleared());
          }}
          onClose={close}
        />
      );
    }
    case "delete selected": {
      const count = dispatch(selectedCount());
      return (
        <ConfirmDialog
          title={inSelection("ask.title", { count })}
          text={inSelection("ask.text", { days: UNDO_DAYS })}
          action={inSelection("ask.do", { count })}
          onConfirm={() => {
            void changeMany({ action: { action: "delete" }, which: dispatch(selected()) });
            dispatch(selectionCleared());
          }}
          onClose={close}
        />
      );
    }
  }
}
