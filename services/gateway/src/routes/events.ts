import { SatchelError, streamEvents, texts } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { route } from "../http/route.ts";
import type { LiveStreams } from "../live/streams.ts";
import type { EndedSet } from "../sessions/ended.ts";

interface EventOptions {
  readonly live: LiveStreams;
  readonly ended: EndedSet;
}

/** The event stream of a user (HTML Standard, section 9.2). It ends with the session. */
export async function eventRoutes(app: FastifyInstance, { live, ended }: EventOptions): Promise<void> {
  route(app, streamEvents, async ({ session, query, request }) => {
    // A browser that reconnects sends the header (HTML Standard, section 9.2.4); a page that opens a stream can't set
    // it.
    const lastEventId = request.headers["last-event-id"]?.toString() ?? query.last_event_id;
    const stream = await live.open(session, lastEventId);
    if (ended.has(session)) {
      stream.destroy();
      throw new SatchelError("unauthenticated", texts.session.missing);
    }
    const stopListening = ended.onEnd(session, () => stream.destroy());
    stream.once("close", stopListening);
    return {
      status: 200,
      // The contract describes one message; the answer is a stream of them.
      body: stream as never,
      headers: { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" },
    };
  });
}
