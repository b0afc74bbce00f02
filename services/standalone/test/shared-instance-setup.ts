import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { cleanUp, startHttpServer } from "@satchel/testing";
import { type Instance, startInstance } from "./instance.ts";
import { LENDER, SITE } from "./shared-instance.ts";

/** Ports of web sites that the instance may fetch, as many as there are test files that call `startSharedSite`. */
const SITES = 3;

/** A server that holds a port until a test file needs it. */
async function holdPort(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/**
 * Vitest's global setup: one Satchel for all workers, which starts when the first of them needs it. It runs after the setup
 * that builds the programs.
 * @returns the teardown
 */
export default async function setup(): Promise<() => Promise<void>> {
  const held = await Promise.all(Array.from({ length: SITES }, holdPort));
  const allowed = held.map((server) => `127.0.0.1:${portOf(server)}`).join();
  let shared: Promise<Instance> | undefined;
  const server = await startHttpServer((request, response) => {
    const refuse = (error: unknown): void => void response.writeHead(500).end(String(error));
    if (request.url === SITE) {
      const site = held.pop();
      if (site === undefined) return refuse("all sites of the shared instance are in use: raise SITES");
      const port = portOf(site);
      return void site.close(() => response.end(String(port)));
    }
    shared ??= startInstance({ FETCH_ALLOW: allowed });
    shared.then(({ url, smtpPort, dataDir }) => response.end(JSON.stringify({ url, smtpPort, dataDir })), refuse);
  });
  process.env[LENDER] = server.url;
  return async () => {
    server.close();
    for (const each of held) each.close();
    await cleanUp();
  };
}
