import { type RefCallback, useCallback, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import type { Dragged, Offer, Placement } from "../../kit/dnd/dragged.ts";
import { useDropOn } from "../../kit/dnd/useZone.ts";
import { useSource } from "../../kit/dnd/useZone.ts";
import { decideMove } from "../../folders/reorder.ts";
import { type FolderRow, isVirtual } from "../../folders/tree.ts";
import { useMoveFolder } from "./useMoveFolder.ts";

/** Milliseconds that something is held over a closed folder until it opens. */
const OPENS_AFTER_MS = 600;

interface FolderDnd {
  readonly ref: RefCallback<HTMLElement>;
  /** Belongs to the row while it is dragged, or something is over it. */
  readonly className: string | undefined;
}

/**
 * Makes the row of a folder draggable among the others, and something to drop links and folders on. `open` opens it
 * where it is closed.
 */
export function useFolderDnd(row: FolderRow, open: (() => void) | undefined): FolderDnd {
  const { t } = useTranslation("folders");
  const inLanguage = useCatalogue();
  const { folders, move } = useMoveFolder();
  const { id, name, emoji } = row;

  const source = useSource(() => (isVirtual(id) ? null : { kind: "folder", id, name, emoji }));
  const target = useDropOn(
    { kind: "folder", id, name },
    {
      offer: (dragged: Dragged, placement: Placement | undefined): Offer | null => {
        if (dragged.kind !== "folder") return null;
        const decision = decideMove(folders, dragged.id, id, placement);
        if (decision.kind === "stay") return null;
        const at = placement ?? "into";
        return decision.kind === "refused"
          ? { placement: at, text: inLanguage(decision.text), isRefused: true }
          : { placement: at, text: t(`drag.${at}`, { name }), isRefused: false };
      },
      drop: (dragged, placement) => {
        if (dragged.kind === "folder") void move(decideMove(folders, dragged.id, id, placement));
      },
    },
  );

  const isOver = target.className !== undefined;
  useEffect(() => {
    if (!isOver || open === undefined) return;
    const timer = window.setTimeout(open, OPENS_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [isOver, open]);

  const asSource = source.ref;
  const asTarget = target.ref;
  const ref = useCallback(
    (element: HTMLElement | null) => {
      const ends = [asSource(element), asTarget(element)];
      return () => ends.forEach((end) => end?.());
    },
    [asSource, asTarget],
  );
  return { ref, className: source.isDragged ? "is-dragged" : target.className };
}
