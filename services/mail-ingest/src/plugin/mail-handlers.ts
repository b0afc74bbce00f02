import { busAt, type Logger, repliedMail } from "@satchel/chassis";
import { createAuthenticator } from "../authentication/authenticate.ts";
import { createResolver } from "../authentication/resolver.ts";
import { journalCaptures } from "../commands/captures.ts";
import { type LetterStore, letterStore } from "../commands/letter-store.ts";
import { createReceiveBounce, type ReceiveBounce } from "../commands/receive-bounce.ts";
import { MailBus } from "../commands/mail-bus.ts";
import { createReceiveLetter, type ReceiveLetter } from "../commands/receive-letter.ts";
import { type ArrivedMail, createReceive } from "../commands/receive-mail.ts";
import type { MailIngestConfig } from "../config.ts";
import type { Answer } from "../domain/answers.ts";
import { AUTHENTICATION_MS } from "../limits.ts";
import { type MailLimits, mailLimits } from "../limiting/mail-limits.ts";
import { createForwarder, type Forwarder } from "../postmaster/forward.ts";
import { startLetterReader, startMailReader } from "../reading/mail-reader.ts";

/** What becomes of a mail, by its recipient. */
export interface MailHandlers {
  /** To the save address. */
  readonly receive: (mail: ArrivedMail) => Promise<Answer>;
  /** To a secret address. */
  readonly receiveLetter: ReceiveLetter;
  readonly letters: LetterStore;
  /** To the address that digests come back to. */
  readonly receiveBounce: ReceiveBounce;
  /** To postmaster and abuse. */
  readonly forward: Forwarder;
  readonly limits: MailLimits;
  /** Resolves when mails can be stored. */
  readonly opened: Promise<void>;
  close(): Promise<void>;
}

/** Opens what mails are stored in, and makes what they are read and proved by. @param domain of the save address */
export function openMailHandlers(config: MailIngestConfig, domain: string, logger: Logger): MailHandlers {
  const bus = new MailBus({ bus: busAt(config), syncUnchecked: config.NATS_SYNC_UNCHECKED, logger });
  const captures = journalCaptures(bus, config.ADDRESS_KEY);
  const letters = letterStore(bus);
  const limits = mailLimits(bus, {
    key: config.ADDRESS_KEY,
    mailsPerClient: config.SMTP_MAILS_PER_CLIENT,
    mailsPerSender: config.SMTP_MAILS_PER_SENDER,
  });
  return {
    letters,
    limits,
    receiveBounce: createReceiveBounce(bus, logger),
    receiveLetter: createReceiveLetter({
      store: letters,
      isFull: (userId) => captures.isFull(userId),
      reader: startLetterReader(),
      limits,
      logger,
    }),
    receive: createReceive({
      saveAddress: config.SAVE_ADDRESS,
      captures,
      reader: startMailReader(),
      limits,
      authenticate:
        config.MAIL_AUTH === "off" ? undefined : createAuthenticator(createResolver(config.DNS_SERVERS), domain),
      authenticationMs: AUTHENTICATION_MS,
      now: () => new Date(),
      repliedMail: (userId, tag) => repliedMail(config.ADDRESS_KEY, userId, tag, Date.now()),
      logger,
    }),
    forward: createForwarder({
      domain,
      to: config.POSTMASTER_ADDRESS,
      from: config.MAIL_FROM,
      relay: config.SMTP_URL,
      outbox: config.OUTBOX_DIR,
      limits,
      logger,
    }),
    opened: bus.opened,
    close: () => bus.close(),
  };
}
