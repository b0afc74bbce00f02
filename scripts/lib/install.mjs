import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";
import { demand } from "./run.mjs";

const STAMP = join(root, "node_modules/.satchel-installed");

/** Installs the dependencies unless those of the lockfile are installed. */
export async function ensureInstalled() {
  const lockfile = readFileSync(join(root, "package-lock.json"), "utf8");
  const hash = createHash("sha256").update(lockfile).digest("hex");
  if (read(STAMP) === hash) return;
  if (!isInstalled(lockfile, read(join(root, "node_modules/.package-lock.json")))) {
    console.log("Installing the dependencies (npm ci)");
    await demand("Installing the dependencies", "npm", ["ci"], { quiet: true });
  }
  writeFileSync(STAMP, hash);
}

/**
 * Whether npm's own record of installed packages has all those of the lockfile, as after `npm ci` or `npm install`.
 * @param {string} lockfile the text of package-lock.json
 * @param {string | undefined} record the text of node_modules/.package-lock.json
 */
export function isInstalled(lockfile, record) {
  if (record === undefined) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lockfile).packages)
    .filter(([path]) => path.includes("node_modules/"))
    .every(([path, entry]) => {
      const there = installed[path];
      // Optional packages for other platforms are never there.
      if (there === undefined) return entry.optional === true;
      return there.version === entry.version && there.integrity === entry.integrity;
    });
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
