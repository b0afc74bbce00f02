import { browserFault, browserOnPath } from "../../scripts/lib/browser.mjs";

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
