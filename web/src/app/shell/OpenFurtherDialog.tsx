import { part } from "../../kit/parts/part.tsx";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { overlayClosed, selectOverlay } from "../../session/overlay.slice.ts";

const FurtherDialogs = part("shell/FurtherDialogs", async () => (await import("./FurtherDialogs.tsx")).FurtherDialogs, {
  texts: ["folders", "folder-tree", "shortcuts", "account", "reading", "offline", "sheet"],
  // Keys that are typed meanwhile are meant for it, and not for the page.
  fallback: <dialog open hidden />,
});

/** The small dialog that is open over a page, loaded when the first is opened. */
export function OpenFurtherDialog() {
  const dispatch = useAppDispatch();
  const open = useAppSelector(selectOverlay);
  if (open === null || open.kind === "add" || open.kind === "palette") return null;
  return <FurtherDialogs open={open} onClose={() => dispatch(overlayClosed())} />;
}
