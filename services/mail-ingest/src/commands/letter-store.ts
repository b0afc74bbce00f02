import {
  type BlobStore,
  type Bus,
  type BusAddress,
  type CommandClient,
  commandClient,
  isSuspended,
  type Journal,
  JournalConflict,
  letterName,
  type Logger,
  type OpenSecretAddress,
  openDocuments,
  openJournal,
  openSecretAddressReader,
  type SecretAddressReader,
} from "@satchel/chassis";
import { aggregateSubject, type EventOf, LetterReceived, type MailId, type UserId } from "@satchel/contracts";
import { JOURNAL_MS, LETTER_STORE_MS, ROOM_MS } from "../limits.ts";
import { BackgroundStore } from "./background-store.ts";
import { mailEventId } from "./mail-ids.ts";
import { hasNoRoom } from "./room.ts";

interface LetterKey {
  readonly userId: UserId;
  readonly mailId: MailId;
}

/** Secret addresses and the mails to them, as the SMTP server needs them. All methods throw `StoreUnavailable`. */
export interface LetterStore {
  /** The secret address of a local part; undefined for one that never was, a revoked one, and one of a suspended account. */
  findAddress(local: string): Promise<OpenSecretAddress | undefined>;
  /** Whether a mail is stored already. */
  isStored(letter: LetterKey): Promise<boolean>;
  /** Whether the account's copies take all that they may; false without an answer: what is taken is kept in any case. */
  isFull(userId: UserId): Promise<boolean>;
  /** Stores the content of a mail, then the event; does nothing more when the mail is stored already. */
  store(letter: LetterKey, content: Uint8Array, data: EventOf<typeof LetterReceived>["data"]): Promise<void>;
  readonly opened: Promise<void>;
  close(): Promise<void>;
}

interface LetterStoreOptions {
  readonly bus: BusAddress;
  readonly syncUnchecked: boolean;
  readonly logger: Logger;
}

interface Opened {
  readonly journal: Journal;
  readonly documents: BlobStore;
  readonly addresses: SecretAddressReader;
  readonly commands: CommandClient;
}

/** Opens the store. Returns at once and connects in the background; until then all methods throw. */
export function openLetterStore({ bus: at, syncUnchecked, logger }: LetterStoreOptions): LetterStore {
  const options = { bus: at, name: "letters", logger };
  const open = async (bus: Bus): Promise<Opened> => ({
    journal: await openJournal(bus, { logger, syncUnchecked }),
    documents: await openDocuments(bus),
    addresses: await openSecretAddressReader(bus),
    commands: commandClient(bus, logger, ROOM_MS),
  });
  const store = new BackgroundStore<Opened>({ ...options, open, requestMs: JOURNAL_MS });
  return {
    opened: store.opened,
    findAddress: (local) =>
      store.request(async ({ addresses, journal }) => {
        const found = await addresses.find(local);
        return found === undefined || (await isSuspended(journal, found.userId)) ? undefined : found;
      }),
    isStored: ({ userId, mailId }) =>
      store.request(
        async ({ journal }) => (await journal.last(aggregateSubject(userId, "mail", mailId))) !== undefined,
      ),
    isFull: (userId) => store.request(({ commands }) => hasNoRoom(commands, userId)),
    store: ({ userId, mailId }, content, data) =>
      store.request(async ({ journal, documents }) => {
        // First, so that no event is without it. What a crash leaves is stored again with the mail, or dropped by age.
        await documents.put(letterName(userId, mailId), content);
        const event = { id: mailEventId(mailId, LetterReceived.type), type: LetterReceived.type, data };
        try {
          await journal.append({ subject: aggregateSubject(userId, "mail", mailId), event, expected: 0 });
        } catch (error) {
          // The mail came twice at the same moment.
          if (!(error instanceof JournalConflict)) throw error;
        }
      }, LETTER_STORE_MS),
    close: () => store.close(),
  };
}
