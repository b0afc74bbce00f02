/** Names shared by the page and its service worker for reading offline (docs/decisions/0028). */

/** Prefix of a session's cache, followed by the session's name. There is one at a time. */
export const ARCHIVE_PREFIX = "satchel.archive.";

/** Prefix of the keys of answers in the cache, which also has pictures; the call's path follows. */
export const KEY = "/kept";

/** Prefix of the cache with the files of one version of the page; the version follows. */
export const PAGE_PREFIX = "satchel.page.";

/** Stored pictures at most: the newest, about 10 MB at 20 kB each. */
export const PICTURES_KEPT = 500;

/** Path of a link's preview, a site's icon, or a picture of an article. */
export const isPicture = (path: string): boolean =>
  /^\/api\/links\/(?:[^/]+\/preview|favicon\/[^/]+|[^/]+\/copies\/[^/]+\/files\/[^/]+)$/.test(path);

/** The message by which the page activates a waiting service worker. */
export const TAKE_OVER = "satchel.take-over";
