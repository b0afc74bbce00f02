import { ARCHIVE_PREFIX, KEY, type StoredAnswer, surplus } from "./names.ts";

/** Stored answers at most: those stored last. Articles that were opened are among them, those kept offline are not. */
export const ANSWERS_KEPT = 160;

const isAnswer = (path: string): boolean => path.startsWith(`${KEY}/`);

interface Put {
  readonly caches: CacheStorage;
  /** The session's cache. */
  readonly name: string;
  readonly key: string;
  readonly kept: StoredAnswer;
  /** Whether the session is still the present one. */
  readonly isPresent: () => boolean;
}

/** Stores an answer in a session's cache; if there are too many, the oldest is removed. */
export async function put({ caches, name, key, kept, isPresent }: Put): Promise<void> {
  if (!isPresent()) return;
  const cache = await caches.open(name);
  // An existing key would keep its position in the order, so it is deleted first.
  await cache.delete(key);
  await cache.put(key, Response.json(kept));
  for (const old of surplus(await cache.keys(), isAnswer, ANSWERS_KEPT)) await cache.delete(old);
  // After signing out meanwhile, perhaps in another tab, nothing may remain.
  if (!isPresent()) await caches.delete(name);
}

interface ArchiveOptions {
  /** Undefined where browsers have none: without https, except on localhost. */
  readonly caches: CacheStorage | undefined;
  /** The name of the current session, if its data may be stored. */
  readonly session: () => string | undefined;
  /** Resolves when the page is idle: storing an answer may take as long as rendering ten rows. */
  readonly rest: () => Promise<void>;
}

export interface Archive {
  /**
   * Makes the function that stores answers for the current session: when the page is idle, or `isUrgent`ly at once. After
   * that session has ended it stores nothing. Never rejects: an answer that can't be stored is only missing offline.
   */
  keeper(): (path: string, kept: StoredAnswer, isUrgent?: boolean) => Promise<void>;
  /** The current session's stored answer for a path. Never rejects. */
  find(path: string): Promise<StoredAnswer | undefined>;
  /** Whether a stored answer was used since the page was loaded. */
  wasRead(): boolean;
  /** Whether the current session has any stored answer. */
  hasAny(): Promise<boolean>;
  /** Deletes the data of all sessions but the current one. */
  dropOthers(): Promise<void>;
  /** The name of the cache of the current session, if its data may be stored and the browser has caches. */
  nameNow(): string | undefined;
}

/**
 * Stored answers for reading offline. Each session that may store data has its own cache, found only by the session's name,
 * so the next user starts with an empty one.
 */
export function createArchive({ caches, session, rest }: ArchiveOptions): Archive {
  const nameNow = (): string | undefined => {
    const name = session();
    return name === undefined ? undefined : ARCHIVE_PREFIX + name;
  };

  /** Answers to be stored, by cache and path: the last one of each. */
  const waiting = new Map<string, StoredAnswer>();

  let isRead = false;

  async function get(caches: CacheStorage, name: string, path: string): Promise<StoredAnswer | undefined> {
    if (!(await caches.has(name))) return undefined;
    const answer = await (await caches.open(name)).match(KEY + path);
    return (await answer?.json()) as StoredAnswer | undefined;
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
      return async (path, kept, isUrgent = false) => {
        if (caches === undefined || name === undefined) return;
        waiting.set(name + path, kept);
        if (!isUrgent) await rest();
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
    nameNow: () => (caches === undefined ? undefined : nameNow()),
  };
}

declare module "../kit/state.ts" {
  interface Environment {
    readonly archive: Archive;
  }
}
