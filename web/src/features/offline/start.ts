import { TAKE_OVER } from "../../session/names.ts";
import type { AppDispatch, RootState } from "../../kit/state.ts";
import { loadPart } from "../../kit/parts/loadPart.ts";
import type { Archive } from "../../session/archive.ts";
import { selectStatus } from "../../session/session.slice.ts";
import { newVersionFound } from "./offline.slice.ts";

/** The part of the browser's list of service workers that is used. */
export type Workers = Pick<ServiceWorkerContainer, "addEventListener" | "controller" | "getRegistration" | "register">;

/** Milliseconds between two looks for a newer version, when somebody comes back to the page. */
const LOOK_MS = 3_600_000;

/**
 * Installs the service worker, or looks whether there is a newer one. A page that is there for the first time has nothing
 * older to be replaced, so `onNewVersion` is not for it.
 * @returns what looks again, if it was not done within the hour
 */
export async function installWorker(
  workers: Workers,
  onNewVersion: () => void,
  now: () => number = Date.now,
): Promise<() => void> {
  const registration = await workers.register("/sw.js", { updateViaCache: "none" });
  let looked = now();
  if (registration.waiting !== null && workers.controller !== null) onNewVersion();
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed" && workers.controller !== null) onNewVersion();
    });
  });
  return () => {
    if (now() - looked < LOOK_MS) return;
    looked = now();
    // Without a connection there is nothing to be found.
    registration.update().catch(() => undefined);
  };
}

/** Has the newer version take over, and then calls `reload`; at once where another tab has had it done already. */
export async function changeToNewVersion(workers: Workers, reload: () => void): Promise<void> {
  const waiting = (await workers.getRegistration())?.waiting ?? null;
  if (waiting === null) return reload();
  workers.addEventListener("controllerchange", reload, { once: true });
  waiting.postMessage(TAKE_OVER);
}

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
