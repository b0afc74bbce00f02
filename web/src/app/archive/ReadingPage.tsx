import { useLive } from "../../features/live/useLive.ts";
import { ReadPage } from "../../features/reading/ReadPage.tsx";
import { OpenFurtherDialog } from "../shell/OpenFurtherDialog.tsx";

/** The reading view, which follows what other tabs change. */
export function ReadingPage() {
  useLive();
  return (
    <>
      <ReadPage />
      <OpenFurtherDialog />
    </>
  );
}
