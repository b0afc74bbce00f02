import { TAKE_OVER } from "../../session/names.ts";
import type { AppDispatch, RootState } from "../../kit/state.ts";
import { loadPart } from "../../kit/parts/loadPart.ts";
import type { Archive } from "../../session/archive.ts";
import { selectStatus } from "../../session/session.slice.ts";
import { newVersionFound } from "./offline.slice.ts";

/** The part of the browser's list of service workers that is used. */
export type Workers = Pick<ServiceWorkerContainer, "addEventListener" | "controller" | "getRegistration" | "register">;

/** Milliseconds between two checks for a newer version, when the page becomes visible. */
const LOOK_MS = 3_600_000;

/**
 * Installs the service worker, or checks for a newer one. `onNewVersion` is not called for the first installation, which
 * replaces nothing.
 * @returns a function that checks again, at most once an hour
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
    // WebKit tells of the first one's installation when it controls the page already.
    if (workers.controller === null) return;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") onNewVersion();
    });
  });
  return () => {
    if (now() - looked < LOOK_MS) return;
    looked = now();
    // Fails without a connection.
    registration.update().catch(() => undefined);
  };
}

/** Activates the newer version, and then calls `reload`; at once if another tab has activated it already. */
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
  // After the page has loaded, so that the worker's downloads don't delay it.
  if (document.readyState !== "complete")
    await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
  // The dot that a notification puts on the icon of the installed page: what it told of is shown now.
  const clearBadge = (): void => void navigator.clearAppBadge?.().catch(() => undefined);
  clearBadge();
  const look = await installWorker(navigator.serviceWorker, () => store.dispatch(newVersionFound()));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    clearBadge();
    look();
  });
}

/** Loads the storing of lists when the first session begins. */
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

/** Starts storing answers, and installs the service worker, if supported (only over https). */
export function startOffline(store: PageStore, archive: Archive): void {
  void archive.dropOthers();
  keepFromFirstSession(store, archive);
  if (import.meta.env.PROD && "serviceWorker" in navigator) {
    install(store).catch((error: unknown) => console.warn("The page is not kept for offline", error));
  }
}
