import { AddDialog } from "../../features/add/AddDialog.tsx";
import { folderOf, usePaste } from "../../features/add/usePaste.ts";
import { Palette } from "../../features/shortcuts/palette/Palette.tsx";
import { useShortcuts } from "../../features/shortcuts/useShortcuts.ts";
import { part } from "../../kit/parts/part.tsx";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import type { View } from "../../links/view.ts";
import { selectImportsOpen } from "../../session/imports.slice.ts";
import { overlayClosed, selectAccountTab, selectOverlay } from "../../session/overlay.slice.ts";

const AccountDialog = part(
  "account/AccountDialog",
  async () => (await import("../../features/account/AccountDialog.tsx")).AccountDialog,
  { texts: ["account", "landing", "share"] },
);
const CopyUse = part("copies/CopyUse", async () => (await import("../../features/copies/CopyUse.tsx")).CopyUse, {
  texts: ["copies"],
  isQuiet: true,
});
const ShortcutsDialog = part(
  "shortcuts/ShortcutsDialog",
  async () => (await import("../../features/shortcuts/ShortcutsDialog.tsx")).ShortcutsDialog,
);
const ImportsDialog = part(
  "imports/ImportsDialog",
  async () => (await import("../../features/imports/ImportsDialog.tsx")).ImportsDialog,
  { texts: ["imports"] },
);

const SmartFolderDialog = part(
  "folder-tree/SmartFolderDialog",
  async () => (await import("../../features/folder-tree/SmartFolderDialog.tsx")).SmartFolderDialog,
  { texts: ["folder-tree"] },
);

const FeedDialog = part(
  "account/FeedDialog",
  async () => (await import("../../features/account/FeedDialog.tsx")).FeedDialog,
  { texts: ["account"] },
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
      {open?.kind === "shortcuts" && <ShortcutsDialog onClose={close} />}
      {open?.kind === "smart" && <SmartFolderDialog search={open.search} onClose={close} />}
      {accountTab !== null && (
        <AccountDialog tab={accountTab}>
          <CopyUse />
        </AccountDialog>
      )}
      {hasImports && <ImportsDialog />}
      {/* Over the account dialog, which opens it as well. */}
      {open?.kind === "feed" && <FeedDialog source={open.source} name={open.name} onClose={close} />}
      <DropZone folder={folderOf(view)} />
    </>
  );
}
