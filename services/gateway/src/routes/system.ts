import { type Checks, isReady } from "@satchel/chassis";
import { getConfig, getHealth, type Health, type PublicConfig } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Site } from "../config.ts";
import { publicRoute } from "../http/route.ts";

export interface SystemOptions {
  readonly site: Site;
  readonly readiness: () => Promise<Checks>;
}

/** What the page is told of this server, by an answer or with its document. */
export const publicConfigOf = (site: Site): PublicConfig => ({
  save_address: site.saveAddress,
  support_address: site.supportAddress,
  ...(site.operator === undefined ? {} : { operator: site.operator }),
  extension: site.extension,
  outbox: site.outboxDir !== undefined,
});

/** What can be known of this server without an account. */
export async function systemRoutes(app: FastifyInstance, { site, readiness }: SystemOptions): Promise<void> {
  publicRoute(app, getConfig, () => ({ status: 200, body: publicConfigOf(site) }));

  publicRoute(app, getHealth, async () => {
    const checks = await readiness();
    const health: Health = { status: isReady(checks) ? "ready" : "not-ready", checks };
    return health.status === "ready"
      ? { status: 200, body: health }
      : { status: 503, body: health, headers: { "retry-after": "1" } };
  });
}
