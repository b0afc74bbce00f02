import { homedir } from "node:os";
import { join, resolve, sep } from "node:path";

// This file is at the same depth in src and in dist.
const ROOT = resolve(import.meta.dirname, "../../..");

/**
 * Where programs that were downloaded once are kept: `SATCHEL_CACHE`, else `.cache` in the checkout. As an installed package:
 * the user's own cache, because npm replaces the package with each version, and it may lie where its user can't write.
 * @param root the checkout or the package
 */
export function cacheDir(env: NodeJS.ProcessEnv, root: string = ROOT): string {
  if (env.SATCHEL_CACHE) return env.SATCHEL_CACHE;
  if (!root.split(sep).includes("node_modules")) return join(root, ".cache");
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "satchel");
}
