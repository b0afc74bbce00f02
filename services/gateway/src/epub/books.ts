import { createHash } from "node:crypto";
import { ConcurrencyLimit, uuidOfOctets } from "@satchel/chassis";
import {
  BOOK_MAIL_BYTES,
  BOOK_MAILS_AT_ONCE,
  type CopyId,
  EPUB_ARTICLES,
  EPUB_LINKS,
  type EpubQuery,
  laterTexts,
  type Link,
  type LinkId,
  type Locale,
  SatchelError,
  type SentBook,
  type UserId,
} from "@satchel/contracts";
import type { CopyFiles } from "../copies/files.ts";
import { BOOKS_AT_ONCE, BOOKS_WAITING, EPUB_SOURCE_BYTES } from "../limits.ts";
import { requireLink } from "../queries/require-link.ts";
import type { Tables } from "../queries/tables.ts";
import type { Book, BookArticle, MadeBook } from "./book.ts";
import type { EpubMaker } from "./epub-maker.ts";
import { listOf } from "./lists.ts";
import { splitBook } from "./split.ts";
import { readArticle } from "./read-article.ts";
import { dayOf, words } from "./words.ts";

/**
 * Makes books of an account's articles. Each holds them in memory, so few are made at a time, and accounts take turns.
 * @throws {SatchelError} `not-found` where there is no article; `limited` where too many wait
 */
export interface Books {
  ofLink(userId: UserId, linkId: LinkId, options: LinkOptions): Promise<MadeBook>;
  ofList(userId: UserId, query: EpubQuery, options: ListOptions): Promise<MadeBook>;
  /** In as many books as mails are needed for it: each has {@link BOOK_MAIL_BYTES} at most. */
  forMail(userId: UserId, book: SentBook, options: ListOptions): Promise<MadeBook[]>;
  /** What they are called, without making them: KOReader asks for the name of a file first. */
  titleOfLink(userId: UserId, linkId: LinkId): Promise<string>;
  titleOfList(userId: UserId, query: EpubQuery, options: ListOptions): Promise<string>;
}

/** The language of the words that are not the articles', and the version of the copy if not the newest. */
interface LinkOptions {
  readonly locale: Locale;
  readonly version?: CopyId | undefined;
}

/** The language of the words that are not the articles', and the time: milliseconds since 1970. */
interface ListOptions {
  readonly locale: Locale;
  readonly now: number;
}

interface BooksParts {
  readonly tables: Tables;
  readonly files: CopyFiles;
  readonly maker: EpubMaker;
}

export function openBooks({ tables, files, maker }: BooksParts): Books {
  const limit = new ConcurrencyLimit({
    concurrency: BOOKS_AT_ONCE,
    waiting: BOOKS_WAITING,
  });
  const inTurn = <T>(owner: UserId, work: () => Promise<T>): Promise<T> => limit.run("books", work, { owner });

  const make = async (userId: UserId, book: Book): Promise<MadeBook> => ({
    title: book.title,
    bytes: await maker.make(book, userId),
  });

  async function gather(userId: UserId, links: readonly Link[]): Promise<BookArticle[]> {
    const articles: BookArticle[] = [];
    let room = EPUB_SOURCE_BYTES;
    for (const link of links) {
      if (link.copy === undefined) continue;
      const { version, kept_at: keptAt } = link.copy;
      const article = await readArticle(files, userId, { link, version, keptAt }, room);
      const size = article === undefined ? 0 : article.html.length;
      if (article === undefined || size > room) continue;
      room -= article.pictures.reduce((sum, { bytes }) => sum + bytes.length, size);
      articles.push(article);
    }
    return articles;
  }

  async function bookOfLink(userId: UserId, linkId: LinkId, { locale, version: wanted }: LinkOptions): Promise<Book> {
    const link = await requireLink(tables, userId, linkId);
    const { version, keptAt } = await tables.findCopy(userId, linkId, wanted);
    const article = await readArticle(files, userId, { link, version, keptAt }, EPUB_SOURCE_BYTES);
    if (article === undefined) throw new SatchelError("not-found", laterTexts.copies.noArticle);
    // The link names the book, so that a later copy replaces it on the e-reader.
    return { id: linkId, title: article.title, locale, isCut: false, articles: [article] };
  }

  async function bookOfList(userId: UserId, query: EpubQuery, { locale, now }: ListOptions): Promise<Book> {
    const { filters, name } = await listOf(tables, userId, query, now);
    if (filters.q !== undefined) await tables.searchReachesLinks(userId);
    const ids = await tables.listLinkIds(userId, filters, EPUB_LINKS);
    const copies = await tables.newestCopies(userId, ids);
    const readable = ids.filter((id) => (copies.get(id)?.words ?? 0) > 0);
    const bookmarks = await tables.findBookmarks(userId, readable.slice(0, EPUB_ARTICLES));
    const links = bookmarks.flatMap(({ link }) => {
      const copy = copies.get(link.id);
      return copy === undefined ? [] : [{ ...link, copy }];
    });
    const articles = await gather(userId, links);
    if (articles.length === 0) throw new SatchelError("not-found", words[locale].nothing);
    const title = titleOf(query, name, { locale, now });
    const isCut = readable.length > articles.length || ids.length === EPUB_LINKS;
    return { id: idOf(title, articles), title, locale, isCut, articles };
  }

  return {
    ofLink: (userId, linkId, options) =>
      inTurn(userId, async () => make(userId, await bookOfLink(userId, linkId, options))),
    ofList: (userId, query, options) =>
      inTurn(userId, async () => make(userId, await bookOfList(userId, query, options))),
    forMail: (userId, book, options) =>
      inTurn(userId, async () => {
        const whole =
          "link_id" in book
            ? await bookOfLink(userId, book.link_id, options)
            : await bookOfList(userId, book.list, options);
        const limits = { bytes: BOOK_MAIL_BYTES, books: BOOK_MAILS_AT_ONCE };
        return splitBook(whole, { make: (part) => make(userId, part), ...limits });
      }),
    titleOfLink: async (userId, linkId) => {
      const { title, url } = await requireLink(tables, userId, linkId);
      return title ?? url;
    },
    titleOfList: async (userId, query, options) =>
      titleOf(query, (await listOf(tables, userId, query, options.now)).name, options),
  };
}

/** The title of a list's book, with the day on which it was made: the same list has other articles on another day. */
function titleOf(query: EpubQuery, name: string | undefined, { locale, now }: ListOptions): string {
  const { unread, newest } = words[locale];
  const parts = [query.unread_only === true ? unread : undefined, name].filter((part) => part !== undefined);
  return `${parts.length === 0 ? newest : parts.join(": ")}, ${dayOf(new Date(now).toISOString(), locale)}`;
}

/** The id of a book: the same for the same articles under the same title (RFC 9562 section 5.8). */
function idOf(title: string, articles: readonly BookArticle[]): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([title, ...articles.map(({ version }) => version)]))
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return uuidOfOctets(hash.subarray(0, 16));
}
