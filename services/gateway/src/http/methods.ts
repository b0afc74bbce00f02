import { sendMcpMessage, texts } from "@satchel/contracts";
import type {} from "@fastify/swagger";
import type { FastifyInstance, HTTPMethods } from "fastify";

const METHODS: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Records the routes below `/api/`, and that of assistants, which are registered from now on. Call the returned function after the last one. */
export function answerOtherMethods(app: FastifyInstance): () => void {
  const known = new Map<string, Set<HTTPMethods>>();
  app.addHook("onRoute", ({ url, method }) => {
    if (!url.startsWith("/api/") && url !== sendMcpMessage.path) return;
    const methods = known.get(url) ?? new Set();
    for (const name of [method].flat() as HTTPMethods[]) methods.add(name);
    known.set(url, methods);
  });

  /** Answers 405 with the available methods (RFC 9110 section 15.5.6), where the path is known and the method is not. */
  return () => {
    for (const [url, methods] of known) {
      const allow = [...methods].join(", ");
      app.route({
        method: METHODS.filter((method) => !methods.has(method)),
        url,
        schema: { hide: true },
        // Before the body is read.
        onRequest: (_request, reply, done) => {
          reply.header("allow", allow);
          done(Object.assign(new Error(texts.server.method), { statusCode: 405 }));
        },
        handler: () => undefined,
      });
    }
  };
}
