import { listCaptures, NEXT_CURSOR } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { route } from "../http/route.ts";
import type { Tables } from "../queries/tables.ts";

export async function captureRoutes(app: FastifyInstance, { tables }: { readonly tables: Tables }): Promise<void> {
  route(app, listCaptures, async ({ userId, query }) => {
    const { captures, nextCursor } = await tables.listCaptures(userId, query);
    return { status: 200, body: captures, headers: nextCursor === undefined ? {} : { [NEXT_CURSOR]: nextCursor } };
  });
}
