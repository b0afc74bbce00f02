import type { AddressInfo } from "node:net";
import {
  busAt,
  commandClient,
  connectBus,
  type Logger,
  openPool,
  type RunningService,
  stopInOrder,
} from "@satchel/chassis";
import { buildApp } from "./pages/app.ts";
import type { AdminConfig } from "./config.ts";
import { SIZES_MS } from "./limits.ts";
import type { BackupSource } from "./pages/backups.ts";
import { openSessions } from "./pages/sessions.ts";

/**
 * Starts the operator's page. It stores nothing: it reads its content at each request, and other services carry out its
 * actions.
 * @param backups where this process takes them by schedule
 */
export async function startAdmin(
  config: AdminConfig,
  logger: Logger,
  backups?: BackupSource,
): Promise<RunningService & { readonly port: number }> {
  const name = "admin";
  const bus = await connectBus({ ...busAt(config), name, logger });
  const connections = config.DATABASE_CONNECTIONS;
  const pool = openPool({ url: config.DATABASE_URL, name, logger, connections, readOnly: true });
  const world = {
    nc: bus.nc,
    js: bus.js,
    jsm: bus.jsm,
    pool,
    commands: commandClient(bus, logger),
    sizes: commandClient(bus, logger, SIZES_MS),
  };
  const app = await buildApp({ world, backups, sessions: openSessions(config.ADMIN_TOKEN), logger });
  await app.listen({ host: config.ADMIN_HOST, port: config.ADMIN_PORT });
  const { port } = app.server.address() as AddressInfo;
  logger.info({ port }, "listening");
  return {
    port,
    checks: () => ({ "admin bus": bus.connected() ? "ok" : "disconnected" }),
    stop: () => {
      app.server.closeIdleConnections();
      return stopInOrder(
        () => app.close(),
        () => pool.end(),
        () => bus.close(),
      );
    },
  };
}
