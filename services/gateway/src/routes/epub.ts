import { Readable } from "node:stream";
import { getEpub, getLinkEpub } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { bookHeaders, octetsOf } from "../epub/answer.ts";
import type { MadeBook } from "../epub/book.ts";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";

/** Articles as books for e-readers (decision 84). */
export async function epubRoutes(app: FastifyInstance, { books, callerOf }: Parts): Promise<void> {
  const answer = (book: MadeBook) => ({ status: 200, body: octetsOf(book), headers: bookHeaders(book) }) as const;
  // Nothing is made for a caller that asks for the headers alone.
  const head = (title: string) =>
    ({ status: 200, body: Readable.from([]) as never, headers: bookHeaders({ title }) }) as const;

  route(app, getLinkEpub, async ({ userId, params: { id }, query, request }) => {
    if (request.method === "HEAD") return head(await books.titleOfLink(userId, id));
    const { locale } = callerOf(request);
    return answer(await books.ofLink(userId, id, { locale, version: query.version }));
  });

  route(app, getEpub, async ({ userId, query, request }) => {
    const options = { locale: callerOf(request).locale, now: Date.now() };
    if (request.method === "HEAD") return head(await books.titleOfList(userId, query, options));
    return answer(await books.ofList(userId, query, options));
  });
}
