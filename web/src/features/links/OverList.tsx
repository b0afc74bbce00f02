import type { LinkFilters } from "@satchel/contracts";
import { useAppSelector } from "../../app/hooks.ts";
import { part } from "../../app/part.tsx";
import { useBodyClass } from "../../app/useBodyClass.ts";
import { PanelSkeleton } from "../detail/PanelSkeleton.tsx";
import { selectIsSelecting } from "../selection/selection.slice.ts";
import { selectLinkDialog } from "./linkDialog.slice.ts";
import { useDetail } from "./useDetail.ts";

const LinkPanel = part("detail/LinkPanel", async () => (await import("../detail/LinkPanel.tsx")).LinkPanel, {
  texts: ["detail"],
  fallback: <PanelSkeleton />,
});
const LinkDialogs = part("links/LinkDialogs", async () => (await import("./LinkDialogs.tsx")).LinkDialogs);
const BulkBar = part("selection/BulkBar", async () => (await import("../selection/BulkBar.tsx")).BulkBar);

/** What lies over a list: the details of a link, what is done with the selected ones, and the dialogs of both. */
export function OverList({ filters }: { filters: LinkFilters }) {
  const { openId, close } = useDetail();
  const isSelecting = useAppSelector(selectIsSelecting);
  const hasDialog = useAppSelector(selectLinkDialog) !== null;
  useBodyClass("has-panel", openId !== null);
  useBodyClass("has-bulk", isSelecting);
  return (
    <>
      {openId !== null && <LinkPanel key={openId} id={openId} onClose={close} />}
      {isSelecting && <BulkBar filters={filters} />}
      {hasDialog && <LinkDialogs />}
    </>
  );
}
