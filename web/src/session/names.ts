/** What the page and its service worker both know of what is kept for reading offline (docs/decisions/0028). */

/** The cache of one session: `satchel.archive.` and the session's name. There is one at a time. */
export const ARCHIVE_PREFIX = "satchel.archive.";

/** Answers lie there beside pictures, under addresses that no call has: this and the call's path. */
export const KEY = "/kept";

/** The files of one version of the page: `satchel.page.` and the version. */
export const PAGE_PREFIX = "satchel.page.";

/** How many pictures are kept: those last seen for the first time. Some 20 kB each, so some 10 MB. */
export const PICTURES_KEPT = 500;

/** Path of a link's preview or a site's icon. */
export const isPicture = (path: string): boolean => /^\/api\/links\/(?:[^/]+\/preview|favicon\/[^/]+)$/.test(path);

/** What the page tells a service worker that waits: that it shall take over. */
export const TAKE_OVER = "satchel.take-over";
