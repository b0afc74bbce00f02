import {
  browserFault,
  browserOnPath,
  extensionBrowserOnPath,
  FIREFOX_FAULT,
  firefoxOnPath,
} from "../../scripts/lib/browser.mjs";

/** Without what would ask the network by itself, so that every request seen is the page's. */
export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
] as const;

/**
 * The path of Chromium, for Playwright's `executablePath`: `CHROMIUM_BIN`, else `chromium`, `chromium-browser` or
 * `google-chrome` on the PATH.
 * @throws when there is none; tests never skip because of that
 */
export function findBrowser(): string {
  const path = browserOnPath();
  if (path === undefined) throw new Error(browserFault());
  return path;
}

/**
 * The path of a Chromium that runs extensions: `CHROMIUM_BIN` where it does, else the first on the PATH.
 * @throws when there is none
 */
export function findExtensionBrowser(): string {
  const path = extensionBrowserOnPath();
  if (path === undefined) throw new Error(browserFault());
  return path;
}

/**
 * The path of Firefox: `FIREFOX_BIN`, else `firefox-esr` or `firefox` on the PATH.
 * @throws when there is none
 */
export function findFirefox(): string {
  const path = firefoxOnPath();
  if (path === undefined) throw new Error(FIREFOX_FAULT);
  return path;
}
