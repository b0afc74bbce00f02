import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Session } from "./access-token.ts";
import type { EndedSet } from "./ended.ts";

/**
 * Ends calls that are in progress when their session or API token ends, or its account is suspended. The gate looks at a call
 * once, before its body comes, and the caller decides how long body and answer take. So uploads are cut, files and streams that
 * are still being sent, too, and a call is refused whose body is complete only afterwards. An answer in JSON is sent: it may
 * be that of the call which ended the session.
 */
export function endCalls(app: FastifyInstance, ended: Pick<EndedSet, "onEnd">): void {
  /** Calls that are to end since the gate looked at them. */
  const over = new WeakSet<FastifyRequest>();
  const endWith = (request: FastifyRequest, session: Session, stream: Readable | ServerResponse): void => {
    stream.once(
      "close",
      ended.onEnd(session, () => stream.destroy()),
    );
    if (over.has(request)) stream.destroy();
  };
  app.addHook("preParsing", (request, reply, _payload, done) => {
    const { session } = request;
    if (session !== undefined) {
      reply.raw.once(
        "close",
        ended.onEnd(session, () => over.add(request)),
      );
    }
    done();
  });
  app.addHook("preHandler", (request, _reply, done) => {
    const { session, body } = request;
    // As the gate does it: handlers refuse a caller without a session, unless they need none.
    if (session !== undefined && over.has(request)) request.session = undefined;
    else if (session !== undefined && body instanceof Readable) endWith(request, session, body);
    done();
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    const { session } = request;
    const sent = Buffer.isBuffer(payload) ? reply.raw : payload instanceof Readable ? payload : undefined;
    if (session !== undefined && sent !== undefined) endWith(request, session, sent);
    done(null, payload);
  });
}
