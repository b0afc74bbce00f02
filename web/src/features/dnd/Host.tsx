import type { Link } from "@satchel/contracts";
import { Ban, Folder as FolderIcon, FolderInput } from "lucide-react";
import { DndProvider, useDragDropManager, useDragLayer } from "react-dnd";
import { type ComponentProps, useEffect, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import type { DragItem, DraggedFolder } from "../../kit/dnd/parts.ts";
import { Connectors, TYPE } from "./Connectors.tsx";
import { DESCRIPTION_CHARACTERS, TITLE_CHARACTERS, cut, isAtEdge, scrollStep } from "./geometry.ts";
import { Favicon } from "../../links/LinkImages.tsx";
import { currentOffer, onOfferChanged } from "../../kit/dnd/parts.ts";
import { drawerClosed, drawerOpened } from "../../kit/sidebar.slice.ts";
import { titleOfLink } from "../../links/linkText.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { useBodyClass, useIsPhone } from "../../kit/hooks.ts";
import { numberIn } from "../../kit/i18n/language.ts";
import "./dnd.css";

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

function RuleImage({ name }: { name: string }) {
  return (
    <>
      <span>⋮⋮</span>
      <b>
        <bdi>{cut(name, TITLE_CHARACTERS)}</bdi>
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

/** The drag image, tilted under the pointer, and the chip with the effect of a drop. */
function DragImage() {
  const { i18n } = useTranslation();
  const { dragged, at } = useDragLayer((monitor) => ({
    dragged: monitor.getItemType() === TYPE ? (monitor.getItem<DragItem>() ?? null) : null,
    at: monitor.getClientOffset(),
  }));
  const count = dragged?.kind === "links" ? dragged.count : 1;
  // Rows of other selected links don't know of the drag, so they are styled by this class.
  useBodyClass("is-dragging-several", count > 1);
  if (dragged === null || at === null) return null;

  return (
    <div className="drag-layer" aria-hidden="true" style={{ transform: `translate(${at.x}px, ${at.y}px)` }}>
      <div className={count > 1 ? "drag drag--several" : "drag"}>
        {dragged.kind === "links" && <LinkImage link={dragged.lead} />}
        {dragged.kind === "folder" && <FolderImage folder={dragged} />}
        {dragged.kind === "rule" && <RuleImage name={dragged.name} />}
        {count > 1 && <b className="drag__count">{numberIn(i18n.language, count)}</b>}
      </div>
      <Chip />
    </div>
  );
}

/** Selector of elements that a drag near their edges scrolls. */
const SCROLLS = "[data-drag-scrolls]";

/** During a drag, scrolls the folders near their edges, and opens their drawer on a phone, whose edge is marked. */
function Aids() {
  const { t } = useTranslation("kit");
  const manager = useDragDropManager();
  const dispatch = useAppDispatch();
  const isDragging = useDragLayer((monitor) => monitor.getItemType() === TYPE);
  const isPhone = useIsPhone() && isDragging;

  useEffect(() => {
    if (!isDragging) return;
    const monitor = manager.getMonitor();
    let hasOpened = false;
    let frame = requestAnimationFrame(function look(): void {
      frame = requestAnimationFrame(look);
      const at = monitor.getClientOffset();
      if (at === null) return;
      if (isPhone && !hasOpened && isAtEdge(at.x)) {
        hasOpened = true;
        dispatch(drawerOpened());
      }
      for (const element of document.querySelectorAll(SCROLLS)) {
        const box = element.getBoundingClientRect();
        if (at.x >= box.left && at.x <= box.right) element.scrollTop += scrollStep(at.y, box);
      }
    });
    // The touch backend does not handle `touchcancel`.
    const cancel = (): void => {
      if (monitor.isDragging()) manager.getActions().endDrag();
    };
    window.addEventListener("touchcancel", cancel);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("touchcancel", cancel);
      if (hasOpened) dispatch(drawerClosed());
    };
  }, [isDragging, isPhone, manager, dispatch]);

  if (!isPhone) return null;
  return (
    <div className="drag-edge" aria-hidden="true">
      {t("folders")}
    </div>
  );
}

type Backend = Extract<ComponentProps<typeof DndProvider>, { backend: unknown }>["backend"];

/** Dragging with one backend. */
export function Host({ backend, options }: { backend: Backend; options?: object }) {
  return (
    <DndProvider backend={backend} options={options}>
      <Connectors />
      <Aids />
      <DragImage />
    </DndProvider>
  );
}
