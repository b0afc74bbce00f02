import { createServer, type RequestListener } from "node:http";
import { atEnd } from "@satchel/testing";
import type { Instance } from "./instance.ts";

/** The variable with the address that returns the run's instance; all processes of the run inherit it. */
export const LENDER = "TEST_INSTANCE_URL";

/** Where the lender answers with the port of a web site that the instance may fetch, each only once. */
export const SITE = "/site";

/** A Satchel that several test files use at the same time. */
export type SharedInstance = Pick<Instance, "url" | "smtpPort" | "dataDir">;

/**
 * The shared Satchel of a test run, with default settings but for sites that it may fetch. Files that use it have addresses of their own, check only their own
 * data, and leave no work for which others would wait. The first call waits for its start.
 */
export async function sharedInstance(): Promise<SharedInstance> {
  return JSON.parse(await ask("/")) as SharedInstance;
}

/** Starts a web site that the shared Satchel may fetch, until the end of the test file. @returns its address */
export async function startSharedSite(answer: RequestListener): Promise<string> {
  const port = Number(await ask(SITE));
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

async function ask(path: string): Promise<string> {
  const lender = process.env[LENDER];
  if (!lender) throw new Error(`${LENDER} is not set: run this with vitest --project integration`);
  const answer = await fetch(new URL(path, lender));
  const body = await answer.text();
  if (!answer.ok) throw new Error(body);
  return body;
}
