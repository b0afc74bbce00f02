import type { Instance } from "./instance.ts";

/** The variable with the address that returns the run's instance; all processes of the run inherit it. */
export const LENDER = "TEST_INSTANCE_URL";

/** A Satchel that several test files use at the same time. */
export type SharedInstance = Pick<Instance, "url" | "smtpPort" | "dataDir">;

/**
 * The shared Satchel of a test run, with default settings. Files that use it have addresses of their own, check only their own
 * data, and leave no work for which others would wait. The first call waits for its start.
 */
export async function sharedInstance(): Promise<SharedInstance> {
  const lender = process.env[LENDER];
  if (!lender) throw new Error(`${LENDER} is not set: run this with vitest --project integration`);
  const answer = await fetch(lender);
  const body = await answer.text();
  if (!answer.ok) throw new Error(body);
  return JSON.parse(body) as SharedInstance;
}
