import type { LinkId } from "@satchel/contracts";
import type { Archive } from "./archive.ts";
import { isPicture, KEY, keysOfLink, MARK, MARKED_BYTES, type StoredAnswer } from "./names.ts";

/** An article that is kept offline by its reader's wish. */
export interface KeptArticle {
  readonly id: LinkId;
  readonly title: string;
  readonly site: string;
  /** Octets that it takes on this device with its pictures. */
  readonly bytes: number;
  /** When it was kept, in milliseconds since 1970. */
  readonly at: number;
}

/** An article with what has to be stored for it. */
interface NewArticle extends Omit<KeptArticle, "bytes"> {
  /** The answers that the reading view asks for, by the paths of their calls. */
  readonly answers: ReadonlyMap<string, StoredAnswer>;
  /** Its pictures, by their paths. */
  readonly pictures: ReadonlyMap<string, Blob>;
}

export interface Marks {
  /** Whether this session may keep anything on this device, and the browser can. */
  canKeep(): boolean;
  /** The session's articles, newest first; none where they can't be read. Never rejects. */
  list(): Promise<readonly KeptArticle[]>;
  /**
   * Stores an article with its pictures. The mark is stored last: where it is, all of the article is.
   * @returns undefined where there is no space left, or the session has ended; then nothing of it stays. Never rejects
   */
  add(article: NewArticle): Promise<KeptArticle | undefined>;
  /** Removes an article that is kept, with all that was stored of its link. Never rejects. */
  drop(id: string): Promise<void>;
}

const sizeOf = (blobs: Iterable<Blob>): number => [...blobs].reduce((sum, { size }) => sum + size, 0);

/** Articles kept offline, in the cache of the current session beside the answers (`archive.ts`). */
export function marksIn({ nameNow }: Pick<Archive, "nameNow">, caches = globalThis.caches): Marks {
  /** The session's cache, if it has one already. */
  async function cacheNow(): Promise<Cache | undefined> {
    const name = nameNow();
    if (name === undefined || !(await caches.has(name))) return undefined;
    return caches.open(name);
  }

  async function list(): Promise<readonly KeptArticle[]> {
    try {
      const cache = await cacheNow();
      const keys = (await cache?.keys()) ?? [];
      const marks = keys.filter(({ url }) => new URL(url).pathname.startsWith(MARK));
      const articles = marks.map(async (key) => (await cache?.match(key))?.json() as Promise<KeptArticle>);
      return (await Promise.all(articles)).toSorted((a, b) => b.at - a.at);
    } catch (error) {
      console.warn("What is kept offline can't be read", error);
      return [];
    }
  }

  async function drop(id: string): Promise<void> {
    try {
      const cache = await cacheNow();
      if (cache === undefined || (await cache.match(MARK + id)) === undefined) return;
      await removeAll(cache, id);
    } catch (error) {
      console.warn("What is kept offline can't be removed", error);
    }
  }

  return {
    canKeep: () => nameNow() !== undefined,
    list,
    add: async ({ answers, pictures, ...about }) => {
      const name = nameNow();
      if (name === undefined) return undefined;
      const texts = new Map([...answers].map(([path, answer]) => [path, new Blob([JSON.stringify(answer)])]));
      const article = { ...about, bytes: sizeOf(texts.values()) + sizeOf(pictures.values()) };
      const others = (await list()).filter(({ id }) => id !== about.id);
      if (others.reduce((sum, { bytes }) => sum + bytes, article.bytes) > MARKED_BYTES) return undefined;
      const cache = await caches.open(name);
      try {
        for (const [path, text] of texts) await cache.put(KEY + path, new Response(text));
        for (const [path, picture] of pictures) await cache.put(path, new Response(picture));
        await cache.put(MARK + about.id, Response.json(article));
      } catch (error) {
        // The browser's own limit (`QuotaExceededError`).
        console.warn("An article can't be kept offline", error);
        await removeAll(cache, about.id).catch(() => undefined);
        return undefined;
      }
      if (nameNow() === name) return article;
      // After signing out meanwhile, perhaps in another tab, nothing may remain.
      await caches.delete(name);
      return undefined;
    },
    drop,
  };
}

async function removeAll(cache: Cache, id: string): Promise<void> {
  for (const key of keysOfLink(await cache.keys(), id)) await cache.delete(key);
}

/** The paths of an article's pictures, each once: those of its copy alone. @param html sanitised by the server */
export function picturesIn(html: string): readonly string[] {
  const found = new DOMParser().parseFromString(html, "text/html").querySelectorAll("img[src]");
  const paths = [...found].map((picture) => picture.getAttribute("src") ?? "").filter(isPicture);
  return [...new Set(paths)];
}
