import {
  countDeletedLinks,
  EraseDeletedLinks,
  eraseDeletedLinks,
  EraseLink,
  eraseLink,
  listDeletedLinks,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { nextPage, route } from "../http/route.ts";

/** Deleted links, which are kept for 30 days unless their owner erases them earlier. */
export async function deletedLinkRoutes(app: FastifyInstance, { tables, perform }: Parts): Promise<void> {
  route(app, listDeletedLinks, async ({ userId, query }) => {
    const { links, nextCursor } = await tables.listDeletedLinks(userId, query);
    return { status: 200, body: links, headers: nextPage(nextCursor) };
  });

  route(app, countDeletedLinks, async ({ userId }) => ({
    status: 200,
    body: { count: await tables.countDeletedLinks(userId) },
  }));

  route(app, eraseLink, async ({ userId, params }) => {
    const { headers } = await perform(EraseLink, { userId, linkId: params.id });
    return { status: 204, body: null, headers };
  });

  route(app, eraseDeletedLinks, async ({ userId }) => {
    const { result, headers } = await perform(EraseDeletedLinks, { userId });
    return { status: 200, body: result, headers };
  });
}
