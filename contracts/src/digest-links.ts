import type { Link } from "./http/link.ts";

/** The links of a digest, each in the first list that it fits into. */
export interface DigestLinks {
  /** Those whose reminder's time has come, the last first. */
  readonly due: readonly Link[];
  /** Saved since and never opened, the newest first. */
  readonly unread: readonly Link[];
  /** How many of these there are; one more than `DIGEST_COUNTED` for more. */
  readonly unreadCount: number;
  /** One that was saved on this day years ago, else the oldest that was never opened. */
  readonly old: Link | undefined;
  /** Whose page was found gone since. */
  readonly gone: readonly Link[];
  /** Mails to secret addresses since. */
  readonly letters: readonly Link[];
}
