import { setTimeout as sleep } from "node:timers/promises";
import { type Logger, sentMails } from "@satchel/chassis";
import { MAIL_TIMES, type MailTimes } from "../limits.ts";
import type { Deliver, Mail } from "./mail.ts";
import { deliveryFault } from "./smtp.ts";

export interface Mailer {
  /**
   * Sends a mail. Resolves when it is handed over, or after {@link MailTimes.handOver} while attempts continue; rejects
   * when it can't be delivered.
   */
  send(mail: Mail): Promise<void>;
  /** Waits for mails in progress, {@link MailTimes.drain} at most. */
  close(): Promise<void>;
}

/**
 * Sends mails, with retries after temporary faults. A mail is kept in memory only, because it may contain a code, which
 * is never stored in clear. When it is lost, the user requests another.
 */
export function startMailer(deliver: Deliver, logger: Logger, times: MailTimes = MAIL_TIMES): Mailer {
  const pending = new Set<Promise<void>>();
  const closing = new AbortController();

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

  return {
    send: async (mail) => {
      const delivery = sendWithRetries(mail);
      const settled = delivery
        .then(() => sentMails.inc({ outcome: "sent" }))
        .catch((error: unknown) => {
          sentMails.inc({ outcome: "failed" });
          logger.error(deliveryFault(error), "a mail was not delivered");
        })
        .finally(() => pending.delete(settled));
      pending.add(settled);
      await Promise.race([delivery, sleep(times.handOver, undefined, { ref: false })]);
    },
    close: async () => {
      const all = Promise.all(pending);
      await Promise.race([all, sleep(times.drain, undefined, { ref: false })]);
      closing.abort();
      await all;
    },
  };
}
