import type { Placement } from "../../kit/dnd/parts.ts";

/** Characters of a title and of a description in the drag image (specification, section 9). */
export const TITLE_CHARACTERS = 25;
export const DESCRIPTION_CHARACTERS = 35;

/** The first graphemes of a text, followed by "…" if it is cut. */
export function cut(text: string, characters: number): string {
  let length = 0;
  for (const { index } of new Intl.Segmenter().segment(text)) {
    if (length === characters) return `${text.slice(0, index).trimEnd()}…`;
    length += 1;
  }
  return text;
}

interface Span {
  readonly top: number;
  readonly height: number;
}

/** The share of a target at its upper and at its lower edge that means "before" and "after". */
const EDGE_SHARE = 0.3;

/** Which part of a target the pointer is over. */
export function placementAt(y: number, { top, height }: Span): Placement {
  const share = height === 0 ? 0.5 : (y - top) / height;
  if (share < EDGE_SHARE) return "before";
  return share > 1 - EDGE_SHARE ? "after" : "into";
}

/** Pixels from the edge of a scrollable element within which a drag scrolls it. */
const SCROLL_ZONE = 56;
/** Pixels per frame directly at the edge. */
const SCROLL_MOST = 12;

/** Pixels to scroll in this frame for a drag at a height: negative upwards, 0 in the middle. */
export function scrollStep(y: number, { top, height }: Span): number {
  const zone = Math.min(SCROLL_ZONE, height / 3);
  const above = top + zone - y;
  const below = y - (top + height - zone);
  if (above > 0) return -Math.ceil(SCROLL_MOST * Math.min(1, above / zone));
  return below > 0 ? Math.ceil(SCROLL_MOST * Math.min(1, below / zone)) : 0;
}

/** Pixels from the left edge of a phone at which a drag opens the drawer of folders. */
const DRAWER_EDGE = 36;

/** Whether a drag has reached the edge of the drawer. */
export const isAtEdge = (x: number): boolean => x <= DRAWER_EDGE;
