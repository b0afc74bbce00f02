import { useLive } from "../../features/live/useLive.ts";
import { ReadPage } from "../../features/reading/ReadPage.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { useKeys } from "../../kit/useKeys.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";
import { OpenFurtherDialog } from "../shell/OpenFurtherDialog.tsx";

/** The reading view, which follows what other tabs change. */
export function ReadingPage() {
  const dispatch = useAppDispatch();
  useLive();
  // The keys of an article are in the list of keys, which is where they are needed.
  useKeys({ "?": () => void dispatch(overlayOpened({ kind: "shortcuts" })) });
  return (
    <>
      <ReadPage />
      <OpenFurtherDialog />
    </>
  );
}
