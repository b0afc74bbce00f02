import {
  type Article,
  type Highlight,
  type HighlightColor,
  type HighlightId,
  type LinkId,
  texts,
} from "@satchel/contracts";
import { selectorsOf, type TextRange } from "@satchel/contracts/highlights";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../kit/Dialog.tsx";
import { useAppDispatch } from "../../../kit/state.ts";
import { errorShown } from "../../../kit/toasts.slice.ts";
import { reasonOf } from "../../../kit/transport/call.ts";
import { HighlightCard } from "./HighlightCard.tsx";
import { useHighlightsQuery, useMakeHighlightMutation } from "./highlights.api.ts";
import { paint } from "./paint.ts";
import { SelectionBar } from "./SelectionBar.tsx";
import { highlightAt, placeHighlights, type PlacedHighlight, readShownText, type ShownText } from "./shownText.ts";
import { useDescriptions } from "./useDescriptions.ts";
import { useMarkingKeys } from "./useMarkingKeys.ts";
import { useTextSelection } from "./useTextSelection.ts";
import "./marks.css";

const none: readonly Highlight[] = [];

interface MarksProps {
  readonly id: LinkId;
  readonly article: Article;
  /** The element with the article's text, which is in it. */
  readonly root: HTMLElement;
  /** Whether the list has a place beside the text; else it is a sheet. */
  readonly isBeside: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** The highlights of an article: painted in it, listed beside it, and made of what is selected. */
export function Marks({ id, article, root, isBeside, isOpen, onOpen }: MarksProps) {
  const { t } = useTranslation("highlights");
  const dispatch = useAppDispatch();
  const { data: highlights = none } = useHighlightsQuery(id);
  const [make] = useMakeHighlightMutation();
  const shown = useMemo(() => readShownText(root), [root]);
  const placed = useMemo(() => placeHighlights(shown, highlights), [shown, highlights]);
  const [selection, { clear, restore }] = useTextSelection(shown);
  const [chosen, setChosen] = useState<HighlightId>();
  const [writing, setWriting] = useState<HighlightId>();
  const [said, setSaid] = useState("");
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => paint(shown, placed, chosen), [shown, placed, chosen]);
  useDescriptions(shown, placed);

  function choose(highlight: HighlightId): void {
    setChosen(highlight);
    if (!isBeside) onOpen(true);
    window.setTimeout(() => document.getElementById(`mark-${highlight}`)?.scrollIntoView({ block: "nearest" }));
  }

  async function mark(color: HighlightColor, withNote: boolean): Promise<void> {
    const selectors = selection === undefined ? undefined : selectorsOf(shown.text, selection.part);
    if (selectors === undefined || selectors.position === null || selectors.textHash === null) return;
    const { quote, position, textHash } = selectors;
    clear();
    const body = { linkId: id, quote, position, text_hash: textHash, version: article.version, color };
    const { data, error } = await make(body);
    if (data === undefined) {
      dispatch(errorShown(reasonOf(error, texts.unexpected)));
      return;
    }
    setSaid(t("made", { color: t(`color.${color}`) }));
    if (withNote) setWriting(data.id);
    if (withNote || isBeside) choose(data.id);
  }

  useMarkingKeys({ shown, selection, bar, mark: (color, withNote) => void mark(color, withNote), clear, say: setSaid });

  useEffect(() => {
    const onClick = ({ clientX, clientY, target }: MouseEvent): void => {
      if (document.getSelection()?.isCollapsed === false || (target as Element).closest("a, summary") !== null) return;
      const found = placeOf(clientX, clientY);
      const part = found === undefined ? undefined : shown.partOf(found);
      const highlight = part === undefined ? undefined : highlightAt(placed, part.start);
      if (highlight !== undefined) choose(highlight);
      else setChosen(undefined);
    };
    root.addEventListener("click", onClick);
    return () => root.removeEventListener("click", onClick);
  });

  function goTo({ place, highlight }: PlacedHighlight): void {
    if (place === undefined) return;
    if (!isBeside) onOpen(false);
    setChosen(highlight.id);
    focusBlock(shown, place);
  }

  const list = (
    <ul className="marks__list" role="list" aria-label={t("list")}>
      {placed.map((one) => (
        <HighlightCard
          key={one.highlight.id}
          highlight={one.highlight}
          isLost={one.place === undefined}
          isChosen={one.highlight.id === chosen}
          isWriting={one.highlight.id === writing}
          onChoose={() => setChosen(one.highlight.id)}
          onGo={() => goTo(one)}
          onWritten={() => setWriting(undefined)}
        />
      ))}
    </ul>
  );
  const hint = (
    <p className="hint">
      {t("here")} <span className="by-mouse">{t("byKey")}</span>
    </p>
  );
  const content = placed.length === 0 ? hint : list;

  return (
    <>
      <p className="sr" role="status">
        {said}
      </p>
      {selection !== undefined && (
        <SelectionBar
          frame={bar}
          box={selection.box}
          onMark={(color, note) => void mark(color, note)}
          onFocus={restore}
          onClose={clear}
        />
      )}
      {isOpen && isBeside && (
        <aside className="marks" aria-label={t("title")}>
          <h2 className="label">{t("title")}</h2>
          {content}
        </aside>
      )}
      {isOpen && !isBeside && (
        <Dialog className="marks-sheet" title={t("title")} onClose={() => onOpen(false)}>
          {content}
        </Dialog>
      )}
    </>
  );
}

const BLOCK = "p, li, h1, h2, h3, h4, h5, h6, pre, td, div";

/** Moves the focus and the window to the block with a part of the text. */
function focusBlock(shown: ShownText, part: TextRange): void {
  const block = shown.rangeOf(part).startContainer.parentElement?.closest<HTMLElement>(BLOCK) ?? shown.root;
  block.tabIndex = -1;
  // After a sheet has closed and given the focus back.
  window.setTimeout(() => {
    block.focus({ preventScroll: true });
    block.scrollIntoView({ block: "center" });
  }, 50);
}

/** The character under a point of the window, as a range of one. */
function placeOf(x: number, y: number): Range | undefined {
  const at =
    "caretPositionFromPoint" in document
      ? document.caretPositionFromPoint(x, y)
      : // Safari before 26.
        (document as Document).caretRangeFromPoint(x, y);
  if (at === null) return undefined;
  const [node, offset] = "offsetNode" in at ? [at.offsetNode, at.offset] : [at.startContainer, at.startOffset];
  if (node.nodeType !== Node.TEXT_NODE) return undefined;
  const range = document.createRange();
  range.setStart(node, offset);
  range.setEnd(node, Math.min(offset + 1, node.textContent?.length ?? 0));
  return range;
}
