import {
  type Address,
  addressKey,
  attachmentName,
  type BlobStore,
  isSuspended,
  type Journal,
  JournalConflict,
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
import { JOURNAL_MS, LETTER_STORE_MS } from "../limits.ts";
import type { MailBus } from "./mail-bus.ts";
import { type MailKey, overLimitIdOf, mailEventId, mailIdOf } from "./mail-ids.ts";
import { hasNoRoom } from "./room.ts";

/** A mail as it is stored in the journal. `key` identifies the mail when it is sent again. */
export interface Capture<Definition> {
  readonly userId: UserId;
  readonly key: MailKey;
  readonly data: EventOf<Definition>["data"];
}

/** An account whose mails are taken. */
interface Account {
  readonly userId: UserId;
  readonly keepsAttachments: boolean;
}

/** The journal, as the SMTP server needs it. All methods throw `StoreUnavailable`. */
export interface Captures {
  /** The account with this confirmed address; undefined when there is none. */
  findAccount(address: Address): Promise<Account | undefined>;
  /** Whether the account's copies take all that they may; false without an answer. */
  isFull(userId: UserId): Promise<boolean>;
  /** Whether the account has switched answers by mail on. */
  hasAnswers(userId: UserId): Promise<boolean>;
  /** The number of links and items of a stored mail, 0 for one with commands; undefined when it is not stored. */
  countStored(mail: Pick<Capture<typeof MailAccepted>, "userId" | "key">): Promise<number | undefined>;
  /**
   * Stores a mail with links or items; does nothing when it is stored already.
   * @param contents of its items, in their order, which are stored first
   */
  accept(capture: Capture<typeof MailAccepted>, contents?: readonly Uint8Array[]): Promise<void>;
  /** Stores a mail with commands; does nothing when it is stored already. */
  command(capture: Capture<typeof MailCommanded>): Promise<void>;
  /** Stores a refusal; does nothing when the mail is stored already. */
  refuse(capture: Capture<typeof MailRefused>): Promise<void>;
}

/** The captures in the journal. @param key the installation's key for addresses */
export const journalCaptures = (bus: MailBus, key: string): Captures => ({
  findAccount: (address) => bus.request((parts) => findAccount(parts, addressKey(key, address))),
  isFull: (userId) => bus.request(({ archive }) => hasNoRoom(archive, userId)),
  hasAnswers: (userId) => bus.request(({ journal }) => hasAnswers(journal, userId)),
  countStored: (mail) => bus.request(({ journal }) => countStored(journal, mail)),
  accept: (capture, contents = []) =>
    bus.request((parts) => accept(parts, capture, contents), contents.length === 0 ? JOURNAL_MS : LETTER_STORE_MS),
  command: (capture) => bus.request((parts) => accept(parts, capture, [])),
  refuse: (capture) => bus.request(({ journal }) => refuse(journal, capture)),
});

async function findAccount(
  { journal, settings }: { readonly journal: Journal; readonly settings: SecretAddressReader },
  key: string,
): Promise<Account | undefined> {
  const event = await journal.last(addressSubject(key));
  if (event?.type !== AddressClaimed.type) return undefined;
  const { userId } = event.data as { userId: UserId };
  // Both questions are one write to the bus, and one wait.
  const [suspended, keepsAttachments] = await Promise.all([
    isSuspended(journal, userId),
    settings.keepsAttachments(userId),
  ]);
  // Answered as if there was no account: with MAIL_AUTH=off anybody can write as anybody.
  return suspended ? undefined : { userId, keepsAttachments };
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
  { journal, documents }: { readonly journal: Journal; readonly documents: BlobStore },
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
