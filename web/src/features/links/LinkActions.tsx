import type { Link } from "@satchel/contracts";
import { FolderInput, FolderOutput, Star, Trash2 } from "lucide-react";
import { useChangeLinkMutation, useDeleteLinkMutation } from "./changes.api.ts";
import { focusNeighbour } from "./focusNeighbour.ts";
import { titleOfLink } from "./linkText.ts";

/** The actions of a link that a pointer or the keyboard uncovers. */
export function LinkActions({ link, onMove }: { link: Link; onMove: () => void }) {
  const [change] = useChangeLinkMutation();
  const [remove] = useDeleteLinkMutation();

  return (
    <div className="link__acts" role="group" aria-label={`Actions for ${titleOfLink(link)}`}>
      <button
        type="button"
        className="icon-btn"
        aria-pressed={link.is_favorite}
        aria-label="Favorite"
        title="Favorite"
        onClick={() => void change({ link, change: { is_favorite: !link.is_favorite } })}
      >
        <Star className="icon icon-m" />
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-label="Move to…"
        title="Move to…"
        aria-haspopup="dialog"
        onClick={onMove}
      >
        <FolderInput className="icon icon-m" />
      </button>
      {link.folder_id !== null && (
        <button
          type="button"
          className="icon-btn"
          aria-label="Remove from folder"
          title="Remove from folder"
          onClick={() => void change({ link, change: { folder_id: 0 } })}
        >
          <FolderOutput className="icon icon-m" />
        </button>
      )}
      <button
        type="button"
        className="icon-btn icon-btn--danger"
        aria-label="Delete"
        title="Delete"
        onClick={(event) => {
          focusNeighbour(event.currentTarget);
          void remove(link);
        }}
      >
        <Trash2 className="icon icon-m" />
      </button>
    </div>
  );
}
