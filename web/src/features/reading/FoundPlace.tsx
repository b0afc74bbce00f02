import { useEffect } from "react";
import { readShownText } from "./highlights/shownText.ts";
import "./found.css";

const NAME = "found-place";

interface FoundPlaceProps {
  /** The element with the article's text. */
  readonly root: HTMLElement;
  /** What was found, with some words around it. */
  readonly text: string;
}

/** Scrolls to the passage that a search found, and paints it. Nothing happens where it is not in the article. */
export function FoundPlace({ root, text }: FoundPlaceProps) {
  useEffect(() => {
    const shown = readShownText(root);
    const exact = text.replaceAll(/\s+/g, " ").trim();
    const place = shown.anchors.find({ quote: { exact, prefix: "", suffix: "" }, position: null, textHash: null });
    if (place === undefined) return undefined;
    const range = shown.rangeOf(place);
    // After the reading view went to where reading ended last.
    const timer = window.setTimeout(() => {
      const { top } = range.getBoundingClientRect();
      window.scrollTo({ top: window.scrollY + top - window.innerHeight / 3 });
    }, 100);
    if ("highlights" in CSS) CSS.highlights.set(NAME, new Highlight(range));
    return () => {
      window.clearTimeout(timer);
      if ("highlights" in CSS) CSS.highlights.delete(NAME);
    };
  }, [root, text]);
  return null;
}
