import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Logger, remember, sentMails, within } from "@satchel/chassis";
import { SatchelError, texts } from "@satchel/contracts";
import { MAIL_TIMES, type MailTimes, SENT_IDS } from "../limits.ts";
import type { Deliver, Mail } from "./mail.ts";
import { deliveryFault } from "./smtp.ts";

export interface Mailer {
  /**
   * Sends a mail. Resolves when it is handed over, or after {@link MailTimes.handOver} while attempts continue; rejects
   * when it can't be delivered.
   */
  send(mail: Mail): Promise<void>;
  /** Sends a mail at a random moment within `ms`. Nobody hears of its faults, which are logged. */
  sendWithin(mail: Mail, ms: number): void;
  /**
   * Sends a mail of another service, which has a durable queue and tries again: one attempt. It is made once for an id, so
   * that a caller who did not get the answer joins it; the outcome is remembered for the next {@link SENT_IDS} mails.
   * @param compose makes the mail, once for each attempt; what it throws is passed on. Its `failed` is called where that
   * attempt had a temporary fault, and not where it only takes longer than the caller waits
   * @throws {SatchelError} `unavailable` after a temporary fault, or after {@link MailTimes.handOver} while it continues
   */
  sendOnce(id: string, compose: () => Promise<Attempt>): Promise<SentOutcome>;
  /** Waits for mails in progress, {@link MailTimes.drain} at most. */
  close(): Promise<void>;
}

/** One attempt to send a mail, and what is to be undone where it fails. */
interface Attempt {
  readonly mail: Mail;
  readonly failed: () => Promise<void>;
}

/** The relay has taken it, or never will (5yz). */
type SentOutcome = "sent" | "refused";

/**
 * Sends mails, with retries after temporary faults. A mail is kept in memory only, because it may contain a code, which
 * is never stored in clear. When it is lost, the user requests another.
 */
export function startMailer(deliver: Deliver, logger: Logger, times: MailTimes = MAIL_TIMES): Mailer {
  const pending = new Set<Promise<unknown>>();
  const closing = new AbortController();

  /** Has the end of the process wait for a mail, also when nobody does any more. Its fault is its caller's. */
  const track = (work: Promise<unknown>): void => {
    const settled: Promise<unknown> = work.catch(() => undefined).finally(() => pending.delete(settled));
    pending.add(settled);
  };

  const attempt = (mail: Mail): Promise<void> =>
    deliver(mail, AbortSignal.any([closing.signal, AbortSignal.timeout(times.attempt)]));

  const sendWithRetries = async (mail: Mail): Promise<void> => {
    for (const pause of times.backoff) {
      try {
        return await attempt(mail);
      } catch (error) {
        const fault = deliveryFault(error);
        if (!fault.temporary || closing.signal.aborted) throw error;
        sentMails.inc({ outcome: "retried" });
        logger.warn(fault, "a mail could not be handed over; trying again");
        await sleep(pause, undefined, { signal: closing.signal });
      }
    }
    return attempt(mail);
  };

  const outcomes = new Map<string, Promise<SentOutcome>>();

  const attemptOnce = async (compose: () => Promise<Attempt>): Promise<SentOutcome> => {
    const { mail, failed } = await compose();
    try {
      await attempt(mail);
      sentMails.inc({ outcome: "sent" });
      return "sent";
    } catch (error) {
      const fault = deliveryFault(error);
      sentMails.inc({ outcome: fault.temporary ? "retried" : "failed" });
      logger.warn(fault, "a mail of another service could not be handed over");
      if (!fault.temporary) return "refused";
      await failed();
      throw notYet();
    }
  };

  /** Begins the attempt to send a mail; a failed one is forgotten, so that the next is another. */
  const beginOnce = (id: string, compose: () => Promise<Attempt>): Promise<SentOutcome> => {
    const outcome = attemptOnce(compose);
    remember(outcomes, id, outcome, SENT_IDS);
    track(outcome.catch(() => outcomes.delete(id)));
    return outcome;
  };

  const mailer: Mailer = {
    sendOnce: async (id, compose) => {
      const outcome = outcomes.get(id) ?? beginOnce(id, compose);
      return within(outcome, times.handOver, () => {
        throw notYet();
      });
    },
    send: async (mail) => {
      const delivery = sendWithRetries(mail);
      const counted = delivery
        .then(() => sentMails.inc({ outcome: "sent" }))
        .catch((error: unknown) => {
          sentMails.inc({ outcome: "failed" });
          logger.error(deliveryFault(error), "a mail was not delivered");
        });
      track(counted);
      await within(delivery, times.handOver);
    },
    sendWithin: (mail, ms) => track(sleep(randomInt(1, ms)).then(() => mailer.send(mail))),
    close: async () => {
      const all = Promise.all(pending);
      await within(all, times.drain);
      closing.abort();
      await all;
    },
  };
  return mailer;
}

/** Answers a caller whose mail can't be delivered. @param detail what to tell them */
export const undeliverable = (detail: string) => (): never => {
  throw new SatchelError("unavailable", detail, { retryAfter: 1 });
};

const notYet = (): SatchelError => new SatchelError("unavailable", texts.server.unavailable, { retryAfter: 5 });
