import { setTimeout as sleep } from "node:timers/promises";
import {
  type BusAddress,
  addressKey,
  type Bus,
  connectBus,
  type Journal,
  JournalConflict,
  type Logger,
  openJournal,
} from "@satchel/chassis";
import {
  AddressClaimed,
  addressSubject,
  aggregateSubject,
  type EventOf,
  MailAccepted,
  MailRefused,
  type UserId,
} from "@satchel/contracts";
import { within } from "./deadline.ts";
import { JOURNAL_MS, JOURNAL_RETRY_MS } from "../limits.ts";
import { type Capture, type Captures, CapturesUnavailable } from "./captures.ts";
import { floodIdOf, mailEventId, mailIdOf } from "./mail-ids.ts";

export interface JournalCapturesOptions {
  bus: BusAddress;
  syncUnchecked: boolean;
  /** The installation's key for addresses. */
  addressKey: string;
  logger: Logger;
}

/**
 * Captures in the journal. Returns at once and connects in the background, with retries without end; until then all methods throw.
 */
export function openJournalCaptures(options: JournalCapturesOptions): Captures {
  const { logger } = options;
  let bus: Bus | undefined;
  let journal: Journal | undefined;
  let closed = false;

  const open = async (): Promise<void> => {
    while (!closed && journal === undefined) {
      try {
        bus ??= await connectBus({ ...options.bus, name: "mail-ingest", logger });
        journal = await openJournal(bus, { logger, syncUnchecked: options.syncUnchecked });
        logger.info("The journal is open");
      } catch (error) {
        logger.error({ err: error }, "The journal can't be opened; trying again");
        await sleep(JOURNAL_RETRY_MS);
      }
    }
    if (closed) await bus?.close();
  };
  const opening = open();

  const ask = async <T>(work: (journal: Journal) => Promise<T>): Promise<T> => {
    if (journal === undefined || bus?.connected() !== true) throw new CapturesUnavailable("not connected");
    try {
      const late = (): Error => new CapturesUnavailable(`no answer within ${JOURNAL_MS} ms`);
      return await within(JOURNAL_MS, work(journal), late);
    } catch (error) {
      if (error instanceof CapturesUnavailable) throw error;
      throw new CapturesUnavailable("it failed", { cause: error });
    }
  };

  return {
    opened: opening,
    findUser: (address) => ask((open) => findUser(open, addressKey(options.addressKey, address))),
    countStored: (mail) => ask((open) => countStored(open, mail)),
    accept: (capture) => ask((open) => accept(open, capture)),
    refuse: (capture) => ask((open) => refuse(open, capture)),
    close: async () => {
      closed = true;
      // A connection attempt that has no end yet is not waited for: it ends with the process.
      await (bus === undefined ? undefined : opening.then(() => bus?.close()));
    },
  };
}

async function findUser(journal: Journal, key: string): Promise<UserId | undefined> {
  const event = await journal.last(addressSubject(key));
  return event?.type === AddressClaimed.type ? (event.data as { userId: UserId }).userId : undefined;
}

async function countStored(
  journal: Journal,
  { userId, key }: Pick<Capture<typeof MailAccepted>, "userId" | "key">,
): Promise<number | undefined> {
  const stored = await journal.last(aggregateSubject(userId, "mail", mailIdOf(userId, key)));
  return stored?.type === MailAccepted.type
    ? (stored.data as EventOf<typeof MailAccepted>["data"]).urls.length
    : undefined;
}

async function accept(journal: Journal, { userId, key, data }: Capture<typeof MailAccepted>): Promise<void> {
  const mailId = mailIdOf(userId, key);
  const subject = aggregateSubject(userId, "mail", mailId);
  const event = { id: mailEventId(mailId, MailAccepted.type), type: MailAccepted.type, data };
  try {
    await journal.append({ subject, event, expected: 0 });
  } catch (error) {
    if (!(error instanceof JournalConflict)) throw error;
    const stored = await journal.last(subject);
    if (stored?.type === MailAccepted.type) return;
    // It was refused before because it had no link, and came again under the same Message-ID with one.
    await journal.append({ subject, event, expected: stored?.sequence ?? 0 });
  }
}

async function refuse(journal: Journal, { userId, key, data }: Capture<typeof MailRefused>): Promise<void> {
  // Mails over the limit of an hour must not fill the journal: only the first one of an hour is written.
  const mailId = data.reason === "too-many-mails" ? floodIdOf(userId, new Date()) : mailIdOf(userId, key);
  const event = { id: mailEventId(mailId, MailRefused.type), type: MailRefused.type, data };
  try {
    await journal.append({ subject: aggregateSubject(userId, "mail", mailId), event, expected: 0 });
  } catch (error) {
    // It is stored already, as accepted or as refused.
    if (!(error instanceof JournalConflict)) throw error;
  }
}
