import { streamEvents } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { route } from "../http/route.ts";
import type { LiveStreams } from "../live/streams.ts";

/** The event stream of a user (HTML Standard, section 9.2). */
export async function eventRoutes(app: FastifyInstance, { live }: { live: LiveStreams }): Promise<void> {
  route(app, streamEvents, async ({ session }) => ({
    status: 200,
    // The contract says what one message holds; what is sent is a stream of them.
    body: (await live.open(session)) as never,
    headers: { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" },
  }));
}
