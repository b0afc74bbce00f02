import type { Link } from "@satchel/contracts";
import { Ban, Folder as FolderIcon, FolderInput } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useDragLayer } from "react-dnd";
import { useTranslation } from "react-i18next";
import { Favicon } from "../../links/Favicon.tsx";
import { titleOfLink } from "../../links/linkText.ts";
import { cut, DESCRIPTION_CHARACTERS, TITLE_CHARACTERS } from "./geometry.ts";
import type { Dragged, DraggedFolder } from "../../kit/dnd/dragged.ts";
import { currentOffer, onOfferChanged } from "../../kit/dnd/parts.ts";
import "./dnd.css";

/** Pixels between the pointer and the drag image, so that neither hides what is pointed at. */
const APART = 14;

function LinkImage({ link }: { link: Link }) {
  const { t } = useTranslation("links");
  return (
    <>
      <Favicon link={link} />
      <b>
        <bdi>{cut(titleOfLink(link, t), TITLE_CHARACTERS)}</bdi>
      </b>
      {link.description !== null && (
        <small>
          <bdi>{cut(link.description, DESCRIPTION_CHARACTERS)}</bdi>
        </small>
      )}
    </>
  );
}

function FolderImage({ folder }: { folder: DraggedFolder }) {
  return (
    <>
      {folder.emoji === null ? <FolderIcon className="icon" /> : <span>{folder.emoji}</span>}
      <b>
        <bdi>{cut(folder.name, TITLE_CHARACTERS)}</bdi>
      </b>
    </>
  );
}

function Chip() {
  const offer = useSyncExternalStore(onOfferChanged, currentOffer);
  if (offer === null) return null;
  const Icon = offer.isRefused ? Ban : FolderInput;
  return (
    <div className="drag__hint">
      <Icon className="icon icon-s" />
      <bdi>{offer.text}</bdi>
    </div>
  );
}

/** What is dragged, tilted under the pointer, and the chip that says what dropping it would do. */
export function DragImage() {
  const { t } = useTranslation("dnd");
  const { dragged, at } = useDragLayer((monitor) => ({
    dragged: monitor.isDragging() ? (monitor.getItem<Dragged>() ?? null) : null,
    at: monitor.getClientOffset(),
  }));
  if (dragged === null || at === null) return null;
  const count = dragged.kind === "links" ? dragged.count : 1;

  return (
    <div
      className="drag-layer"
      aria-hidden="true"
      style={{ transform: `translate(${at.x + APART}px, ${at.y + APART}px)` }}
    >
      <div className={count > 1 ? "drag drag--several" : "drag"}>
        {dragged.kind === "links" ? <LinkImage link={dragged.lead} /> : <FolderImage folder={dragged} />}
        {count > 1 && <span className="badge drag__count">{t("links", { count })}</span>}
      </div>
      <Chip />
    </div>
  );
}
