import { listCaptures, NEXT_CURSOR, undoCapture, UndoMail } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";

export async function captureRoutes(app: FastifyInstance, { tables, commands }: Parts): Promise<void> {
  route(app, listCaptures, async ({ userId, query }) => {
    const { captures, nextCursor } = await tables.listCaptures(userId, query);
    return { status: 200, body: captures, headers: nextCursor === undefined ? {} : { [NEXT_CURSOR]: nextCursor } };
  });

  // Pages learn of the links by live events.
  route(app, undoCapture, async ({ userId, params }) => {
    const { result } = await commands.send(UndoMail, { userId, mailId: params.id });
    const { bulkId, ...counts } = result;
    return { status: 200, body: { bulk_id: bulkId, ...counts } };
  });
}
