import type { LinkFilters } from "@satchel/contracts";
import { lazy, Suspense } from "react";
import { useAppSelector } from "../../app/hooks.ts";
import { useBodyClass } from "../../app/useBodyClass.ts";
import { PanelSkeleton } from "../detail/PanelSkeleton.tsx";
import { selectIsSelecting } from "../selection/selection.slice.ts";
import { selectLinkDialog } from "./linkDialog.slice.ts";
import { useDetail } from "./useDetail.ts";

const LinkPanel = lazy(async () => ({ default: (await import("../detail/LinkPanel.tsx")).LinkPanel }));
const LinkDialogs = lazy(async () => ({ default: (await import("./LinkDialogs.tsx")).LinkDialogs }));
const BulkBar = lazy(async () => ({ default: (await import("../selection/BulkBar.tsx")).BulkBar }));

/** What lies over a list: the details of a link, what is done with the selected ones, and the dialogs of both. */
export function OverList({ filters }: { filters: LinkFilters }) {
  const { openId, close } = useDetail();
  const isSelecting = useAppSelector(selectIsSelecting);
  const hasDialog = useAppSelector(selectLinkDialog) !== null;
  useBodyClass("has-panel", openId !== null);
  useBodyClass("has-bulk", isSelecting);
  return (
    <>
      {/* The outer one for the words of the skeleton itself. */}
      <Suspense>
        {openId !== null && (
          <Suspense fallback={<PanelSkeleton />}>
            <LinkPanel key={openId} id={openId} onClose={close} />
          </Suspense>
        )}
      </Suspense>
      <Suspense>
        {isSelecting && <BulkBar filters={filters} />}
        {hasDialog && <LinkDialogs />}
      </Suspense>
    </>
  );
}
