import { useEffect } from "react";
import { AccountHost } from "../account/AccountHost.tsx";
import { ImportsHost } from "../imports/ImportsHost.tsx";
import { changes } from "../links/deeds.ts";
import type { View } from "../links/view.ts";
import { hearEarly } from "../shortcuts/early.ts";
import { Overlays } from "../shortcuts/Overlays.tsx";
import { loadTexts } from "../../app/i18n/loadTexts.ts";

/** What may lie over any page of the archive, and the keys that bring it. */
export function OverShell({ view }: { view: View | undefined }) {
  useEffect(() => {
    let isGone = false;
    // What the first deed or key needs. Where it fails, it is tried again when it is asked for.
    const needed = [changes(), loadTexts(["selection"])];
    void Promise.allSettled(needed).then(() => window.setTimeout(() => isGone || void hearEarly()));
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <>
      <Overlays view={view} />
      <AccountHost />
      <ImportsHost />
    </>
  );
}
