import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { undo } from "../../session/undo.slice.ts";
import { selectUndoables, UNDO_MS, type Undoable, undoDismissed } from "../../session/undo.slice.ts";
import "./undo.css";

/** Calls `onEnd` after `ms` milliseconds without pauses. */
function useCountdown(ms: number, paused: boolean, onEnd: () => void): void {
  const left = useRef(ms);
  useEffect(() => {
    if (paused) return;
    const started = performance.now();
    const timer = window.setTimeout(onEnd, left.current);
    return () => {
      window.clearTimeout(timer);
      left.current -= performance.now() - started;
    };
  }, [paused, onEnd]);
}

interface UndoToastProps {
  readonly offer: Undoable;
  /** Whether its time is paused. */
  readonly isHeld: boolean;
  /** Number of newer offers in front of it. */
  readonly behind: number;
}

function UndoToast({ offer, isHeld, behind }: UndoToastProps) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("undo");
  const toast = useRef<HTMLDivElement>(null);
  const [end] = useState(() => () => void dispatch(undoDismissed(offer.id)));
  useCountdown(UNDO_MS, isHeld, end);

  function leave(then: () => void): void {
    if (toast.current?.contains(document.activeElement) === true) {
      document.getElementById("main")?.focus({ preventScroll: true });
    }
    then();
  }

  return (
    <div
      ref={toast}
      className="toast toast--undo"
      data-held={isHeld || undefined}
      data-behind={behind}
      inert={behind > 0}
    >
      <span>{offer.text}</span>
      <button type="button" className="toast__undo" onClick={() => leave(() => void dispatch(undo(offer)))}>
        <svg className="ring" viewBox="0 0 18 18" aria-hidden="true">
          <circle cx="9" cy="9" r="7" />
          <circle cx="9" cy="9" r="7" />
        </svg>
        {t("undo")}
      </button>
      <button type="button" aria-label={t("keep")} onClick={() => leave(end)}>
        <X className="icon icon-m" />
      </button>
    </div>
  );
}

/** Offers to undo, the latest in front; announced to screen readers. */
export function UndoToasts() {
  const offers = useAppSelector(selectUndoables);
  // Time is paused while an offer is hovered or focused (WCAG 2.2.1).
  const [isHeld, setHeld] = useState(false);
  return (
    <div
      className="undos"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {offers.map((offer, index) => (
        <UndoToast key={offer.id} offer={offer} isHeld={isHeld} behind={offers.length - 1 - index} />
      ))}
    </div>
  );
}
