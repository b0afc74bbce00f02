import type { Link } from "@satchel/contracts";
import { ExternalLink, FolderInput, FolderOutput, Star, Trash2 } from "lucide-react";
import { Dialog } from "../shell/Dialog.tsx";
import { useChangeLinkMutation, useDeleteLinkMutation } from "./changes.api.ts";
import { Favicon } from "./Favicon.tsx";
import { titleOfLink } from "./linkText.ts";
import { siteOf } from "./site.ts";
import { VisitAnchor } from "./VisitAnchor.tsx";

interface LinkMenuProps {
  readonly link: Link;
  readonly onMove: () => void;
  readonly onClose: () => void;
}

/** The actions of a link as a sheet, where there is no pointer to uncover them. */
export function LinkMenu({ link, onMove, onClose }: LinkMenuProps) {
  const [change] = useChangeLinkMutation();
  const [remove] = useDeleteLinkMutation();
  const title = titleOfLink(link);

  const closing = (action: () => void) => () => {
    onClose();
    action();
  };

  return (
    <Dialog className="sheet" label={title} onClose={onClose}>
      <div className="sheet__head">
        <Favicon link={link} />
        <b>{title}</b>
        <small>{siteOf(link.url)}</small>
      </div>
      <VisitAnchor className="choose" link={link} onVisited={onClose}>
        <ExternalLink className="icon" />
        Visit Link
      </VisitAnchor>
      <button
        type="button"
        className="choose"
        onClick={closing(() => void change({ link, change: { is_favorite: !link.is_favorite } }))}
      >
        <Star className="icon" />
        {link.is_favorite ? "Unstar" : "Star"}
      </button>
      <button type="button" className="choose" onClick={onMove}>
        <FolderInput className="icon" />
        Move to…
      </button>
      {link.folder_id !== null && (
        <button
          type="button"
          className="choose"
          onClick={closing(() => void change({ link, change: { folder_id: 0 } }))}
        >
          <FolderOutput className="icon" />
          Remove from folder
        </button>
      )}
      <button type="button" className="choose choose--bad" onClick={closing(() => void remove(link))}>
        <Trash2 className="icon" />
        Delete
      </button>
    </Dialog>
  );
}
