import { streamEvents } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";

/** The event stream of a user (HTML Standard, section 9.2). It ends with the session (`sessions/end-calls.ts`). */
export async function eventRoutes(app: FastifyInstance, { live }: Parts): Promise<void> {
  route(app, streamEvents, async ({ session, query, request }) => {
    // A browser that reconnects sends the header (HTML Standard, section 9.2.4); a page that opens a stream can't set
    // it.
    const lastEventId = request.headers["last-event-id"]?.toString() ?? query.last_event_id;
    const stream = await live.open(session, lastEventId);
    return {
      status: 200,
      // The contract describes one message; the answer is a stream of them.
      body: stream as never,
      headers: { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" },
    };
  });
}
