import { SatchelError, streamEvents, texts } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { route } from "../http/route.ts";
import type { LiveStreams } from "../live/streams.ts";
import type { EndedSet } from "../sessions/ended.ts";

export interface EventOptions {
  readonly live: LiveStreams;
  readonly ended: EndedSet;
}

/** The event stream of a user (HTML Standard, section 9.2). It is cut when the session ends; coming back is refused. */
export async function eventRoutes(app: FastifyInstance, { live, ended }: EventOptions): Promise<void> {
  route(app, streamEvents, async ({ session, query, request }) => {
    // The header is what a browser sends by itself (HTML Standard, section 9.2.4); a page that opens anew can't set it.
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
      // The contract says what one message holds; what is sent is a stream of them.
      body: stream as never,
      headers: { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" },
    };
  });
}
