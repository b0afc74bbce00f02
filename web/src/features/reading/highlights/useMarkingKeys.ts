import type { HighlightColor } from "@satchel/contracts";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isBusy } from "../../../kit/hooks.ts";
import { COLORS } from "./colors.ts";
import { beginSelecting, selectByKey } from "./selectByKey.ts";
import type { ShownText } from "./shownText.ts";
import type { TextSelection } from "./useTextSelection.ts";

interface MarkingKeys {
  readonly shown: ShownText;
  readonly selection: TextSelection | undefined;
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly mark: (color: HighlightColor, withNote: boolean) => void;
  readonly clear: () => void;
  /** Tells those who can't see it. */
  readonly say: (text: string) => void;
}

/** Characters of the selection that are said. */
const SAID_CHARS = 200;

/**
 * Selecting and marking by keyboard: `h` selects the first word that is seen, or goes to the colours when something is
 * selected; arrow keys move the selection, with Shift they extend it; 1 to 5 mark it, `n` marks it with a note, Escape ends.
 */
export function useMarkingKeys(keys: MarkingKeys): void {
  const { t } = useTranslation("highlights");
  const latest = useRef(keys);
  const isSelecting = useRef(false);
  useLayoutEffect(() => {
    latest.current = keys;
  });

  const { shown, selection, say } = keys;
  const words = selection === undefined ? "" : shown.text.slice(selection.part.start, selection.part.end);
  useEffect(() => {
    if (words !== "" && isSelecting.current) say(t("selected", { text: words.slice(-SAID_CHARS) }));
    if (words === "" && document.getSelection()?.isCollapsed !== false) isSelecting.current = false;
  }, [words, say, t]);

  // Once the text is seen, its keys count: other effects come later, on a busy device much later.
  useLayoutEffect(() => {
    function act({ key, shiftKey, target }: KeyboardEvent): boolean {
      const now = latest.current;
      const isInBar = now.bar.current?.contains(target as Node) === true;
      if (key === "h" || key === "H") {
        if (now.selection !== undefined) now.bar.current?.querySelector("button")?.focus();
        else {
          isSelecting.current = beginSelecting(now.shown);
          now.say(t("keys"));
        }
        return true;
      }
      if (isSelecting.current && !isInBar && selectByKey(now.shown, key, shiftKey)) return true;
      if (now.selection === undefined) return false;
      const color = COLORS[Number(key) - 1];
      if (color !== undefined) now.mark(color, false);
      else if (key === "n") now.mark("yellow", true);
      else if (key === "Escape") now.clear();
      else return false;
      isSelecting.current = false;
      return true;
    }
    function onKeyDown(event: KeyboardEvent): void {
      const { ctrlKey, metaKey, altKey } = event;
      if (event.defaultPrevented || event.isComposing || ctrlKey || metaKey || altKey || isBusy(event.target)) return;
      if (!act(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    // Before the keys of the reading view: Escape ends the selection first.
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [t]);
}
