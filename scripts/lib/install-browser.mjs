import { aptInstall } from "./apt.mjs";
import { browserFault, browserOnPath, extensionBrowserOnPath, wantsExtensionBrowser, wantsShell } from "./browser.mjs";

/** Installs a Chromium for the tests where that can be done, and ends this process where there is none. */
export async function ensureBrowser() {
  if (wantsShell()) {
    // Where there is no such package, another browser will do.
    const isThere = await aptInstall("Chromium", "chromium-headless-shell");
    if (!isThere && browserOnPath() === undefined) await aptInstall("Chromium", "chromium");
  }
  if (browserOnPath() !== undefined) return;
  console.error(browserFault());
  process.exit(1);
}

/** Installs a Chromium that runs extensions where that can be done. @returns whether there is one */
export async function ensureExtensionBrowser() {
  if (wantsExtensionBrowser()) await aptInstall("Chromium", "chromium");
  return extensionBrowserOnPath() !== undefined;
}
