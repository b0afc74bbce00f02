import { useEffect } from "react";
import { useAppDispatch, useAppSelector } from "../../app/hooks.ts";
import { part } from "../../app/part.tsx";
import { folderOf, usePaste } from "../add/usePaste.ts";
import type { View } from "../links/view.ts";
import { overlayClosed, selectOverlay } from "./overlay.slice.ts";
import { useHeldKeys } from "./useHeldKeys.ts";
import { useShortcuts } from "./useShortcuts.ts";

const AddDialog = part("add/AddDialog", async () => (await import("../add/AddDialog.tsx")).AddDialog, {
  texts: ["add"],
});
const Palette = part("palette/Palette", async () => (await import("../palette/Palette.tsx")).Palette, {
  texts: ["account", "imports", "palette", "shortcuts", "sorting"],
});
const ShortcutsDialog = part(
  "shortcuts/ShortcutsDialog",
  async () => (await import("./ShortcutsDialog.tsx")).ShortcutsDialog,
  { texts: ["shortcuts"] },
);

/** Milliseconds after which what a key may ask for is fetched, so that it is there before the next key is pressed. */
const AHEAD_MS = 4000;

/** What keys, pastes and a few buttons bring over the page, wherever one is. Loaded once the page itself is there. */
export function Overlays({ view }: { view: View | undefined }) {
  const dispatch = useAppDispatch();
  const open = useAppSelector(selectOverlay);
  useShortcuts(open === null);
  usePaste(view);
  useHeldKeys(open !== null, () => dispatch(overlayClosed()));

  useEffect(() => {
    const timer = window.setTimeout(() => {
      // Where it fails, it is tried again when it is asked for.
      for (const each of [AddDialog, Palette, ShortcutsDialog]) each.load().catch(() => undefined);
    }, AHEAD_MS);
    return () => window.clearTimeout(timer);
  }, []);

  if (open === null) return null;
  const close = (): void => void dispatch(overlayClosed());
  return (
    <>
      {open.kind === "add" && <AddDialog text={open.text} folder={folderOf(view)} onClose={close} />}
      {open.kind === "palette" && <Palette onClose={close} />}
      {open.kind === "shortcuts" && <ShortcutsDialog onClose={close} />}
    </>
  );
}
