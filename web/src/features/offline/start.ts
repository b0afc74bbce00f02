import type { AppDispatch, RootState } from "../../kit/state.ts";
import { loadPart } from "../../kit/parts/loadPart.ts";
import type { Archive } from "../../session/archive.ts";
import { selectStatus } from "../../session/session.slice.ts";
import { newVersionFound } from "./version.slice.ts";
import { installWorker } from "./worker.ts";

/** The part of the store that is used. */
interface PageStore {
  readonly dispatch: AppDispatch;
  readonly getState: () => RootState;
  readonly subscribe: (listener: () => void) => () => void;
}

async function install(store: PageStore): Promise<void> {
  // The page comes first, and its worker's files after it.
  if (document.readyState !== "complete")
    await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
  const look = await installWorker(navigator.serviceWorker, () => store.dispatch(newVersionFound()));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") look();
  });
}

/** Keeps lists from the first session on: nobody needs what that takes before. */
function keepFromFirstSession(store: PageStore, archive: Archive): void {
  const begin = (): void => {
    if (selectStatus(store.getState()) !== "verified") return;
    unsubscribe();
    loadPart("offline/keepLists", () => import("./keepLists.ts"))
      .then(({ keepLists }) => keepLists(store, archive))
      .catch((error: unknown) => console.warn("What is shown is not kept for offline", error));
  };
  const unsubscribe = store.subscribe(begin);
  begin();
}

/** Begins to keep what is shown, and installs the service worker where the browser has such (only over https). */
export function startOffline(store: PageStore, archive: Archive): void {
  void archive.dropOthers();
  keepFromFirstSession(store, archive);
  if (import.meta.env.PROD && "serviceWorker" in navigator) {
    install(store).catch((error: unknown) => console.warn("The page is not kept for offline", error));
  }
}
