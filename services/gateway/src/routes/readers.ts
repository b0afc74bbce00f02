import { randomUUID } from "node:crypto";
import { type BlobStore, bookName, type CommandClient } from "@satchel/chassis";
import {
  addReader,
  AddReader,
  confirmReader,
  ConfirmReader,
  deleteReader,
  listReaders,
  RemoveReader,
  SatchelError,
  SendBooks,
  sendToReader,
  texts,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Perform } from "../commands/perform.ts";
import { fileNameOf } from "../epub/answer.ts";
import type { Books } from "../epub/books.ts";
import { route } from "../http/route.ts";
import type { Tables } from "../queries/tables.ts";
import type { CallerOf } from "../sessions/caller.ts";

interface ReaderOptions {
  readonly tables: Tables;
  readonly perform: Perform;
  readonly commands: CommandClient;
  readonly books: Books;
  /** Books that are being mailed. */
  readonly store: BlobStore;
  readonly callerOf: CallerOf;
}

/** Addresses of e-readers, and books that are mailed to them (decision 84). */
export async function readerRoutes(app: FastifyInstance, options: ReaderOptions): Promise<void> {
  const { tables, perform, commands, books, store, callerOf } = options;

  route(app, listReaders, async ({ userId }) => ({
    status: 200,
    body: { readers: await tables.listReaders(userId) },
  }));

  route(app, addReader, async ({ userId, body: { email }, request }) => {
    const { locale, client } = callerOf(request);
    const { result, headers } = await perform(AddReader, { userId, email, locale, client });
    return { status: result.created ? 201 : 200, body: result.reader, headers };
  });

  route(app, confirmReader, async ({ userId, body: { email, code }, request }) => {
    const { locale, client } = callerOf(request);
    const { result, headers } = await perform(ConfirmReader, { userId, email, code, locale, client });
    return { status: 200, body: result, headers };
  });

  route(app, deleteReader, async ({ userId, body: { email } }) => {
    const { headers } = await perform(RemoveReader, { userId, email });
    return { status: 204, body: null, headers };
  });

  route(app, sendToReader, async ({ userId, body: { email, book }, request }) => {
    const isKnown = (await tables.listReaders(userId)).some((reader) => reader.email === email && reader.is_confirmed);
    if (!isKnown) throw new SatchelError("not-found", texts.senderEmails.notFound);
    const { locale } = callerOf(request);
    const made = await books.forMail(userId, book, { locale, now: Date.now() });
    const sent = made.map(({ title, bytes }) => ({ name: randomUUID(), title, file: fileNameOf(title), bytes }));
    for (const { name, bytes } of sent) await store.put(bookName(userId, name), bytes);
    const command = { userId, email, locale, books: sent.map(({ name, title, file }) => ({ name, title, file })) };
    const { result } = await commands.send(SendBooks, command);
    return { status: 202, body: { mails: result.mails } };
  });
}
