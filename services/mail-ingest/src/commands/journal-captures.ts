import { type BusAddress, addressKey, type Journal, JournalConflict, type Logger, openJournal } from "@satchel/chassis";
import {
  AddressClaimed,
  addressSubject,
  aggregateSubject,
  type AnswersSwitched,
  answersSubject,
  type EventOf,
  MailAccepted,
  MailCommanded,
  MailRefused,
  type UserId,
} from "@satchel/contracts";
import { JOURNAL_MS } from "../limits.ts";
import { BackgroundStore } from "./background-store.ts";
import type { Capture, Captures } from "./captures.ts";
import { overLimitIdOf, mailEventId, mailIdOf } from "./mail-ids.ts";

interface JournalCapturesOptions {
  bus: BusAddress;
  syncUnchecked: boolean;
  /** The installation's key for addresses. */
  addressKey: string;
  logger: Logger;
}

/**
 * Opens the captures in the journal. Returns at once and connects in the background; until then all methods throw.
 */
export function openJournalCaptures(options: JournalCapturesOptions): Captures {
  const { logger } = options;
  const store = new BackgroundStore({
    bus: options.bus,
    name: "mail-ingest",
    logger,
    open: (bus) => openJournal(bus, { logger, syncUnchecked: options.syncUnchecked }),
    requestMs: JOURNAL_MS,
  });
  return {
    opened: store.opened,
    findUser: (address) => store.request((journal) => findUser(journal, addressKey(options.addressKey, address))),
    countStored: (mail) => store.request((journal) => countStored(journal, mail)),
    hasAnswers: (userId) => store.request((journal) => hasAnswers(journal, userId)),
    accept: (capture) => store.request((journal) => accept(journal, capture, MailAccepted.type)),
    command: (capture) => store.request((journal) => accept(journal, capture, MailCommanded.type)),
    refuse: (capture) => store.request((journal) => refuse(journal, capture)),
    close: () => store.close(),
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
  if (stored?.type === MailCommanded.type) return 0;
  return stored?.type === MailAccepted.type
    ? (stored.data as EventOf<typeof MailAccepted>["data"]).urls.length
    : undefined;
}

async function hasAnswers(journal: Journal, userId: UserId): Promise<boolean> {
  const event = await journal.last(answersSubject(userId));
  return event !== undefined && (event.data as EventOf<typeof AnswersSwitched>["data"]).isOn;
}

async function accept(
  journal: Journal,
  { userId, key, data }: Capture<typeof MailAccepted | typeof MailCommanded>,
  type: string,
): Promise<void> {
  const mailId = mailIdOf(userId, key);
  const subject = aggregateSubject(userId, "mail", mailId);
  const event = { id: mailEventId(mailId, type), type, data };
  try {
    await journal.append({ subject, event, expected: 0 });
  } catch (error) {
    if (!(error instanceof JournalConflict)) throw error;
    const stored = await journal.last(subject);
    if (stored?.type === MailAccepted.type || stored?.type === MailCommanded.type) return;
    // The same Message-ID was refused before: the mail had no link, or answers were off.
    await journal.append({ subject, event, expected: stored?.sequence ?? 0 });
  }
}

async function refuse(journal: Journal, { userId, key, data }: Capture<typeof MailRefused>): Promise<void> {
  // Mails over the rate limit must not fill the journal: only the first one of an hour is stored.
  const mailId = data.reason === "too-many-mails" ? overLimitIdOf(userId, new Date()) : mailIdOf(userId, key);
  const event = { id: mailEventId(mailId, MailRefused.type), type: MailRefused.type, data };
  try {
    await journal.append({ subject: aggregateSubject(userId, "mail", mailId), event, expected: 0 });
  } catch (error) {
    // The mail is stored already, as accepted or as refused.
    if (!(error instanceof JournalConflict)) throw error;
  }
}
