import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { EndedSet } from "./ended.ts";

/**
 * Ends an answer that is still being sent when the session or API token that asked for it ends, or its account is suspended: event
 * streams, and exports, whose reader decides how long they take.
 */
export function endAnswers(app: FastifyInstance, ended: Pick<EndedSet, "has" | "onEnd">): void {
  app.addHook("onSend", ({ session }, _reply, payload, done) => {
    if (session !== undefined && payload instanceof Readable) {
      payload.once(
        "close",
        ended.onEnd(session, () => payload.destroy()),
      );
      // It may have ended since the gate.
      if (ended.has(session)) payload.destroy();
    }
    done(null, payload);
  });
}
