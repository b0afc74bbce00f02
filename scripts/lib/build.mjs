import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";
import { demand } from "./run.mjs";

/** The program of `npm start`. */
export const ENTRY = join(root, "services/standalone/dist/main.js");

// In node_modules, so that a new installation leads to a new build.
const STAMP = join(root, "node_modules/.satchel-built");
const SOURCES = [
  "contracts",
  "client",
  "cli",
  "services",
  "web",
  "scripts/bundle.mjs",
  "scripts/lib/bundle.mjs",
  "package.json",
  "turbo.json",
  "tsconfig.base.json",
];
// Folders that the build and the type check write, which would cause another build.
const NOT_SOURCES = new Set(["node_modules", "dist", ".cache", "test", ".turbo"]);

/** Builds everything except the browser extension, unless nothing changed since the last build. */
export async function ensureBuilt() {
  const now = fingerprint(root, SOURCES);
  if (existsSync(ENTRY) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === now) return;
  console.log("Building");
  await demand(
    "The build",
    join(root, "node_modules/.bin/turbo"),
    ["run", "build", "--filter=!@satchel/extension", "--output-logs=errors-only"],
    {
      quiet: true,
      env: { TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" },
    },
  );
  writeFileSync(STAMP, now);
}

/**
 * A hash over the path, size and time of change of every source file: a few milliseconds, where reading them all
 * would take a hundred.
 * @param {string} folder the checkout
 * @param {string[]} names files and folders in it
 */
export function fingerprint(folder, names) {
  const hash = createHash("sha256");
  const visit = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  const walk = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const child = join(path, entry.name);
      if (entry.isDirectory() && !NOT_SOURCES.has(entry.name)) walk(child);
      else if (entry.isFile() && !/\.(spec\.tsx?|tsbuildinfo)$/.test(entry.name)) visit(child);
    }
  };
  for (const name of names) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    if (statSync(path).isDirectory()) walk(path);
    else visit(path);
  }
  return hash.digest("hex");
}
