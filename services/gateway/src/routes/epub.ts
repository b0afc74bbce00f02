import { getEpub, getLinkEpub } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { bookAnswer } from "../epub/answer.ts";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";

/** Articles as books for e-readers (decision 84). */
export async function epubRoutes(app: FastifyInstance, { books, callerOf }: Parts): Promise<void> {
  route(app, getLinkEpub, ({ userId, params: { id }, query: { version }, request }) =>
    bookAnswer(request, {
      title: () => books.titleOfLink(userId, id),
      make: () => books.ofLink(userId, id, { locale: callerOf(request).locale, version }),
    }),
  );

  route(app, getEpub, ({ userId, query, request }) => {
    const options = { locale: callerOf(request).locale, now: Date.now() };
    return bookAnswer(request, {
      title: () => books.titleOfList(userId, query, options),
      make: () => books.ofList(userId, query, options),
    });
  });
}
