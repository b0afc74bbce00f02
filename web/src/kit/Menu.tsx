import { Check, type LucideIcon } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Modal, takesFocus } from "./Dialog.tsx";
import { type MenuPoint, MARGIN } from "./menuPlace.ts";
import "./menu.css";

/** Keys that move through a menu, by steps or to its ends. */
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

interface MenuProps {
  readonly label: string;
  readonly at: MenuPoint;
  /** What it is about, on the phone, where the menu is not beside it. */
  readonly head?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A menu at a point of the window, with arrow keys; a sheet on the phone. */
export function Menu({ label, at, head, onClose, children }: MenuProps) {
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
    <Modal className="menu" label={label} style={{ left: place.x, top: place.y }} onClose={onClose} onKeyDown={walk}>
      {head !== undefined && <div className="menu__head">{head}</div>}
      <div role="menu" aria-label={label} ref={list}>
        {children}
      </div>
    </Modal>
  );
}

interface MenuItemProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isBad?: boolean;
  readonly isOff?: boolean;
  readonly onChoose: () => void;
}

/** An action of a menu. */
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

/** A radio item of a menu; the selected one gets the focus when the menu opens. */
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
