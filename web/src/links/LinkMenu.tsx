import { isLetter, type Link } from "@satchel/contracts";
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
import { Dialog } from "../kit/Dialog.tsx";
import { useAppDispatch, useAppSelector } from "../kit/state.ts";
import { overlayOpened } from "../session/overlay.slice.ts";
import { useChangeLinkMutation, useDeleteLinkMutation } from "./changes.api.ts";
import { hasArticle, toggleOffline } from "./keepOffline.ts";
import { selectCanKeep, selectIsKept } from "./kept.slice.ts";
import { Favicon } from "./LinkImages.tsx";
import { siteNameOf, titleOfLink } from "./linkText.ts";
import { dialogOpened } from "./list.slice.ts";
import { linkToggled } from "./selection/selection.slice.ts";
import { VisitAnchor } from "./VisitAnchor.tsx";

interface LinkMenuProps {
  readonly link: Link;
  readonly onDetails: () => void;
  readonly onClose: () => void;
}

/** The actions of a link as a sheet, for touch screens without hover. */
export function LinkMenu({ link, onDetails, onClose }: LinkMenuProps) {
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
