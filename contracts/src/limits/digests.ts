// Limits of mails by a schedule (decision 93).

/** Characters of the name of a time zone: the longest of the IANA database has 30. */
export const ZONE_CHARS = 60;

/** Digests in a row that come back before they stop: one may be a full mailbox. */
export const DIGEST_BOUNCES = 2;

/** Links of one kind in a digest: more than anybody opens in a morning, and the mail stays short. */
export const DIGEST_LINKS = 5;

/** Unread links that are counted: of more, the digest says so. */
export const DIGEST_COUNTED = 999;
