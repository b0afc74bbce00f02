import { useSyncExternalStore } from "react";

/** Below this width the sidebar is a drawer and the search lies in the dock, as in the styles. */
const PHONE = "(max-width: 760px)";

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(PHONE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Whether the page is as narrow as on a phone. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(PHONE).matches);
