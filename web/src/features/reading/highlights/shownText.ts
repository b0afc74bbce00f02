import type { Highlight, HighlightId } from "@satchel/contracts";
import {
  type Anchoring,
  anchoring,
  readArticleText,
  type TextRange,
  type TextSegment,
} from "@satchel/contracts/highlights";

/** The text of an article as it stands in the page, with the ways from places in one to places in the other. */
export interface ShownText {
  readonly root: HTMLElement;
  readonly text: string;
  readonly anchors: Anchoring;
  /** A part of the text, in the document. */
  rangeOf(part: TextRange): Range;
  /** A part of the document, in the text; undefined where none of the text is in it. */
  partOf(range: Range): TextRange | undefined;
}

/** The index of the first segment for which a condition holds; it holds for all that follow. */
function firstWhere(segments: readonly TextSegment<Node>[], holds: (segment: TextSegment<Node>) => boolean): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const segment = segments[middle];
    if (segment !== undefined && holds(segment)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function readShownText(root: HTMLElement): ShownText {
  const { text, segments } = readArticleText<Node>(root);
  return {
    root,
    text,
    anchors: anchoring(text),
    rangeOf: ({ start, end }) => {
      const range = root.ownerDocument.createRange();
      const first = segments[firstWhere(segments, ({ at, length }) => at + length > start)];
      const last = segments[firstWhere(segments, ({ at }) => at >= end) - 1];
      if (first === undefined || last === undefined) return range;
      range.setStart(first.node, first.offset + Math.max(0, start - first.at));
      range.setEnd(last.node, last.offset + Math.min(last.length, end - last.at));
      return range;
    },
    partOf: (range) => {
      const [from, to] = [range.cloneRange(), range.cloneRange()];
      from.collapse(true);
      to.collapse(false);
      const first = segments[firstWhere(segments, (one) => from.comparePoint(one.node, one.offset + one.length) > 0)];
      const last = segments[firstWhere(segments, (one) => to.comparePoint(one.node, one.offset) >= 0) - 1];
      if (first === undefined || last === undefined) return undefined;
      const skipped = range.startContainer === first.node ? Math.max(0, range.startOffset - first.offset) : 0;
      const taken = range.endContainer === last.node ? range.endOffset - last.offset : last.length;
      const [start, end] = [first.at + skipped, last.at + Math.min(last.length, taken)];
      return start < end ? { start, end } : undefined;
    },
  };
}

/** A highlight with its place in the text; undefined for one that is not found. */
export interface PlacedHighlight {
  readonly highlight: Highlight;
  readonly place: TextRange | undefined;
}

/** Highlights in the order of the text; those that are not found come last. */
export function placeHighlights(shown: ShownText, highlights: readonly Highlight[]): PlacedHighlight[] {
  const placed = highlights.map((highlight): PlacedHighlight => {
    const { quote, position, text_hash: textHash } = highlight;
    return { highlight, place: shown.anchors.find({ quote, position, textHash }) };
  });
  const startOf = ({ place }: PlacedHighlight): number => place?.start ?? Number.POSITIVE_INFINITY;
  return placed.sort((a, b) => Math.sign(startOf(a) - startOf(b)) || 0);
}

/** The highlight at a place of the text; of several the shortest, which is the one that is seen. */
export function highlightAt(placed: readonly PlacedHighlight[], at: number): HighlightId | undefined {
  const lengthOf = ({ place }: PlacedHighlight): number => (place === undefined ? 0 : place.end - place.start);
  return placed
    .filter(({ place }) => place !== undefined && place.start <= at && at < place.end)
    .sort((a, b) => lengthOf(a) - lengthOf(b))[0]?.highlight.id;
}
