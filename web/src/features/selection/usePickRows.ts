import type { LinkId } from "@satchel/contracts";
import { useEffect } from "react";
import { useAppDispatch } from "../../app/hooks.ts";
import { pick } from "./pick.ts";

/** The link whose row a press on it selects; undefined where the press is for something else. */
export function pickedBy(event: MouseEvent): LinkId | undefined {
  // Enter on a title makes a click too, which no button of a mouse did; with Ctrl or ⌘ a tab is asked for.
  if (event.detail === 0 || event.button !== 0 || event.ctrlKey || event.metaKey) return undefined;
  if (!(event.target instanceof Element) || event.target.closest("label, button, input") !== null) return undefined;
  return event.target.closest<HTMLElement>(".links [data-link]")?.dataset["link"] as LinkId | undefined;
}

/** While links are being selected, a press anywhere on a row selects it, instead of leading to the page. */
export function usePickRows(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    // Before the page's own listeners, which would count a visit.
    const onClick = (event: MouseEvent): void => {
      const id = pickedBy(event);
      if (id === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      dispatch(pick(id, event.shiftKey));
    };
    document.addEventListener("click", onClick, { capture: true });
    return () => document.removeEventListener("click", onClick, { capture: true });
  }, [dispatch]);
}
