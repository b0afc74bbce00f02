import type { HighlightColor, HighlightId } from "@satchel/contracts";
import { COLORS } from "./colors.ts";
import type { PlacedHighlight, ShownText } from "./shownText.ts";

const nameOf = (color: HighlightColor): string => `marked-${color}`;
const CHOSEN = "marked-chosen";

/** Whether this browser paints highlights (CSS Custom Highlight API); where not, the list beside the article has them. */
const canPaint = (): boolean => typeof CSS !== "undefined" && "highlights" in CSS;

/** Paints highlights over the text without changing its document. @returns the function that removes them */
export function paint(
  shown: ShownText,
  placed: readonly PlacedHighlight[],
  chosen: HighlightId | undefined,
): () => void {
  if (!canPaint()) return () => undefined;
  const ranges = new Map<string, Range[]>(COLORS.map((color) => [nameOf(color), []]));
  for (const { highlight, place } of placed) {
    if (place === undefined) continue;
    const range = shown.rangeOf(place);
    ranges.get(nameOf(highlight.color))?.push(range);
    if (highlight.id === chosen) ranges.set(CHOSEN, [range]);
  }
  for (const [name, all] of ranges) CSS.highlights.set(name, new Highlight(...all));
  return () => {
    for (const name of ranges.keys()) CSS.highlights.delete(name);
  };
}
