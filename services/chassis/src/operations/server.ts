import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ready } from "./metrics.ts";
import { renderMetrics } from "./scrape.ts";

/** `ok` or the fault of each part of a service. */
export type Checks = Record<string, string>;

export const isReady = (checks: Checks): boolean => Object.values(checks).every((check) => check === "ok");

/**
 * Opens the port for operators: `/health/live` (the process answers), `/health/ready` (it can do its work),
 * `/metrics` (Prometheus).
 */
export async function openOperations(
  host: string,
  port: number,
  checks: () => Promise<Checks> | Checks,
): Promise<{ port: number; close(): Promise<void> }> {
  const server: Server = createServer(async (request, response) => {
    const send = (status: number, type: string, body: string): void => {
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
      response.end(body);
    };
    try {
      if (request.url === "/health/live") return send(200, "application/json", '{"status":"live"}');
      if (request.url === "/health/ready") {
        const found = await checks();
        const isWell = isReady(found);
        const body = JSON.stringify({ status: isWell ? "ready" : "not-ready", checks: found });
        return send(isWell ? 200 : 503, "application/json", body);
      }
      if (request.url === "/metrics") {
        const found = await checks();
        ready.reset();
        for (const [part, check] of Object.entries(found)) ready.set({ part }, check === "ok" ? 1 : 0);
        const { type, body } = await renderMetrics();
        return send(200, type, body);
      }
      return send(404, "text/plain", "Not found\n");
    } catch {
      return send(500, "text/plain", "Failed\n");
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
