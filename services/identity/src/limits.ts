/** Limits of identity's own making, beside those of the contracts: each with its unit and its reason. */

/**
 * Rounds of read, decide, write on one key. Every lost round is somebody else's write, and a sign-in code takes at most 5
 * wrong tries, 5 new codes and 1 use before all that come after are refused without writing.
 */
export const CHANGE_ROUNDS = 12;

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
