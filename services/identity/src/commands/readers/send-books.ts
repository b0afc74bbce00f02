import {
  bookName,
  type CommandHandler,
  ConcurrencyLimit,
  handler,
  normaliseAddress,
  type RateLimit,
} from "@satchel/chassis";
import {
  BOOK_MAILS_PER_DAY,
  BOOK_MAILS_PER_HOUR,
  laterTexts,
  SatchelError,
  SendBooks,
  texts,
} from "@satchel/contracts";
import { EPUB } from "@satchel/contracts/media-types";
import { BOOKS_MAILED_AT_ONCE, BOOKS_RETRY_SECONDS } from "../../limits.ts";
import { composeBook } from "../../mail/book-mail.ts";
import type { Parts } from "../parts.ts";
import { readerStateOf } from "./reader-addresses.ts";

const OF_USER: RateLimit = { name: "book-mails", count: BOOK_MAILS_PER_DAY, seconds: 24 * 3600 };
const OF_ALL: RateLimit = { name: "book-mails-of-all", count: BOOK_MAILS_PER_HOUR, seconds: 3600 };

/**
 * Mails books. It answers when the mails are composed, and they are handed over afterwards: a slow relay would otherwise let the
 * command be sent again, and the books be mailed twice. Each is in memory until the relay has it, so few are mailed at a time.
 */
export function sendBooks(parts: Parts): CommandHandler {
  const { accounts, books: store, limits, limitKeys, mailer, publicUrl } = parts;
  const limit = new ConcurrencyLimit({
    concurrency: BOOKS_MAILED_AT_ONCE,
    waiting: 0,
    full: () => new SatchelError("limited", texts.server.tooMany, { retryAfter: BOOKS_RETRY_SECONDS }),
  });

  /** A book, which is not there for a repeated command. */
  async function take(name: string): Promise<Uint8Array> {
    const content = await store.get(name);
    if (content === undefined) throw new SatchelError("unavailable", texts.server.unavailable, { retryAfter: 1 });
    await store.remove(name);
    return content;
  }

  return handler(SendBooks, async ({ userId, email, locale, books }) => {
    const names = books.map(({ name }) => bookName(userId, name));
    try {
      const address = normaliseAddress(email);
      const account = await accounts.primaryAddress(userId);
      const isConfirmed = address !== undefined && (await readerStateOf(parts, userId, address)) === "confirmed";
      const isActive = (await accounts.isRegistered(userId)) && !(await accounts.isSuspended(userId));
      if (!isConfirmed || account === undefined || !isActive) {
        throw new SatchelError("not-found", laterTexts.senderEmails.notFound);
      }
      for (const _ of books) {
        await limits.take(OF_USER, limitKeys.ofUser(userId));
        await limits.take(OF_ALL, "all");
      }
      await new Promise<void>((resolve, reject) => {
        const send = async (): Promise<void> => {
          const contents = await Promise.all(names.map(take));
          const mails = books.map(({ title, file }, at) => {
            const attachment = {
              filename: file,
              type: EPUB,
              content: contents[at] ?? new Uint8Array(),
            };
            return composeBook({ address, account, title, locale, publicUrl, attachment });
          });
          resolve();
          // The mailer logs what fails.
          await Promise.allSettled(mails.map((mail) => mailer.send(mail)));
        };
        limit.run("books", send).catch(reject);
      });
      return { result: { mails: books.length } };
    } finally {
      await Promise.all(names.map((name) => store.remove(name)));
    }
  });
}
