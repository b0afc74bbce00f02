import rateLimit from "@fastify/rate-limit";
import { SatchelError, texts } from "@satchel/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";

interface ShieldOptions {
  readonly perMinute: number;
  readonly clientOf: (request: FastifyRequest) => string;
}

const MINUTE_MS = 60_000;

/**
 * A coarse limit on the calls of /api/auth/, counted in this process alone, so that no client can use up the process.
 * The limits that protect accounts and mailboxes (codes per address and client, wrong codes and passwords) are
 * identity's, and hold over all replicas.
 */
export const shield = fp(async (app: FastifyInstance, { perMinute, clientOf }: ShieldOptions): Promise<void> => {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: MINUTE_MS,
    keyGenerator: clientOf,
    // By the route, because other spellings of an address lead to it as well: `/api/%61uth/`.
    allowList: ({ routeOptions }) => routeOptions.url?.startsWith("/api/auth/") !== true,
    errorResponseBuilder: (_request, { ttl }) =>
      new SatchelError("limited", texts.server.tooMany, { retryAfter: Math.ceil(ttl / 1000) }),
    addHeaders: silent,
    addHeadersOnExceeding: silent,
  });
});

const silent = {
  "x-ratelimit-limit": false,
  "x-ratelimit-remaining": false,
  "x-ratelimit-reset": false,
  "retry-after": false,
};
