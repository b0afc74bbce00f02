import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Packages that are installed and never loaded: a tool for building; Haraka's plugins that need Redis; its plugin for syslog,
 * with a package that npm would compile where ours is installed; and the web frameworks of transports for MCP that are not
 * used.
 */
const NEVER_LOADED = [
  "node-gyp",
  "haraka-plugin-dns-list",
  "haraka-plugin-karma",
  "haraka-plugin-syslog",
  "modern-syslog",
  "nan",
  "express",
  "express-rate-limit",
  "hono",
  "@hono",
];

/** Files that only compilers and debuggers read. */
export const FOR_DEVELOPMENT = /\.(tsbuildinfo|d\.[cm]?ts|map)$/;

/**
 * Removes from installed packages what an image does not need.
 * @param {string} packages a node_modules
 */
export function prune(packages) {
  for (const name of NEVER_LOADED) rmSync(join(packages, name), { recursive: true, force: true });
  for (const file of readdirSync(packages, { recursive: true })) {
    if (FOR_DEVELOPMENT.test(file)) rmSync(join(packages, file), { recursive: true, force: true });
  }
}
