import { homedir } from "node:os";
import { join, resolve, sep } from "node:path";

/** The checkout or the package. This file is at the same depth in src and in dist. */
const ROOT = resolve(import.meta.dirname, "../../..");

/**
 * Where programs that were downloaded once are kept: `SATCHEL_CACHE`, else `.cache` in the checkout. As an installed package:
 * the user's own cache, because npm replaces the package with each version, and it may lie where its user can't write.
 */
export function cacheDir(env: NodeJS.ProcessEnv): string {
  if (env.SATCHEL_CACHE) return env.SATCHEL_CACHE;
  if (!ROOT.split(sep).includes("node_modules")) return join(ROOT, ".cache");
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "satchel");
}
