import type { Link } from "@satchel/contracts";
import { CheckCheck, ExternalLink, FolderInput, FolderOutput, Info, Star, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../kit/state.ts";
import { linkToggled } from "./selection/selection.slice.ts";
import { Dialog } from "../kit/Dialog.tsx";
import { useChangeLinkMutation, useDeleteLinkMutation } from "./changes.api.ts";
import { Favicon } from "./Favicon.tsx";
import { dialogOpened } from "./linkDialog.slice.ts";
import { titleOfLink } from "./linkText.ts";
import { siteOf } from "./linkText.ts";
import { VisitAnchor } from "./VisitAnchor.tsx";

interface LinkMenuProps {
  readonly link: Link;
  readonly onDetails: () => void;
  readonly onClose: () => void;
}

/** The actions of a link as a sheet, where there is no pointer to uncover them. */
export function LinkMenu({ link, onDetails, onClose }: LinkMenuProps) {
  const { t } = useTranslation("links");
  const { t: tShell } = useTranslation("kit");
  const dispatch = useAppDispatch();
  const [change] = useChangeLinkMutation();
  const [remove] = useDeleteLinkMutation();
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
          <bdi>{siteOf(link.url)}</bdi>
        </small>
      </div>
      <VisitAnchor className="choose" link={link} onVisited={onClose}>
        <ExternalLink className="icon" />
        {t("visit")}
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
