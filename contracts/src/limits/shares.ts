// Limits of shared folders and links.

/** Shared things of one account, and new ones in an hour: made by hand; each causes a mail. */
export const SHARES_PER_USER = 100;
export const SHARES_PER_HOUR = 30;

/** Characters of the name in a public address: long enough for a title, short enough to be written down. */
export const SHARE_NAME_CHARS_MIN = 3;
export const SHARE_NAME_CHARS = 60;

/** Characters of a random address: 128 bits in base64url, which can't be guessed. */
export const SHARE_SECRET_CHARS = 22;

/** Links on one page of a shared folder. */
export const SHARE_PAGE_SIZE = 50;

/** Links of a shared folder that are shown: the newest. A search among more of them would cost strangers nothing and this server much. */
export const SHARED_LINKS = 5000;

/** Milliseconds for which a gateway remembers what an address opens: an end or a change counts everywhere after that. */
export const SHARE_CHECK_MS = 1000;

/** Requests of one client network for shared things in a minute, at each gateway: a page asks for up to 100 pictures and icons. */
export const SHARE_CALLS_PER_MINUTE = 1200;

/** Different wrong addresses of one client network in a minute, at each gateway. */
export const WRONG_SHARES_PER_MINUTE = 60;

/** Wrong passwords from one client network in 15 minutes, over all shared things. */
export const SHARE_TRIES_PER_CLIENT = 10;

/** Wrong passwords of one shared thing in an hour, from everywhere: 6 characters at random last for centuries. */
export const SHARE_TRIES_PER_HOUR = 200;

/** Seconds for which a browser that knew the password need not say it again: a day's reading. */
export const SHARE_PASS_SECONDS = 12 * 3600;

/** Days for which visits are counted one by one; the sum stays. */
export const SHARE_VISIT_DAYS = 90;

/** Visits of a day are told in portions of at most so many: a gateway sends one every few seconds. */
export const SHARE_VISITS_AT_ONCE = 1_000_000;
