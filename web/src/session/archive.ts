import { ARCHIVE_PREFIX, KEY } from "./names.ts";

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

/** An answer as it was when the server last gave it. */
export interface Kept {
  readonly data: unknown;
  /** What a list's answer says about what follows it. */
  readonly next: string | null;
}

interface ArchiveOptions {
  /** Undefined where the browser has none: without https, other than on the own machine. */
  readonly caches: CacheStorage | undefined;
  /** Names the present session, if what it shows may be kept. */
  readonly session: () => string | undefined;
  /** Resolves when the page has time to keep something: that may take as long as drawing ten rows. */
  readonly rest: () => Promise<void>;
}

export interface Archive {
  /**
   * What keeps answers for the session that is the present one now. Called later, when another has begun or none is left,
   * it keeps nothing. Never rejects: what can't be kept is only missing offline.
   */
  keeper(): (path: string, kept: Kept) => Promise<void>;
  /** What the present session keeps of a path. Never rejects. */
  find(path: string): Promise<Kept | undefined>;
  /** Whether something was read since the page began. */
  wasRead(): boolean;
  /** Whether the present session has anything to read. */
  hasAny(): Promise<boolean>;
  /** Drops what any other session has left behind; all of it when there is none. */
  dropOthers(): Promise<void>;
}

/**
 * What was seen, for reading without a connection. Each session that may leave something behind has a cache of its own,
 * which nothing but that session's name leads to: whoever signs in next starts with an empty one.
 */
export function createArchive({ caches, session, rest }: ArchiveOptions): Archive {
  const nameNow = (): string | undefined => {
    const name = session();
    return name === undefined ? undefined : ARCHIVE_PREFIX + name;
  };

  /** What waits to be kept, by the cache and the path; of several answers to a call only the last. */
  const waiting = new Map<string, Kept>();

  let isRead = false;

  async function get(caches: CacheStorage, name: string, path: string): Promise<Kept | undefined> {
    if (!(await caches.has(name))) return undefined;
    const answer = await (await caches.open(name)).match(KEY + path);
    return (await answer?.json()) as Kept | undefined;
  }

  async function orUndefined<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      console.warn("What is kept for reading offline can't be reached", error);
      return undefined;
    }
  }

  return {
    keeper: () => {
      const name = nameNow();
      return async (path, kept) => {
        if (caches === undefined || name === undefined) return;
        waiting.set(name + path, kept);
        await rest();
        if (waiting.get(name + path) !== kept) return;
        await orUndefined(async () => {
          await put({ caches, name, key: KEY + path, kept, isPresent: () => nameNow() === name });
        });
        if (waiting.get(name + path) === kept) waiting.delete(name + path);
      };
    },
    find: async (path) => {
      const name = nameNow();
      if (caches === undefined || name === undefined) return undefined;
      const found = waiting.get(name + path) ?? (await orUndefined(() => get(caches, name, path)));
      isRead ||= found !== undefined;
      return found;
    },
    wasRead: () => isRead,
    hasAny: async () => {
      const name = nameNow();
      if (caches === undefined || name === undefined) return false;
      return (await orUndefined(() => caches.has(name))) === true;
    },
    dropOthers: async () => {
      if (caches === undefined) return;
      await orUndefined(async () => {
        for (const name of await caches.keys()) {
          if (name.startsWith(ARCHIVE_PREFIX) && name !== nameNow()) await caches.delete(name);
        }
      });
    },
  };
}

declare module "../kit/state.ts" {
  interface Environment {
    readonly archive: Archive;
  }
}
