import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { PlacedHighlight, ShownText } from "./shownText.ts";

const BLOCK = "p, li, blockquote, h1, h2, h3, h4, h5, h6, pre, td, th, dd, div";

/**
 * Says what is highlighted in a block, and what was noted, to those who can't see the paint: as the description of the
 * block, since an element within its text would change the text.
 */
export function useDescriptions(shown: ShownText, placed: readonly PlacedHighlight[]): void {
  const { t } = useTranslation("highlights");
  useEffect(() => {
    const blocks = new Map<Element, string[]>();
    for (const { highlight, place } of placed) {
      if (place === undefined) continue;
      const block = shown.rangeOf(place).startContainer.parentElement?.closest(BLOCK) ?? shown.root;
      const text = `${t("item", { color: t(`color.${highlight.color}`) })}: ${highlight.quote.exact}`;
      const note = highlight.note === null ? "" : `. ${t("note")}: ${highlight.note}`;
      blocks.set(block, [...(blocks.get(block) ?? []), text + note]);
    }
    for (const [block, descriptions] of blocks) block.setAttribute("aria-description", descriptions.join(". "));
    return () => {
      for (const block of blocks.keys()) block.removeAttribute("aria-description");
    };
  }, [shown, placed, t]);
}
