import { AddDialog } from "../../features/add/AddDialog.tsx";
import { folderOf, usePaste } from "../../features/add/usePaste.ts";
import { Palette } from "../../features/shortcuts/palette/Palette.tsx";
import { useShortcuts } from "../../features/shortcuts/useShortcuts.ts";
import { part } from "../../kit/parts/part.tsx";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import type { View } from "../../links/view.ts";
import { selectImportsOpen } from "../../session/imports.slice.ts";
import { overlayClosed, selectAccountTab, selectOverlay } from "../../session/overlay.slice.ts";
import { OpenFurtherDialog } from "./OpenFurtherDialog.tsx";

const Account = part("shell/Account", async () => (await import("./Account.tsx")).Account, {
  texts: ["account", "landing", "share", "copies", "selection"],
});
const ImportsDialog = part(
  "imports/ImportsDialog",
  async () => (await import("../../features/imports/ImportsDialog.tsx")).ImportsDialog,
  { texts: ["imports"] },
);

const DropZone = part("add/DropZone", async () => (await import("../../features/add/DropZone.tsx")).DropZone, {
  isLater: true,
  texts: ["share"],
});

/**
 * Dialogs over any page of the archive, and the keys that open them. Those for input are in the first script, so that they
 * are open before the next key is pressed, which would otherwise be lost or act on a link.
 */
export function OverShell({ view }: { view: View | undefined }) {
  const dispatch = useAppDispatch();
  const open = useAppSelector(selectOverlay);
  const accountTab = useAppSelector(selectAccountTab);
  const hasImports = useAppSelector(selectImportsOpen);
  const close = (): void => void dispatch(overlayClosed());
  useShortcuts();
  usePaste(view);

  return (
    <>
      {open?.kind === "add" && (
        <AddDialog text={open.text} folder={open.folder === undefined ? folderOf(view) : open.folder} onClose={close} />
      )}
      {open?.kind === "palette" && <Palette onClose={close} />}
      {accountTab !== null && <Account tab={accountTab} />}
      {hasImports && <ImportsDialog />}
      {/* Over the account dialog, which opens it as well. */}
      <OpenFurtherDialog />
      <DropZone folder={folderOf(view)} />
    </>
  );
}
