import {
  addressKey,
  attachmentName,
  type BlobStore,
  type BusAddress,
  type CommandClient,
  commandClient,
  isSuspended,
  type Journal,
  JournalConflict,
  type Logger,
  openDocuments,
  openJournal,
  openSecretAddressReader,
  type SecretAddressReader,
} from "@satchel/chassis";
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
import { JOURNAL_MS, LETTER_STORE_MS, ROOM_MS } from "../limits.ts";
import { BackgroundStore } from "./background-store.ts";
import type { Capture, Captures } from "./captures.ts";
import { overLimitIdOf, mailEventId, mailIdOf } from "./mail-ids.ts";
import { hasNoRoom } from "./room.ts";

interface JournalCapturesOptions {
  bus: BusAddress;
  syncUnchecked: boolean;
  /** The installation's key for addresses. */
  addressKey: string;
  logger: Logger;
}

interface Opened {
  readonly journal: Journal;
  readonly documents: BlobStore;
  readonly settings: SecretAddressReader;
  readonly commands: CommandClient;
}

/**
 * Opens the captures in the journal. Returns at once and connects in the background; until then all methods throw.
 */
export function openJournalCaptures(options: JournalCapturesOptions): Captures {
  const { logger } = options;
  const store = new BackgroundStore<Opened>({
    bus: options.bus,
    name: "mail-ingest",
    logger,
    open: async (bus) => ({
      journal: await openJournal(bus, { logger, syncUnchecked: options.syncUnchecked }),
      documents: await openDocuments(bus),
      settings: await openSecretAddressReader(bus),
      commands: commandClient(bus, logger, ROOM_MS),
    }),
    requestMs: JOURNAL_MS,
  });
  return {
    opened: store.opened,
    findUser: (address) => store.request(({ journal }) => findUser(journal, addressKey(options.addressKey, address))),
    keepsAttachments: (userId) => store.request(({ settings }) => settings.keepsAttachments(userId)),
    isFull: (userId) => store.request(({ commands }) => hasNoRoom(commands, userId)),
    countStored: (mail) => store.request(({ journal }) => countStored(journal, mail)),
    accept: (capture, contents = []) =>
      store.request(
        (opened) => accept(opened, capture, contents),
        contents.length === 0 ? JOURNAL_MS : LETTER_STORE_MS,
      ),
    hasAnswers: (userId) => store.request(({ journal }) => hasAnswers(journal, userId)),
    command: (capture) => store.request((opened) => accept(opened, capture, [])),
    refuse: (capture) => store.request(({ journal }) => refuse(journal, capture)),
    close: () => store.close(),
  };
}

async function findUser(journal: Journal, key: string): Promise<UserId | undefined> {
  const event = await journal.last(addressSubject(key));
  if (event?.type !== AddressClaimed.type) return undefined;
  const { userId } = event.data as { userId: UserId };
  // Answered as if there was no account: with MAIL_AUTH=off anybody can write as anybody.
  return (await isSuspended(journal, userId)) ? undefined : userId;
}

async function countStored(
  journal: Journal,
  { userId, key }: Pick<Capture<typeof MailAccepted>, "userId" | "key">,
): Promise<number | undefined> {
  const stored = await journal.last(aggregateSubject(userId, "mail", mailIdOf(userId, key)));
  if (stored?.type === MailCommanded.type) return 0;
  if (stored?.type !== MailAccepted.type) return undefined;
  const { urls, items = [] } = stored.data as EventOf<typeof MailAccepted>["data"];
  return urls.length + items.length;
}

async function hasAnswers(journal: Journal, userId: UserId): Promise<boolean> {
  const event = await journal.last(answersSubject(userId));
  return event !== undefined && (event.data as EventOf<typeof AnswersSwitched>["data"]).isOn;
}

/** Stores a mail with links and items, or with commands. */
async function accept(
  { journal, documents }: Opened,
  { userId, key, data }: Capture<typeof MailAccepted | typeof MailCommanded>,
  contents: readonly Uint8Array[],
): Promise<void> {
  const mailId = mailIdOf(userId, key);
  const subject = aggregateSubject(userId, "mail", mailId);
  if (contents.length > 0 && "items" in data) {
    if ((await journal.last(subject))?.type === MailAccepted.type) return;
    // First, so that no event is without them. What a crash leaves is stored again with the mail, or dropped by age.
    for (const [place, content] of contents.entries()) {
      const version = data.items?.[place]?.version;
      if (version !== undefined) await documents.put(attachmentName(userId, mailId, version), content);
    }
  }
  const { type } = "commands" in data ? MailCommanded : MailAccepted;
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
