import type { FolderId } from "@satchel/contracts";
import { Ban, FolderInput, Inbox } from "lucide-react";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFolders } from "../../folders/folders.api.ts";
import { findFolder, isVirtual } from "../../folders/tree.ts";
import { isBusy } from "../../kit/hooks.ts";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import type { DropContent } from "./dropped.ts";
import { addFound } from "./files.api.ts";
import "./add.css";

/** The target of a drag from outside. */
interface Target {
  /** Null: no folder. */
  readonly folder: FolderId | null;
  /** The row of the folder; undefined for the whole page. */
  readonly row: DOMRect | undefined;
}

const TYPES = ["Files", "text/uri-list", "text/html", "text/plain"];

function droppedOf({ files, getData }: { files: FileList; getData: (type: string) => string }): DropContent {
  // A document of DOMParser runs no scripts and loads nothing.
  const page = new DOMParser().parseFromString(getData("text/html"), "text/html");
  return {
    uriList: getData("text/uri-list"),
    hrefs: Array.from(page.querySelectorAll("a[href]"), (link) => link.getAttribute("href") ?? ""),
    text: getData("text/plain"),
    files: [...files],
  };
}

/** The target under a drag: the row of a folder, else the whole page with the open folder. */
function targetAt(at: EventTarget | null, open: FolderId | null): Target {
  const row = at instanceof Element ? at.closest<HTMLElement>("[data-folder]") : null;
  const id = Number(row?.dataset["folder"]);
  if (row === null) return { folder: open, row: undefined };
  return { folder: isVirtual(id) ? null : id, row: row.getBoundingClientRect() };
}

const placeOf = ({ left, top, width, height }: DOMRect): CSSProperties => ({ left, top, width, height, right: "auto" });

/**
 * Saves links, files and texts with links that are dragged here from outside, and shows the target during the drag.
 * Drags within the page are ignored.
 */
export function DropZone({ folder: open }: { folder: FolderId | null }) {
  const { t } = useTranslation("share", { keyPrefix: "drop" });
  const dispatch = useAppDispatch();
  const isOffline = useAppSelector((state) => state.connection.isLost);
  const folders = useFolders();
  const [target, setTarget] = useState<Target | null>(null);
  const isOwn = useRef(false);

  useEffect(() => {
    /** Whether the page accepts a drag: not a text over an input field, and nothing while a dialog is open. */
    function isTaken({ dataTransfer, target: at }: DragEvent): boolean {
      return !isOwn.current && !isBusy(at) && TYPES.some((type) => dataTransfer?.types.includes(type));
    }
    function onOver(event: DragEvent): void {
      if (!isTaken(event)) return setTarget(null);
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = isOffline ? "none" : "copy";
      const next = targetAt(event.target, open);
      setTarget((now) => (now?.folder === next.folder && now.row?.top === next.row?.top ? now : next));
    }
    function onLeave(event: DragEvent): void {
      // The drag left the window, and not only an element.
      if (event.relatedTarget === null) setTarget(null);
    }
    function onDrop(event: DragEvent): void {
      setTarget(null);
      if (!isTaken(event) || event.dataTransfer === null) return;
      event.preventDefault();
      const { files } = event.dataTransfer;
      const getData = event.dataTransfer.getData.bind(event.dataTransfer);
      void dispatch(addFound(droppedOf({ files, getData }), targetAt(event.target, open).folder));
    }
    const onStart = (): void => void (isOwn.current = true);
    const onEnd = (): void => void (isOwn.current = false);

    const listeners = { dragenter: onOver, dragover: onOver, dragleave: onLeave, drop: onDrop, dragend: onEnd };
    // In the capture phase, because drags within the page may stop the event.
    window.addEventListener("dragstart", onStart, { capture: true });
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name, listener as (event: Event) => void);
    return () => {
      window.removeEventListener("dragstart", onStart, { capture: true });
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as (event: Event) => void);
    };
  }, [open, isOffline, dispatch]);

  if (target === null) return null;
  const name = target.folder === null ? undefined : findFolder(folders, target.folder)?.name;
  const Icon = isOffline ? Ban : name === undefined ? Inbox : FolderInput;
  return (
    <div className={isOffline ? "drops is-refused" : "drops"} aria-hidden="true">
      <i className="drops__zone" style={target.row && placeOf(target.row)} />
      <p>
        <Icon className="icon icon-m" />
        <bdi className="one-line">
          {isOffline ? t("offline") : name === undefined ? t("here") : t("into", { folder: name })}
        </bdi>
      </p>
    </div>
  );
}
