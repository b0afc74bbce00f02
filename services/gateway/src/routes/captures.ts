import { listCaptures, undoCapture, UndoMail } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { nextPage, route } from "../http/route.ts";

export async function captureRoutes(app: FastifyInstance, { tables, commands }: Parts): Promise<void> {
  route(app, listCaptures, async ({ userId, query }) => {
    const { captures, nextCursor } = await tables.listCaptures(userId, query);
    return { status: 200, body: captures, headers: nextPage(nextCursor) };
  });

  // Pages learn of the links by live events.
  route(app, undoCapture, async ({ userId, params }) => {
    const { result } = await commands.send(UndoMail, { userId, mailId: params.id });
    const { bulkId, ...counts } = result;
    return { status: 200, body: { bulk_id: bulkId, ...counts } };
  });
}
