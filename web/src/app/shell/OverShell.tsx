import { useEffect } from "react";
import { loadTexts } from "../../kit/i18n/loadTexts.ts";
import { changes } from "../../links/deeds.ts";
import { hearEarly } from "../../features/shortcuts/early.ts";
import { overlayClosed, selectAccountTab, selectOverlay } from "../../session/overlay.slice.ts";
import { selectImportsOpen } from "../../session/imports.slice.ts";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { part } from "../../kit/parts/part.tsx";
import { folderOf, usePaste } from "../../features/add/usePaste.ts";
import type { View } from "../../links/view.ts";
import { useHeldKeys } from "../../features/shortcuts/useHeldKeys.ts";
import { useShortcuts } from "../../features/shortcuts/useShortcuts.ts";

const AccountDialog = part(
  "account/AccountDialog",
  async () => (await import("../../features/account/AccountDialog.tsx")).AccountDialog,
  { texts: ["account", "landing", "share"] },
);
const ImportsDialog = part(
  "imports/ImportsDialog",
  async () => (await import("../../features/imports/ImportsDialog.tsx")).ImportsDialog,
  { texts: ["imports"] },
);
const AddDialog = part("add/AddDialog", async () => (await import("../../features/add/AddDialog.tsx")).AddDialog, {
  texts: ["add"],
});
const Palette = part(
  "palette/Palette",
  async () => (await import("../../features/shortcuts/palette/Palette.tsx")).Palette,
  {
    texts: ["account", "imports", "palette", "shortcuts", "sorting"],
  },
);
const ShortcutsDialog = part(
  "shortcuts/ShortcutsDialog",
  async () => (await import("../../features/shortcuts/ShortcutsDialog.tsx")).ShortcutsDialog,
  { texts: ["shortcuts"] },
);

/** Milliseconds after which what a key may ask for is fetched, so that it is there before the next key is pressed. */
const AHEAD_MS = 4000;

/** What may lie over any page of the archive, and the keys that bring it. Loaded once the page itself is there. */
export function OverShell({ view }: { view: View | undefined }) {
  const dispatch = useAppDispatch();
  const open = useAppSelector(selectOverlay);
  const accountTab = useAppSelector(selectAccountTab);
  const hasImports = useAppSelector(selectImportsOpen);
  const close = (): void => void dispatch(overlayClosed());
  useShortcuts(open === null);
  usePaste(view);
  useHeldKeys(open !== null, close);

  useEffect(() => {
    let isGone = false;
    // What the first key or change needs. Where it fails, it is tried again when it is asked for.
    void Promise.allSettled([changes(), loadTexts(["selection"])]).then(() =>
      window.setTimeout(() => isGone || void hearEarly()),
    );
    const timer = window.setTimeout(() => {
      for (const each of [AddDialog, Palette, ShortcutsDialog]) each.load().catch(() => undefined);
    }, AHEAD_MS);
    return () => {
      isGone = true;
      window.clearTimeout(timer);
    };
  }, []);

  return (
    <>
      {open?.kind === "add" && <AddDialog text={open.text} folder={folderOf(view)} onClose={close} />}
      {open?.kind === "palette" && <Palette onClose={close} />}
      {open?.kind === "shortcuts" && <ShortcutsDialog onClose={close} />}
      {accountTab !== null && <AccountDialog tab={accountTab} />}
      {hasImports && <ImportsDialog />}
    </>
  );
}
