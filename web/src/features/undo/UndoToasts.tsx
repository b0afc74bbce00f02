import { X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { selectUndoables, undo, UNDO_MS, type Undoable, undoDismissed } from "../../session/undo.slice.ts";
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

const page = (): HTMLElement | null => document.getElementById("main");

/** Gives the focus back to where it was before, or else to the page. */
function focusBack(to: EventTarget | null): void {
  const isThere = to instanceof HTMLElement && to.isConnected;
  (isThere ? to : page())?.focus({ preventScroll: true });
}

/** Animation frames within which rows that came back are drawn: five seconds, as the server has to be asked. */
const FRAMES = 300;

/** Once the page has rows again, the first in sight gets the focus in its stead. */
function focusRowOfPage(frames = FRAMES): void {
  if (document.activeElement !== page()) return;
  const rows = [...document.querySelectorAll<HTMLElement>("article[data-link] .link__title a")];
  const row = rows.find((each) => each.getBoundingClientRect().top >= 0);
  if (row !== undefined) row.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusRowOfPage(frames - 1));
}

interface UndoToastProps {
  readonly offer: Undoable;
  /** Whether its time is paused. */
  readonly isHeld: boolean;
  /** Number of newer offers in front of it. */
  readonly behind: number;
  /** What had the focus before the offers. */
  readonly before: RefObject<EventTarget | null>;
}

function UndoToast({ offer, isHeld, behind, before }: UndoToastProps) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("undo");
  const toast = useRef<HTMLDivElement>(null);
  const [end] = useState(() => () => void dispatch(undoDismissed(offer.id)));
  useCountdown(UNDO_MS, isHeld, end);

  function leave(): void {
    if (toast.current?.contains(document.activeElement) === true) focusBack(before.current);
  }

  async function takeBack(): Promise<void> {
    leave();
    await dispatch(undo(offer));
    focusRowOfPage();
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
      <button type="button" className="toast__undo" onClick={() => void takeBack()}>
        <svg className="ring" viewBox="0 0 18 18" aria-hidden="true">
          <circle cx="9" cy="9" r="7" />
          <circle cx="9" cy="9" r="7" />
        </svg>
        {t("undo")}
      </button>
      <button
        type="button"
        aria-label={t("keep")}
        onClick={() => {
          leave();
          end();
        }}
      >
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
  const before = useRef<EventTarget | null>(null);
  return (
    <div
      className="undos"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(true);
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
      onBlur={() => setHeld(false)}
    >
      {offers.map((offer, index) => (
        <UndoToast key={offer.id} offer={offer} isHeld={isHeld} behind={offers.length - 1 - index} before={before} />
      ))}
    </div>
  );
}
