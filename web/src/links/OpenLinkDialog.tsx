import { part } from "../kit/parts/part.tsx";
import { useAppSelector } from "../kit/state.ts";
import { selectLinkDialog } from "./list.slice.ts";

const LinkDialogs = part("links/LinkDialogs", async () => (await import("./LinkDialogs.tsx")).LinkDialogs, {
  texts: ["selection", "offline", "memories"],
});

/** The open menu or dialog of one link, or of those that are selected, loaded when the first is opened. `onDelete` is the reading view's. */
export function OpenLinkDialog({ onDelete }: { readonly onDelete?: () => void }) {
  return useAppSelector(selectLinkDialog) !== null && <LinkDialogs onDelete={onDelete} />;
}
