import {
  browserFault,
  browserOnPath,
  extensionBrowserOnPath,
  FIREFOX_FAULT,
  firefoxOnPath,
} from "../../scripts/lib/browser.mjs";

/** Flags that stop the browser's own requests, so that every request is the page's. */
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
export const findBrowser = (): string => existing(browserOnPath(), browserFault());

/** The path of a Chromium that runs extensions: `CHROMIUM_BIN` where it does, else the first on the PATH. @throws when there is none */
export const findExtensionBrowser = (): string => existing(extensionBrowserOnPath(), browserFault());

/** The path of Firefox: `FIREFOX_BIN`, else `firefox-esr` or `firefox` on the PATH. @throws when there is none */
export const findFirefox = (): string => existing(firefoxOnPath(), FIREFOX_FAULT);

function existing(path: string | undefined, fault: string): string {
  if (path === undefined) throw new Error(fault);
  return path;
}
