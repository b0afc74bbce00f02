import type { Instance } from "./instance.ts";

/** Where the run's instance is asked for. Its processes inherit the address from the one that started them. */
export const LENDER = "TEST_INSTANCE_URL";

/** A Satchel that other test files use as well, at the same time. */
export type SharedInstance = Pick<Instance, "url" | "smtpPort" | "dataDir">;

/**
 * The one Satchel of a test run, as it starts without any settings, for files that need none of their own: their people
 * have addresses that no other file has, they look at nothing but what is theirs, and leave no work behind that others
 * would wait for. The first to ask waits for its start.
 */
export async function sharedInstance(): Promise<SharedInstance> {
  const lender = process.env[LENDER];
  if (!lender) throw new Error(`${LENDER} is not set: run this with vitest --project integration`);
  const answer = await fetch(lender);
  const body = await answer.text();
  if (!answer.ok) throw new Error(body);
  return JSON.parse(body) as SharedInstance;
}
