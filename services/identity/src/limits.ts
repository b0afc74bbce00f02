/** Limits of identity, beside those of the contracts. */

/** Seconds for which the rate limiter keeps its counts: the longest limit, of wrong codes, is a day. */
export const RATE_LIMIT_SECONDS = 24 * 3600;

/** Passwords hashed at the same time in one process: each takes 19 MiB and a core for about 10 ms. */
export const HASHES_AT_ONCE = 2;

/** Passwords that may wait to be hashed: 200 take about a second. Further ones are refused as `unavailable`. */
export const HASHES_WAITING = 200;

/**
 * The longest random delay before the mail with a reset code is sent, in milliseconds. Sending takes about 2 ms: if it
 * began at once, the later answer would reveal that there is an account.
 */
export const RESET_MAIL_WITHIN_MS = 250;

/** Times of outgoing mail, in milliseconds. */
export interface MailTimes {
  /**
   * How long a command that mails a code waits for the relay; then the mail is sent in the background. A slow greeting
   * must neither fail a sign-in nor make the command exceed COMMAND_MS.
   */
  readonly handOver: number;
  /** One attempt to hand a mail to the relay; some delay their greeting on purpose. */
  readonly attempt: number;
  /** Pauses before the second and later attempts. A mail that comes later than that is useless to its reader. */
  readonly backoff: readonly number[];
  /** How long a stop waits for mails in progress: less than SHUTDOWN_SECONDS. */
  readonly drain: number;
}

export const MAIL_TIMES: MailTimes = {
  handOver: 2500,
  attempt: 30_000,
  backoff: [1000, 5000, 15_000, 45_000],
  drain: 5000,
};

/** Mails of other services whose outcome is remembered: a caller without an answer asks again within seconds. */
export const SENT_IDS = 1000;

/** Octets of a credential's id (WebAuthn Level 3, section 4). */
export const CREDENTIAL_ID_BYTES = 1023;

/** Octets of a COSE public key: RSA with 8192 bits. Larger ones only cost processor time. */
export const PUBLIC_KEY_BYTES = 1100;

/** Names of transports that are stored with a passkey; there are six (WebAuthn Level 3, section 5.8.4). */
export const TRANSPORTS = 10;

/** Commands that mail books at a time in one process: each may hold eight books of 17 MiB. Others are refused meanwhile. */
export const BOOKS_MAILED_AT_ONCE = 2;

/** Seconds after which a refused one may try again: a relay takes a mail within some. */
export const BOOKS_RETRY_SECONDS = 5;

/** Seconds for one request to an identity provider. */
export const PROVIDER_REQUEST_SECONDS = 4;

/** Milliseconds for all requests of one step of a sign-on: less than {@link COMMAND_MS}, after which it is sent again. */
export const PROVIDER_STEP_MS = 4500;

/** Octets of one answer of an identity provider: metadata and keys have some 10 kB. */
export const PROVIDER_ANSWER_BYTES = 512 * 1024;

/** Milliseconds for which the metadata of a provider is used; its keys are fetched again as they change. */
export const PROVIDER_METADATA_MS = 3_600_000;

/** Browsers of an account that are notified, the last used ones: where each is reached is its user's word, and is a request. */
export const NOTIFIED_BROWSERS = 20;
