import { accessSync, constants, existsSync } from "node:fs";
import { basename, delimiter, join } from "node:path";

/** Chromium without a user interface: journeys take a quarter less time in it. */
const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * The Chromium that browser tests run on: `CHROMIUM_BIN`, else the first one on the PATH.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function browserOnPath(env = process.env) {
  if (env.CHROMIUM_BIN) return isProgram(env.CHROMIUM_BIN) ? env.CHROMIUM_BIN : undefined;
  return NAMES.map((name) => onPath(name, env)).find((path) => path !== undefined);
}

/** Whether the headless shell is missing and could be installed. */
export const wantsShell = (env = process.env) => !env.CHROMIUM_BIN && canInstall() && onPath(SHELL, env) === undefined;

/**
 * The Chromium for extensions, which the headless shell can't run.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function extensionBrowserOnPath(env = process.env) {
  const named = browserOnPath(env);
  if (named !== undefined && basename(named) !== SHELL) return named;
  return NAMES.slice(1)
    .map((name) => onPath(name, env))
    .find((path) => path !== undefined);
}

/** Whether the one for extensions is missing and could be installed. */
export const wantsExtensionBrowser = (env = process.env) => extensionBrowserOnPath(env) === undefined && canInstall();

const FIREFOX = ["firefox-esr", "firefox"];

/**
 * The Firefox of the tests: `FIREFOX_BIN`, else the first on the PATH.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function firefoxOnPath(env = process.env) {
  if (env.FIREFOX_BIN) return isProgram(env.FIREFOX_BIN) ? env.FIREFOX_BIN : undefined;
  return FIREFOX.map((name) => onPath(name, env)).find((path) => path !== undefined);
}

/** Whether Firefox is missing and could be installed. */
export const wantsFirefox = (env = process.env) => firefoxOnPath(env) === undefined && canInstall();

/** The error where there is no Firefox. */
export const FIREFOX_FAULT =
  "These tests need Firefox: install it (Debian: apt-get install firefox-esr), or name it with FIREFOX_BIN.";

/** The programs of the tests in WebKit, and Debian's packages of them: the driver, which brings the browser, and a screen. */
const WEBKIT = [
  { program: "WebKitWebDriver", package: "webkit2gtk-driver" },
  { program: "Xvfb", package: "xvfb" },
];

/**
 * Those of the tests in WebKit that are not on the PATH.
 * @param {NodeJS.ProcessEnv} env
 */
export const missingForWebKit = (env = process.env) =>
  WEBKIT.filter(({ program }) => onPath(program, env) === undefined);

function onPath(name, env) {
  const folders = (env.PATH ?? "").split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

/** Whether packages can be installed: on Debian or Ubuntu, as root. */
export const canInstall = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** The error where there is no Chromium. */
export function browserFault(env = process.env) {
  const why = env.CHROMIUM_BIN
    ? `CHROMIUM_BIN is ${env.CHROMIUM_BIN}, and that is no program`
    : `there is no ${NAMES.slice(1, 4).join(", ")} on the PATH`;
  return `The browser tests need Chromium, and ${why}. Install it (Debian: apt-get install chromium), or name it with CHROMIUM_BIN.`;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
