import type { Link } from "@satchel/contracts";
import { type RefObject, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Thumb } from "./LinkImages.tsx";
import { siteNameOf, titleOfLink } from "./linkText.ts";
import { ROW } from "./rowFocus.ts";

/** Milliseconds that a pointer rests on a row until its preview comes. */
const RESTS_MS = 350;

/** Pixels between the preview and the row, and the edges of the window. */
const GAP = 6;

interface HoveredRow {
  readonly id: Link["id"];
  /** The row, and where the pointer came to rest in it. */
  readonly row: DOMRect;
  readonly x: number;
}

/** The row that a mouse rests on, until it leaves, or something is pressed, typed or scrolled. */
function useHovered(frame: RefObject<HTMLElement | null>): HoveredRow | undefined {
  const [hovered, setHovered] = useState<HoveredRow>();

  useEffect(() => {
    const list = frame.current;
    if (list === null) return;
    let timer: number | undefined;
    let over: Element | null = null;

    function end(): void {
      window.clearTimeout(timer);
      setHovered(undefined);
    }
    function onMove({ target, pointerType, clientX, buttons }: PointerEvent): void {
      const row = target instanceof Element ? target.closest<HTMLElement>(ROW) : null;
      if (row !== over) end();
      over = row;
      if (row === null || pointerType !== "mouse" || buttons !== 0) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        const id = row.dataset["link"] as Link["id"];
        setHovered((before) => (before?.id === id ? before : { id, row: row.getBoundingClientRect(), x: clientX }));
      }, RESTS_MS);
    }
    function onLeave(): void {
      over = null;
      end();
    }

    list.addEventListener("pointermove", onMove);
    list.addEventListener("pointerleave", onLeave);
    for (const type of ["pointerdown", "keydown", "scroll"]) window.addEventListener(type, end);
    return () => {
      window.clearTimeout(timer);
      list.removeEventListener("pointermove", onMove);
      list.removeEventListener("pointerleave", onLeave);
      for (const type of ["pointerdown", "keydown", "scroll"]) window.removeEventListener(type, end);
    };
  }, [frame]);
  return hovered;
}

interface HoverPreviewProps {
  readonly frame: RefObject<HTMLElement | null>;
  readonly links: readonly Link[];
}

/**
 * Picture and description of the row that a mouse rests on, where rows have none. For the eye alone: what it says is in the
 * details of the link.
 */
export function HoverPreview({ frame, links }: HoverPreviewProps) {
  const { t } = useTranslation("links");
  const hovered = useHovered(frame);
  const link = links.find(({ id }) => id === hovered?.id);

  const place = useCallback(
    (element: HTMLElement | null) => {
      if (element === null || hovered === undefined) return;
      element.showPopover();
      const { offsetWidth: width, offsetHeight: height } = element;
      const { row, x } = hovered;
      const isBelow = row.bottom + GAP + height + GAP <= window.innerHeight;
      element.style.top = `${isBelow ? row.bottom + GAP : row.top - GAP - height}px`;
      element.style.left = `${Math.max(GAP, Math.min(x, window.innerWidth - width - GAP))}px`;
    },
    [hovered],
  );

  if (link === undefined || (link.preview_image_url === null && link.description === null)) return null;
  return (
    <div key={link.id} className="hover-preview" popover="manual" aria-hidden="true" ref={place}>
      {link.preview_image_url !== null && <Thumb link={link} size="large" />}
      <b>
        <bdi>{titleOfLink(link, t)}</bdi>
      </b>
      {link.description !== null && <p dir="auto">{link.description}</p>}
      <small>
        <bdi>{siteNameOf(link)}</bdi>
      </small>
    </div>
  );
}
