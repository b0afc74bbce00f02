// Limits of reading pages and keeping pictures.

/** Attempts to fetch one page before it is recorded as unreachable. */
export const FETCH_ATTEMPTS = 5;

/** Milliseconds before attempts 2, 3, 4 and 5 to fetch a page: 1 min, 10 min, 2 h, 1 day. */
export const FETCH_BACKOFF_MS: readonly number[] = [60_000, 600_000, 7_200_000, 86_400_000];

/** Seconds between two refetches of a link's page by its owner: a page rarely changes within a minute. */
export const REFRESH_SECONDS = 60;

/** Refetches that one user can request in a minute: enough by hand, too few to flood a site. */
export const REFRESHES_PER_MINUTE = 30;

/** Seconds between two checks of a link, where the operator has links checked: a week. */
export const LINK_CHECK_SECONDS = 7 * 24 * 3600;

/** Seconds at least between the two checks that find a page gone: a site may be down for a night. */
export const GONE_APART_SECONDS = 24 * 3600;

/** UTF-16 units of an entity tag or modification date that is stored and sent back; servers use some 40. */
export const VALIDATOR_CHARS = 256;

/** Milliseconds for one page in all: name, connection, every hop, body. */
export const FETCH_MS = 10_000;

/** Redirects followed for one page. */
export const FETCH_HOPS = 5;

/** Octets of a page after decompression; a larger one is described by its beginning, which has title and picture. */
export const PAGE_BYTES = 5 * 1024 * 1024;

/** Octets of a preview picture or icon. */
export const IMAGE_BYTES = 10 * 1024 * 1024;

/**
 * Octets of all stored pictures together: about 100,000 links with picture and icon. Beyond it the oldest are removed, and
 * their links show a letter until their page is refetched.
 */
export const PICTURES_BYTES = 4 * 1024 * 1024 * 1024;

/** Pixels of a picture: 4096 × 4096, much larger than usual previews. */
export const PICTURE_PIXELS = 4096 * 4096;

/** Scans of a JPEG: programs write ten for a progressive one. Each is work over the whole picture for a few octets. */
export const JPEG_SCANS = 100;
