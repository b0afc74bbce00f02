import type { HighlightColor } from "@satchel/contracts";
import { MessageSquarePlus } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, type RefObject, useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { sideways } from "../../../kit/tabStop.ts";
import { COLORS } from "./colors.ts";

interface SelectionBarProps {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly box: DOMRect;
  readonly onMark: (color: HighlightColor, withNote: boolean) => void;
  readonly onFocus: () => void;
  readonly onClose: () => void;
}

/** Pixels between the selection and the bar, and between the bar and the window's edge. */
const GAP = 10;

/** Pixels from the top that the reading view's own bar covers. */
const TOP = 60;

/** The colours and the note for what is selected, above it or below; on a phone at the bottom of the window (`marks.css`). */
export function SelectionBar({ frame, box, onMark, onFocus, onClose }: SelectionBarProps) {
  const { t } = useTranslation("highlights");
  const [place, setPlace] = useState<CSSProperties>();

  useLayoutEffect(() => {
    const own = frame.current?.getBoundingClientRect();
    if (own === undefined) return;
    const above = box.top - own.height - GAP;
    const lowest = window.innerHeight - own.height - GAP;
    const top = Math.min(above > TOP ? above : box.bottom + GAP, lowest);
    const middle = box.left + box.width / 2 - own.width / 2;
    const left = Math.max(GAP, Math.min(middle, window.innerWidth - own.width - GAP));
    setPlace({ "--x": `${left}px`, "--y": `${Math.max(TOP, top)}px` } as CSSProperties);
  }, [box, frame]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const by = sideways(event.key);
    if (event.key === "Escape") onClose();
    else if (by !== undefined) {
      const buttons = [...event.currentTarget.querySelectorAll("button")];
      const at = buttons.findIndex((button) => button === document.activeElement);
      buttons.at((at + by + buttons.length) % buttons.length)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      ref={frame}
      className="marks__bar"
      role="toolbar"
      aria-label={t("bar")}
      style={place}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      // A press must not take the selection away.
      onPointerDown={(event) => event.preventDefault()}
    >
      {COLORS.map((color) => (
        <button
          key={color}
          type="button"
          className="marks__color"
          data-color={color}
          aria-label={t("mark", { color: t(`color.${color}`) })}
          title={t(`color.${color}`)}
          onClick={() => onMark(color, false)}
        />
      ))}
      <button
        type="button"
        className="marks__add"
        aria-label={t("withNote")}
        title={t("withNote")}
        onClick={() => onMark("yellow", true)}
      >
        <MessageSquarePlus className="icon" />
      </button>
    </div>
  );
}
