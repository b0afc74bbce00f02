import type { ShownText } from "./shownText.ts";

const BLOCK = "p, li, blockquote, h1, h2, h3, h4, h5, h6, pre, td, th, dt, dd, figcaption";

/** The blocks of text of an article, outer ones without those within them. */
const blocksOf = (root: HTMLElement): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(BLOCK)].filter(
    (block) => block.querySelector(BLOCK) === null && block.textContent.trim() !== "",
  );

/** Pixels from the top that the bar of the reading view covers. */
const BAR_PX = 56;

function selectFirstWord(block: HTMLElement): void {
  const selection = document.getSelection();
  if (selection === null) return;
  selection.collapse(block, 0);
  selection.modify("extend", "forward", "word");
  block.scrollIntoView({ block: "nearest" });
}

/** Selects the first word of the first block that is seen: the keyboard's way into the text. */
export function beginSelecting({ root }: ShownText): boolean {
  const blocks = blocksOf(root);
  const seen = blocks.find((block) => block.getBoundingClientRect().bottom > BAR_PX * 2) ?? blocks[0];
  if (seen === undefined) return false;
  selectFirstWord(seen);
  return true;
}

function moveBlock({ root }: ShownText, by: 1 | -1): void {
  const blocks = blocksOf(root);
  const anchor = document.getSelection()?.anchorNode;
  const at = blocks.findIndex((block) => anchor != null && block.contains(anchor));
  const next = blocks[at + by];
  if (next !== undefined) selectFirstWord(next);
}

/** Moves the selection by a word, to one word. */
function moveWord(by: "forward" | "backward"): void {
  const selection = document.getSelection();
  if (selection === null) return;
  if (by === "forward") {
    selection.collapseToEnd();
    selection.modify("extend", "forward", "word");
    // From the end of a word this is the space behind it alone.
    if (selection.toString().trim() === "") selection.modify("extend", "forward", "word");
    return;
  }
  selection.collapseToStart();
  selection.modify("move", "backward", "word");
  selection.modify("extend", "forward", "word");
}

/** What an arrow key does while text is selected by keyboard. @returns whether it does anything */
export function selectByKey(shown: ShownText, key: string, isExtending: boolean): boolean {
  const selection = document.getSelection();
  if (selection === null) return false;
  const isRtl = getComputedStyle(shown.root).direction === "rtl";
  const towards = { ArrowRight: !isRtl, ArrowLeft: isRtl }[key];
  if (towards !== undefined) {
    const by = towards ? "forward" : "backward";
    if (isExtending) selection.modify("extend", by, "word");
    else moveWord(by);
    return true;
  }
  if (key !== "ArrowDown" && key !== "ArrowUp") return false;
  if (isExtending) selection.modify("extend", key === "ArrowDown" ? "forward" : "backward", "line");
  else moveBlock(shown, key === "ArrowDown" ? 1 : -1);
  return true;
}
