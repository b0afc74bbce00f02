import {
  addReader,
  AddReader,
  confirmReader,
  ConfirmReader,
  deleteReader,
  listReaders,
  RemoveReader,
  sendToReader,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";

/** Addresses of e-readers, and books that are mailed to them (decision 84). */
export async function readerRoutes(
  app: FastifyInstance,
  { tables, perform, mailBook, callerOf }: Parts,
): Promise<void> {
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
    const { locale } = callerOf(request);
    const mails = await mailBook(userId, { email, book, locale });
    return { status: 202, body: { mails } };
  });
}
