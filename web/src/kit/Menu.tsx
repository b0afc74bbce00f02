import { Check, type LucideIcon } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Dialog, takesFocus } from "./Dialog.tsx";
import "./menu.css";

/** A point of the window in px. */
export interface At {
  readonly x: number;
  readonly y: number;
  /** The menu ends at it, in place of beginning there: at the foot of the window. */
  readonly isFoot?: boolean;
}

/** Where the menu of a button opens: below it. */
export function below(button: Element): At {
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left, y: bottom };
}

/** Where the menu of a button opens that stands at the foot of the window: above it. */
export function above(button: Element): At {
  const { left, top } = button.getBoundingClientRect();
  return { x: left, y: top - MARGIN, isFoot: true };
}

/** Steps of the keys that walk through a menu; "first" and "last" jump. */
const STEPS: Readonly<Record<string, number | "first" | "last">> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: "first",
  End: "last",
};

function walk(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role^=menuitem]")];
  const here = items.findIndex((item) => item === document.activeElement);
  const next = typeof step === "number" ? here + step : step === "first" ? 0 : -1;
  items.at(next % items.length)?.focus();
}

/** Pixels that the menu keeps off the edges of the window. */
const MARGIN = 8;

interface MenuProps {
  readonly label: string;
  readonly at: At;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A menu at a point of the window, walked through by arrows; a sheet on the phone. */
export function Menu({ label, at, onClose, children }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(at);

  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    if (box === undefined) return;
    setPlace({
      x: Math.max(MARGIN, Math.min(at.x, window.innerWidth - box.width - MARGIN)),
      y: Math.max(MARGIN, Math.min(at.isFoot ? at.y - box.height : at.y, window.innerHeight - box.height - MARGIN)),
    });
  }, [at]);

  return (
    <Dialog className="menu" label={label} style={{ left: place.x, top: place.y }} onClose={onClose} onKeyDown={walk}>
      <div role="menu" aria-label={label} ref={list}>
        {children}
      </div>
    </Dialog>
  );
}

interface MenuItemProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isBad?: boolean;
  readonly isOff?: boolean;
  readonly onChoose: () => void;
}

/** Something that a menu does. */
export function MenuItem({ icon: Icon, label, isBad = false, isOff = false, onChoose }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      className={isBad ? "choose choose--bad" : "choose"}
      aria-disabled={isOff || undefined}
      onClick={() => isOff || onChoose()}
    >
      <Icon className="icon icon-m" />
      {label}
    </button>
  );
}

interface MenuChoiceProps {
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** One of several things of which one is chosen; the chosen one has the focus as the menu opens. */
export function MenuChoice({ label, isChosen, onChoose }: MenuChoiceProps) {
  return (
    <button
      ref={isChosen ? takesFocus : undefined}
      type="button"
      role="menuitemradio"
      aria-checked={isChosen}
      className="choose"
      onClick={onChoose}
    >
      {isChosen ? <Check className="icon icon-m" /> : <i className="icon icon-m" />}
      {label}
    </button>
  );
}
