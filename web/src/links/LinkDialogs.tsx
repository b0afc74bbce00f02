import { isLetter, type Link, UNDO_SECONDS } from "@satchel/contracts";
import {
  Bell,
  BookOpen,
  CheckCheck,
  CircleArrowDown,
  ExternalLink,
  FolderInput,
  FolderOutput,
  Info,
  Share2,
  Star,
  Trash2,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { useState } from "react";
import { Dialog, DialogHead } from "../kit/Dialog.tsx";
import { Favicon } from "./LinkImages.tsx";
import { MoveDialog } from "./MoveDialog.tsx";
import { RemindDialog } from "./RemindDialog.tsx";
import { VisitAnchor } from "./VisitAnchor.tsx";
import { hasArticle, toggleOffline } from "./keepOffline.ts";
import { selectCanKeep, selectIsKept } from "./kept.slice.ts";
import { dialogClosed, dialogOpened, selectLinkDialog } from "./list.slice.ts";
import { linkToggled, selectionCleared } from "./selection/selection.slice.ts";
import { afterAction, type BulkAction, useChangeLinksMutation } from "./selection/bulk.api.ts";
import { selected, selectedCount } from "./selection/selected.ts";
import { siteNameOf, titleOfLink } from "./linkText.ts";
import { useAppDispatch, useAppSelector } from "../kit/state.ts";
import { useChangeLinkMutation, useDeleteLinkMutation } from "./changes.api.ts";
import { overlayOpened } from "../session/overlay.slice.ts";
import { useDetail } from "./useDetail.ts";
import { TagInput } from "./TagInput.tsx";

const UNDO_DAYS = UNDO_SECONDS / (24 * 3600);

interface LinkMenuProps {
  readonly link: Link;
  readonly onDetails: () => void;
  readonly onClose: () => void;
}

/** The actions of a link as a sheet, for touch screens without hover. */
function LinkMenu({ link, onDetails, onClose }: LinkMenuProps) {
  const { t } = useTranslation("links");
  const { t: tShell } = useTranslation("kit");
  const { t: ofOffline } = useTranslation("offline");
  const dispatch = useAppDispatch();
  const [change] = useChangeLinkMutation();
  const [remove] = useDeleteLinkMutation();
  const canKeep = useAppSelector(selectCanKeep);
  const isKept = useAppSelector((state) => selectIsKept(state, link.id));
  const title = titleOfLink(link, t);

  const closing = (action: () => void) => () => {
    onClose();
    action();
  };

  return (
    <Dialog className="sheet" label={title} onClose={onClose}>
      <div className="sheet__head">
        <Favicon link={link} />
        <b>
          <bdi>{title}</bdi>
        </b>
        <small>
          <bdi>{siteNameOf(link)}</bdi>
        </small>
      </div>
      <VisitAnchor className="choose" link={link} onVisited={onClose}>
        {isLetter(link.url) ? <BookOpen className="icon" /> : <ExternalLink className="icon" />}
        {t(isLetter(link.url) ? "read" : "visit")}
      </VisitAnchor>
      <button
        type="button"
        className="choose"
        onClick={closing(() => void change({ link, change: { is_favorite: !link.is_favorite } }))}
      >
        <Star className="icon" />
        {t(link.is_favorite ? "unstar" : "star")}
      </button>
      <button type="button" className="choose" onClick={() => dispatch(dialogOpened({ kind: "move", link }))}>
        <FolderInput className="icon" />
        {t("move")}
      </button>
      <button type="button" className="choose" onClick={() => dispatch(dialogOpened({ kind: "remind", link }))}>
        <Bell className="icon" />
        {t("remind")}
      </button>
      {link.folder_id !== null && (
        <button
          type="button"
          className="choose"
          onClick={closing(() => void change({ link, change: { folder_id: 0 } }))}
        >
          <FolderOutput className="icon" />
          {t("takeOut")}
        </button>
      )}
      {!isLetter(link.url) && (
        <button
          type="button"
          className="choose"
          onClick={closing(() =>
            dispatch(overlayOpened({ kind: "share", source: { kind: "link", link_id: link.id }, title })),
          )}
        >
          <Share2 className="icon" />
          {t("share")}
        </button>
      )}
      {canKeep && hasArticle(link) && (
        <button type="button" className="choose" onClick={closing(() => void dispatch(toggleOffline(link)))}>
          <CircleArrowDown className="icon" />
          {ofOffline(isKept ? "drop" : "keep")}
        </button>
      )}
      <button type="button" className="choose" onClick={closing(() => dispatch(linkToggled(link.id)))}>
        <CheckCheck className="icon" />
        {tShell("choose")}
      </button>
      <button type="button" className="choose" onClick={closing(onDetails)}>
        <Info className="icon" />
        {t("details")}
      </button>
      <button type="button" className="choose choose--bad" onClick={closing(() => void remove(link))}>
        <Trash2 className="icon" />
        {t("delete")}
      </button>
    </Dialog>
  );
}

interface DeleteManyDialogProps {
  readonly count: number;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Confirms the deletion of many links, with their number. */
function DeleteManyDialog({ count, onDelete, onClose }: DeleteManyDialogProps) {
  const { t } = useTranslation("selection");
  const { t: inShell } = useTranslation("kit");
  const title = t("ask.title", { count });
  return (
    <Dialog className="dialog" role="alertdialog" label={title} onClose={onClose}>
      <DialogHead title={title} onClose={onClose} />
      <div className="dialog__body dialog__body--form">
        <p>{t("ask.text", { days: UNDO_DAYS })}</p>
        <div className="actions actions--end">
          <button type="button" className="btn btn--plain" onClick={onClose}>
            {inShell("cancel")}
          </button>
          <button
            type="button"
            className="btn btn--danger"
            onClick={() => {
              onClose();
              onDelete();
            }}
          >
            {t("ask.do", { count })}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** The open dialog over the list, if any. */
export function LinkDialogs() {
  const { t } = useTranslation("links");
  const { t: inSelection } = useTranslation("selection");
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
          label={inSelection("moveDialog.one", { title: titleOfLink(link, t) })}
          current={link.folder_id ?? 0}
          onMove={(folder) => void change({ link, change: { folder_id: folder } })}
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
          action="tag"
          count={1}
          onDone={(action) => void change({ link, change: { tags: afterAction(link, action)?.tags ?? [] } })}
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
    case "delete selected":
      return (
        <DeleteManyDialog
          count={dispatch(selectedCount())}
          onDelete={() => {
            void changeMany({ action: { action: "delete" }, which: dispatch(selected()) });
            dispatch(selectionCleared());
          }}
          onClose={close}
        />
      );
  }
}

interface TagsDialogProps {
  readonly action: "tag" | "untag";
  /** Number of links. */
  readonly count: number;
  readonly onDone: (action: BulkAction) => void;
  readonly onClose: () => void;
}

/** Asks for the tags to add to or remove from many links. */
function TagsDialog({ action, count, onDone, onClose }: TagsDialogProps) {
  const { t } = useTranslation("selection");
  const { t: tShell } = useTranslation("kit");
  const [tags, setTags] = useState<readonly string[]>([]);
  const title = t(action === "tag" ? "tags.add" : "tags.remove", { count });

  return (
    <Dialog className="dialog" label={title} onClose={onClose}>
      <DialogHead title={title} onClose={onClose} />
      <form
        className="dialog__body dialog__body--form"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onDone({ action, tags });
        }}
      >
        <TagInput tags={tags} onChange={setTags} isOpenFirst onlyKnown={action === "untag"} />
        <div className="actions actions--end">
          <button type="button" className="btn btn--plain" onClick={onClose}>
            {tShell("cancel")}
          </button>
          <button type="submit" className="btn btn--accent" disabled={tags.length === 0}>
            {t(action === "tag" ? "tags.addButton" : "tags.removeButton")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
