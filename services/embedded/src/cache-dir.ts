import { join, resolve } from "node:path";

// This file is at the same depth in src and in dist.
const REPOSITORY = resolve(import.meta.dirname, "../../..");

/** Where programs that were downloaded once are kept: `SATCHEL_CACHE`, else `.cache` in the checkout. */
export function cacheDir(env: NodeJS.ProcessEnv): string {
  return env.SATCHEL_CACHE || join(REPOSITORY, ".cache");
}
