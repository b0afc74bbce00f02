import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useAppDispatch } from "../../kit/state.ts";
import { SEARCH_BOX } from "../../links/search/syntax.ts";
import { collapseToggled } from "../../kit/sidebar.slice.ts";
import { isBusy } from "../../kit/hooks.ts";
import { type Action, meaningOf, SECOND_KEY_MS } from "./keys.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";

const places: Partial<Record<Action, string>> = {
  all: "/links",
  unvisited: "/links?view=unvisited",
  favorites: "/links?view=favorites",
  tags: "/tags",
  captures: "/captures",
  highlights: "/highlights",
  deleted: "/deleted",
};

/** Executes the actions of shortcuts. */
export function useActions(): (action: Action) => void {
  const dispatch = useAppDispatch();
  const [, navigate] = useLocation();
  return (action) => {
    const place = places[action];
    if (place !== undefined) navigate(place);
    else if (action === "sidebar") dispatch(collapseToggled());
    else if (action === "add") dispatch(overlayOpened({ kind: "add", text: "" }));
    else if (action === "palette") dispatch(overlayOpened({ kind: "palette" }));
    else if (action === "help") dispatch(overlayOpened({ kind: "shortcuts" }));
    else if (action === "search") {
      const box = document.getElementById(SEARCH_BOX);
      box?.focus();
      if (box instanceof HTMLInputElement) box.select();
    }
  };
}

/** Handles the global shortcuts. */
export function useShortcuts(): void {
  const actions = useActions();
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });

  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | undefined;

    function onKeyDown(event: KeyboardEvent): void {
      // Keys of an input method's composition are not shortcuts.
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const before = first !== undefined && event.timeStamp - first.at < SECOND_KEY_MS ? first.key : undefined;
      const isAltGraph = event.getModifierState("AltGraph");
      const meaning = meaningOf({ key, ctrlKey, metaKey, altKey, shiftKey, isAltGraph }, before);
      first = undefined;
      if (meaning === undefined) return;
      // The palette can also be opened from a field.
      if (isBusy(event.target) && !("action" in meaning && meaning.action === "palette" && !hasDialog())) return;
      if ("waiting" in meaning) {
        first = { key: meaning.waiting, at: event.timeStamp };
        return;
      }
      event.preventDefault();
      // The second of two keys may also be a shortcut of the list.
      event.stopImmediatePropagation();
      latest.current(meaning.action);
    }

    // Before all other listeners.
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
}

const hasDialog = (): boolean => document.querySelector("dialog[open]") !== null;
