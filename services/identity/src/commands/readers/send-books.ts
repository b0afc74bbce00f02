import {
  bookName,
  type CommandHandler,
  ConcurrencyLimit,
  handler,
  normaliseAddress,
  type RateLimit,
} from "@satchel/chassis";
import { BOOK_MAILS_PER_DAY, BOOK_MAILS_PER_HOUR, SatchelError, SendBooks, texts } from "@satchel/contracts";
import { BOOKS_MAILED_AT_ONCE, BOOKS_MAILED_WAITING } from "../../limits.ts";
import { composeBook } from "../../mail/book-mail.ts";
import type { Parts } from "../parts.ts";
import { readerStateOf } from "./reader-addresses.ts";

const OF_USER: RateLimit = { name: "book-mails", count: BOOK_MAILS_PER_DAY, seconds: 24 * 3600 };
const OF_ALL: RateLimit = { name: "book-mails-of-all", count: BOOK_MAILS_PER_HOUR, seconds: 3600 };

/** Mails books. Each is in memory until the relay has it, so few are mailed at a time. */
export function sendBooks(parts: Parts): CommandHandler {
  const { accounts, books: store, limits, limitKeys, mailer, publicUrl } = parts;
  const limit = new ConcurrencyLimit({
    concurrency: BOOKS_MAILED_AT_ONCE,
    waiting: BOOKS_MAILED_WAITING,
    full: () => new SatchelError("limited", texts.server.tooMany),
  });

  return handler(SendBooks, async ({ userId, email, locale, books }) => {
    const names = books.map(({ name }) => bookName(userId, name));
    try {
      const address = normaliseAddress(email);
      const account = await accounts.primaryAddress(userId);
      const isConfirmed = address !== undefined && (await readerStateOf(parts, userId, address)) === "confirmed";
      if (!isConfirmed || account === undefined || !(await accounts.isRegistered(userId))) {
        throw new SatchelError("not-found", texts.readers.notFound);
      }
      for (const _ of books) {
        await limits.take(OF_USER, limitKeys.ofUser(userId));
        await limits.take(OF_ALL, "all");
      }
      await limit.run(
        "books",
        async () => {
          const mails = books.map(async ({ title, file }, at) => {
            const content = await store.get(names[at] ?? "");
            if (content === undefined) throw new Error("a book that is to be mailed is not there");
            const attachment = { filename: file, type: "application/epub+zip", content };
            await mailer.send(composeBook({ address, account, title, locale, publicUrl, attachment }));
          });
          const failed = (await Promise.allSettled(mails)).some(({ status }) => status === "rejected");
          if (failed) throw new SatchelError("unavailable", texts.readers.notSent, { retryAfter: 1 });
        },
        { owner: userId },
      );
      return { result: { mails: books.length } };
    } finally {
      await Promise.all(names.map((name) => store.remove(name)));
    }
  });
}
