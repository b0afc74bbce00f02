import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { cleanUp } from "@satchel/testing";
import { type Instance, startInstance } from "./instance.ts";
import { LENDER } from "./shared-instance.ts";

/**
 * Vitest's global setup: lends one Satchel to all workers, which starts when the first of them asks, if any does. It runs
 * after that which builds the programs.
 * @returns the teardown
 */
export default async function setup(): Promise<() => Promise<void>> {
  let shared: Promise<Instance> | undefined;
  const server: Server = createServer((_request, response) => {
    shared ??= startInstance();
    shared.then(
      ({ url, smtpPort, dataDir }) => response.end(JSON.stringify({ url, smtpPort, dataDir })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env[LENDER] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    server.closeAllConnections();
    await cleanUp();
  };
}
