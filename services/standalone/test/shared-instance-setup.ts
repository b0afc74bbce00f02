import { cleanUp, startHttpServer } from "@satchel/testing";
import { type Instance, startInstance } from "./instance.ts";
import { LENDER } from "./shared-instance.ts";

/**
 * Vitest's global setup: one Satchel for all workers, which starts when the first of them needs it. It runs after the setup
 * that builds the programs.
 * @returns the teardown
 */
export default async function setup(): Promise<() => Promise<void>> {
  let shared: Promise<Instance> | undefined;
  const server = await startHttpServer((_request, response) => {
    shared ??= startInstance();
    shared.then(
      ({ url, smtpPort, dataDir }) => response.end(JSON.stringify({ url, smtpPort, dataDir })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  process.env[LENDER] = server.url;
  return async () => {
    server.close();
    await cleanUp();
  };
}
