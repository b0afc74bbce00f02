import { type Method, sendMcpMessage, laterTexts } from "@satchel/contracts";
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
          done(Object.assign(new Error(laterTexts.http.method), { statusCode: 405 }));
        },
        handler: () => undefined,
      });
    }
  };
}

/**
 * Answers other methods of a door's paths by its own error (405), before the body is read. GET is known with HEAD.
 * @param routes all of the door's
 */
export function refuseOtherMethods(
  door: FastifyInstance,
  routes: readonly { readonly method: Method; readonly path: string }[],
  refusal: (method: string) => Error,
): void {
  for (const path of new Set(routes.map((route) => route.path))) {
    const known = routes.filter((route) => route.path === path).map(({ method }) => method);
    door.route({
      method: DOOR_METHODS.filter((method) => !known.includes(method)),
      url: path,
      schema: { hide: true },
      exposeHeadRoute: false,
      onRequest: async ({ method }, reply) => {
        reply.header("allow", known.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : each)).join(", "));
        throw refusal(method);
      },
      handler: () => undefined,
    });
  }
}

const DOOR_METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
