import type { LinkFilters } from "@satchel/contracts";
import { useAppSelector } from "../../kit/state.ts";
import { part } from "../../kit/parts/part.tsx";
import { useBodyClass } from "../../kit/hooks.ts";
import { PanelSkeleton } from "../../features/detail/PanelSkeleton.tsx";
import { selectIsSelecting } from "../../links/selection/selection.slice.ts";
import { selectLinkDialog } from "../../links/linkDialog.slice.ts";
import { useDetail } from "../../links/useDetail.ts";

const LinkPanel = part(
  "detail/LinkPanel",
  async () => (await import("../../features/detail/LinkPanel.tsx")).LinkPanel,
  {
    texts: ["detail"],
    fallback: <PanelSkeleton />,
  },
);
const LinkDialogs = part("links/LinkDialogs", async () => (await import("../../links/LinkDialogs.tsx")).LinkDialogs);
const BulkBar = part("selection/BulkBar", async () => (await import("../../links/selection/BulkBar.tsx")).BulkBar);

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
