import type { LinkId } from "@satchel/contracts";
import { useEffect } from "react";
import { useAppDispatch } from "../../kit/state.ts";
import { pick } from "./pick.ts";

/** The link that a press selects; undefined where it was for something else than a row. */
function pressed({ target, detail }: MouseEvent): LinkId | undefined {
  // Enter on a title makes a click too, which no pointer did: it visits. A box selects by itself.
  if (detail === 0 || !(target instanceof Element) || target.closest("label, button") !== null) return undefined;
  return target.closest<HTMLElement>(".links [data-link]")?.dataset["link"] as LinkId | undefined;
}

/** While links are being selected, a press anywhere on a row selects it; its anchors take none then (`link.css`). */
export function usePickRows(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      const id = pressed(event);
      if (id !== undefined) dispatch(pick(id, event.shiftKey));
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [dispatch]);
}
