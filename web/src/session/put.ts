import type { Kept } from "./archive.ts";
import { KEY } from "./names.ts";

/** How many answers are kept: the ones changed last. */
const ANSWERS_KEPT = 80;

interface Put {
  readonly caches: CacheStorage;
  /** The session's cache. */
  readonly name: string;
  readonly key: string;
  readonly kept: Kept;
  /** Whether the session is still the present one. */
  readonly isPresent: () => boolean;
}

/** Keeps an answer in a session's cache, in the place of the oldest where there are too many. */
export async function put({ caches, name, key, kept, isPresent }: Put): Promise<void> {
  if (!isPresent()) return;
  const cache = await caches.open(name);
  // A key that is there already keeps its place in the order; so it is taken out first.
  await cache.delete(key);
  await cache.put(key, Response.json(kept));
  const answers = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(`${KEY}/`));
  for (const old of answers.slice(0, Math.max(0, answers.length - ANSWERS_KEPT))) await cache.delete(old);
  // Signed out meanwhile, perhaps in another tab: then nothing may stay.
  if (!isPresent()) await caches.delete(name);
}
