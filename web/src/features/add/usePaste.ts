import { useEffect } from "react";
import { useAppDispatch } from "../../kit/state.ts";
import { isBusy } from "../../kit/hooks.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";
import type { View } from "../../links/view.ts";
import { addLinks } from "./add.api.ts";
import { PASTED_AT_ONCE } from "./urls.ts";
import { urlsIn } from "./urls.ts";

/** The open folder, for new links. */
export const folderOf = (view: View | undefined): number | null => (view?.kind === "folder" ? view.id : null);

/** Saves web addresses pasted outside of fields; many are shown in the dialog first. */
export function usePaste(view: View | undefined): void {
  const dispatch = useAppDispatch();
  const folder = folderOf(view);

  useEffect(() => {
    function onPaste(event: ClipboardEvent): void {
      if (event.defaultPrevented || isBusy(event.target)) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const urls = urlsIn(text);
      if (urls.length === 0) return;
      event.preventDefault();
      if (urls.length > PASTED_AT_ONCE) dispatch(overlayOpened({ kind: "add", text: urls.join("\n") }));
      else void dispatch(addLinks(urls, folder));
    }
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [folder, dispatch]);
}
