/** Names shared by the page and its service worker for reading offline (docs/decisions/0028). */

/** Prefix of a session's cache, followed by the session's name. There is one at a time. */
export const ARCHIVE_PREFIX = "satchel.archive.";

/** Prefix of the keys of answers in the cache, which also has pictures; the call's path follows. */
export const KEY = "/kept";

/** A stored answer of the server. */
export interface StoredAnswer {
  readonly data: unknown;
  /** The cursor of a list's next page. */
  readonly next: string | null;
}

/**
 * The cache of files that another program shared to the installed page: the service worker stores them, the page asks about
 * them. The last part of a key is the file's name.
 */
export const SHARED_FILES = "satchel.shared-files";

/** Prefix of the cache with the files of one version of the page; the version follows. */
export const PAGE_PREFIX = "satchel.page.";

/** Stored pictures at most: the newest, about 10 MB at 20 kB each. */
export const PICTURES_KEPT = 500;

/** Path of a link's preview, a site's icon, or a picture of an article. */
export const isPicture = (path: string): boolean =>
  /^\/api\/links\/(?:[^/]+\/preview|favicon\/[^/]+|[^/]+\/copies\/[^/]+\/files\/[^/]+)$/.test(path);

/** Prefix of the keys of articles that are kept offline by their reader's wish; the link's id follows. */
export const MARK = "/marked/";

/** Articles that are kept offline at most: 20 hours of reading. */
export const ARTICLES_MARKED = 200;

/** Octets that articles kept offline take at most with their pictures: a phone's browser may give 1 GB in all. */
export const MARKED_BYTES = 500_000_000;

/** Pictures of one article that are kept offline at most. */
export const PICTURES_OF_ARTICLE = 100;

/** The id of the link that a stored answer or picture is of. */
const linkOf = (path: string): string | undefined =>
  /^(?:\/kept)?\/api\/links\/([0-9a-f]{8}-[0-9a-f-]{27})(?:\/|$)/.exec(path)?.[1];

const pathOf = ({ url }: Pick<Request, "url">): string => new URL(url).pathname;

/**
 * The oldest of a cache's keys beyond `most` of their kind. Those of links that are kept offline are not counted, so that
 * what is read every day does not push them out.
 * @param keys in the order in which they were stored
 */
export function surplus<Key extends Pick<Request, "url">>(
  keys: readonly Key[],
  isOfKind: (path: string) => boolean,
  most: number,
): readonly Key[] {
  const paths = keys.map(pathOf);
  const marked = new Set(paths.filter((path) => path.startsWith(MARK)).map((path) => path.slice(MARK.length)));
  const counted = keys.filter((_key, index) => {
    const path = paths[index] ?? "";
    return isOfKind(path) && !marked.has(linkOf(path) ?? "");
  });
  return counted.slice(0, Math.max(0, counted.length - most));
}

/** The keys of a cache that are of one link: its answers and pictures, and the mark itself. */
export const keysOfLink = <Key extends Pick<Request, "url">>(keys: readonly Key[], id: string): readonly Key[] =>
  keys.filter((key) => pathOf(key) === MARK + id || linkOf(pathOf(key)) === id);

/** The message by which the page activates a waiting service worker. */
export const TAKE_OVER = "satchel.take-over";
