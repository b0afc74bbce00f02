/** Limits of identity's own making, beside those of the contracts: each with its unit and its reason. */

/** Seconds for which it is remembered how often something happened: the longest limit, of wrong codes, looks back a day. */
export const RATE_LIMIT_SECONDS = 24 * 3600;

/** Passwords hashed at the same time in one process: each takes 19 MiB and a core for about 10 ms. */
export const HASHES_AT_ONCE = 2;

/** Passwords that may wait for their turn: all of them are through in about a second. Whoever comes then is asked to come back. */
export const HASHES_WAITING = 200;

/**
 * Milliseconds within which the mail with a reset code goes on its way, at a random one: writing it takes about 2 ms, and an
 * answer that is late by them would tell that there is an account.
 */
export const RESET_MAIL_WITHIN_MS = 250;

/** Times of outgoing mail, in milliseconds. */
export interface MailTimes {
  /**
   * What asking for a code waits for the mail to be handed over. A relay that greets late must not fail a sign-in, nor may
   * the sender of the command (COMMAND_MS) think that nobody answers: the mail goes on without it.
   */
  readonly handOver: number;
  /** One attempt to hand a mail to the relay; some delay their greeting on purpose. */
  readonly attempt: number;
  /** Pauses before attempts 2 and on; a mail that is later than all of them is of no use to who waits for it. */
  readonly backoff: readonly number[];
  /** What a stop waits for the mails under way: within SHUTDOWN_SECONDS. */
  readonly drain: number;
}

export const MAIL_TIMES: MailTimes = {
  handOver: 2500,
  attempt: 30_000,
  backoff: [1000, 5000, 15_000, 45_000],
  drain: 5000,
};

/**
 * Milliseconds after an erasure at which it is looked for what came in meanwhile: a command or a mail in flight is through in
 * seconds, a page in {@link FETCH_MS} and its redelivery in minutes.
 */
export const REVISITS_MS: readonly number[] = [15_000, 120_000, 900_000];

/** Octets of a credential's id (WebAuthn Level 3, section 4). */
export const CREDENTIAL_ID_BYTES = 1023;

/** Octets of a COSE public key: RSA with 8192 bits. Larger ones only cost the time of whoever verifies. */
export const PUBLIC_KEY_BYTES = 1100;

/** Names of transports that are kept with a passkey; there are six (WebAuthn Level 3, section 5.8.4). */
export const TRANSPORTS = 10;
