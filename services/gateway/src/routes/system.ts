import { type Checks, isReady, type Logger } from "@satchel/chassis";
import { getConfig, getHealth, type Health, type PublicConfig } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import type { FastifyInstance } from "fastify";
import type { Site } from "../config.ts";
import type { Parts } from "../http/parts.ts";
import { publicRoute } from "../http/route.ts";

/** The checks without their reasons, which name files, hosts and accounts: the call is public. */
const statesOf = (checks: Checks): Health["checks"] =>
  Object.fromEntries(Object.entries(checks).map(([part, check]) => [part, check === "ok" ? "ok" : "not-ready"]));

/** Logs faults whenever they have changed since the last call. */
function logChanges(logger: Logger): (checks: Checks) => void {
  let logged = "";
  return (checks) => {
    const unready = Object.fromEntries(Object.entries(checks).filter(([, check]) => check !== "ok"));
    const text = JSON.stringify(unready);
    if (text === logged) return;
    const isFirst = logged === "";
    logged = text;
    if (text !== "{}") logger.warn({ checks: unready }, "not ready");
    else if (!isFirst) logger.info("ready again");
  };
}

const ssoOf = ({ providers, only, byProxy }: Site["signOn"]): Pick<PublicConfig, "sso"> =>
  providers.length === 0 && !only && !byProxy ? {} : { sso: { providers, only, by_proxy: byProxy } };

/** This server's public settings, for the page. */
export const publicConfigOf = (site: Site): PublicConfig => ({
  save_address: site.saveAddress,
  support_address: site.supportAddress,
  report_address: site.reportAddress,
  ...compact({ legal_url: site.legalUrl, operator: site.operator }),
  extension: site.extension,
  ...ssoOf(site.signOn),
  outbox: site.outboxDir !== undefined,
  ...compact({ smtp_port: site.smtpPort }),
});

/** Public settings and health. */
export async function systemRoutes(app: FastifyInstance, { site, readiness, logger }: Parts): Promise<void> {
  publicRoute(app, getConfig, () => ({ status: 200, body: publicConfigOf(site) }));

  const log = logChanges(logger);
  publicRoute(app, getHealth, async () => {
    const checks = await readiness();
    log(checks);
    const health: Health = { status: isReady(checks) ? "ready" : "not-ready", checks: statesOf(checks) };
    return health.status === "ready"
      ? { status: 200, body: health }
      : { status: 503, body: health, headers: { "retry-after": "1" } };
  });
}
