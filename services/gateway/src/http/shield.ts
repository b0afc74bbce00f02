import type { FastifyInstance, FastifyRequest } from "fastify";
import { minuteLimit } from "../sessions/minute-limit.ts";

/**
 * A coarse limit on the calls of /api/auth/, counted in this process alone, so that no client can use up the process.
 * The limits that protect accounts and mailboxes (codes per address and client, wrong codes and passwords) are
 * identity's, and hold over all replicas.
 * @param clientOf whom calls are counted by
 */
export function shieldSignIns(
  app: FastifyInstance,
  perMinute: number,
  clientOf: (request: FastifyRequest) => string,
): void {
  const calls = minuteLimit(perMinute);
  app.addHook("onRequest", async (request) => {
    // By the route, because other spellings of an address lead to it as well: `/api/%61uth/`.
    if (request.routeOptions.url?.startsWith("/api/auth/") === true) calls.take(clientOf(request));
  });
}
