import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Session } from "./access-token.ts";
import type { EndedSet } from "./ended.ts";

/**
 * Ends calls that are in progress when their session or API token ends, or its account is suspended. The gate looks at a call
 * once, before its body comes, and the caller decides how long body and answer take. So uploads and answers that are still
 * being sent are cut, and a call is refused whose body is complete only afterwards.
 */
export function endCalls(app: FastifyInstance, ended: Pick<EndedSet, "has" | "onEnd">): void {
  const endWith = (session: Session, stream: Readable): void => {
    stream.once(
      "close",
      ended.onEnd(session, () => stream.destroy()),
    );
    // It may have ended since the gate.
    if (ended.has(session)) stream.destroy();
  };
  app.addHook("preHandler", (request, _reply, done) => {
    const { session, body } = request;
    // As the gate does it: handlers refuse a caller without a session, unless they need none.
    if (session !== undefined && ended.has(session)) request.session = undefined;
    else if (session !== undefined && body instanceof Readable) endWith(session, body);
    done();
  });
  app.addHook("onSend", ({ session }, _reply, payload, done) => {
    if (session !== undefined && payload instanceof Readable) endWith(session, payload);
    done(null, payload);
  });
}
