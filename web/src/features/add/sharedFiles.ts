import { SHARED_FILES } from "../../session/names.ts";

/** Undefined where the browser has no caches: it has them only over https and on the own machine. */
const cachesHere = (): CacheStorage | undefined => globalThis.caches as CacheStorage | undefined;

/** The files that were shared to the installed page and wait for an answer; none where they can't be read. */
export async function sharedFiles(): Promise<readonly File[]> {
  try {
    if ((await cachesHere()?.has(SHARED_FILES)) !== true) return [];
    const cache = await caches.open(SHARED_FILES);
    return await Promise.all((await cache.keys()).map((key) => fileIn(cache, key)));
  } catch {
    return [];
  }
}

async function fileIn(cache: Cache, key: Request): Promise<File> {
  const content = (await (await cache.match(key))?.blob()) ?? new Blob();
  const name = decodeURIComponent(new URL(key.url).pathname.split("/").at(-1) ?? "");
  return new File([content], name, { type: content.type });
}

/** Forgets them; those that were read before stay readable. */
export const forgetSharedFiles = async (): Promise<void> => void (await cachesHere()?.delete(SHARED_FILES));
