// Limits of the copies of pages.

/** Octets of one copy: beyond it further pictures are left out, and a file is not kept. */
export const COPY_BYTES = 15 * 1024 * 1024;

/** Octets of one unpacked copy, which the gateway has in memory: three times the largest page that can be uploaded. */
export const COPY_UNPACKED_BYTES = 60 * 1024 * 1024;

/** Mebibytes that the copies of one account may take by default: at 400 kB each, about 13,000 pages. */
export const COPIES_MB_PER_ACCOUNT = 5 * 1024;

/** Octets of a text, in UTF-8, that is searched: some 150,000 words. Its message stays below 1 MiB without compression. */
export const COPY_TEXT_BYTES = 900 * 1024;

/** Octets of a page that is uploaded to be kept, with its pictures in it: a copy's, as base64 has them. */
export const COPY_UPLOAD_BYTES = 20 * 1024 * 1024;

/** Versions of one link that are kept; making another one is refused until one is deleted. Of a text that is changed the oldest is deleted instead. */
export const COPY_VERSIONS = 50;

/** Seconds between two requests to keep a link's page again: a page rarely changes within a minute. */
export const KEEP_AGAIN_SECONDS = 60;

/** Requests to keep a page again that one user can make in a minute: enough by hand, too few to flood a site. */
export const KEEP_AGAIN_PER_MINUTE = 30;

/**
 * Seconds for which the address of an opened copy is valid: its tab can stay open that long. Until then the address alone
 * opens the copy, unless it was deleted.
 */
export const COPY_ADDRESS_SECONDS = 12 * 3600;

/** Mebibytes that a quota may be at most: 100 TB, as the setting. */
export const QUOTA_MB = 100_000_000;
