import { TAKE_OVER } from "../../session/names.ts";

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
