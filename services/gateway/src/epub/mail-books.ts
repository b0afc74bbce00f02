import { randomUUID } from "node:crypto";
import {
  type BlobStore,
  bookName,
  type CommandClient,
  type HandlerResult,
  type Logger,
  type StoredEvent,
} from "@satchel/chassis";
import {
  type EventOf,
  isFinal,
  laterTexts,
  type LinkChanged,
  type LinkId,
  type Locale,
  SatchelError,
  SendBooks,
  type SentBook,
  type UserId,
} from "@satchel/contracts";
import type { Tables } from "../queries/tables.ts";
import { bookFileOf } from "./answer.ts";
import type { Books } from "./books.ts";

interface MailBooksParts {
  readonly tables: Pick<Tables, "listReaders">;
  readonly books: Pick<Books, "forMail">;
  /** Books that are being mailed. */
  readonly store: BlobStore;
  readonly commands: CommandClient;
}

interface WantedBook {
  readonly email: string;
  readonly book: SentBook;
  readonly locale: Locale;
}

/** Mails a book to a confirmed e-reader of an account. @returns the number of mails */
export type MailBook = (userId: UserId, wanted: WantedBook) => Promise<number>;

/** @throws {SatchelError} `not-found` for another address, or where there is no article; `limited` after too many */
export const mailsBooks =
  ({ tables, books, store, commands }: MailBooksParts): MailBook =>
  async (userId, { email, book, locale }) => {
    const isKnown = (await tables.listReaders(userId)).some((reader) => reader.email === email && reader.is_confirmed);
    if (!isKnown) throw new SatchelError("not-found", laterTexts.senderEmails.notFound);
    const made = await books.forMail(userId, book, { locale, now: Date.now() });
    const sent = made.map(({ title, bytes }) => ({ name: randomUUID(), title, file: bookFileOf(title), bytes }));
    for (const { name, bytes } of sent) await store.put(bookName(userId, name), bytes);
    const command = { userId, email, locale, books: sent.map(({ name, title, file }) => ({ name, title, file })) };
    const { result } = await commands.send(SendBooks, command);
    return result.mails;
  };

/** The language of the words around the article: nobody is asking whose language would be known. */
const LOCALE: Locale = "en";

/**
 * Sends the article of a link to an e-reader, where rules said so at the event of the link (decision 92). The copy that it is
 * made of may be in no table yet: then it is tried again. A process that is killed between mailing and the acknowledgement mails
 * twice.
 */
export const mailRuledBooks =
  ({ mail, logger }: { readonly mail: MailBook; readonly logger: Logger }) =>
  async (event: StoredEvent, attempt: number): Promise<HandlerResult> => {
    const { at, type, data } = event;
    if (type !== "LinkChanged" || at.kind !== "aggregate" || event.importedAt !== undefined) return "done";
    const email = (data as EventOf<typeof LinkChanged>["data"]).byRules?.effects?.sendTo;
    if (email === undefined) return "done";
    try {
      await mail(at.userId, { email, book: { link_id: at.aggregateId as LinkId }, locale: LOCALE });
    } catch (error) {
      if (!isFinal(error) || attempt === 1) throw error;
      logger.info({ code: error.code }, "a rule's book can't be sent");
    }
    return "done";
  };
