import { jetstreamManager } from "@nats-io/jetstream";
import { PAGE_JOBS, PAGES_MISSED, pageJobSubject, type UserId } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import { overwriteMessages } from "../bus/overwrite.ts";
import { openPageJobs } from "./jobs.ts";

/** Erases what there is of a user's pages beside the journal: jobs that wait, and which pages one check found gone. */
export async function erasePageJobs(bus: Bus, userId: UserId): Promise<void> {
  // Made where it is not there yet: what can't be asked for can't be purged.
  await openPageJobs(bus);
  const jsm = await jetstreamManager(bus.nc, { timeout: 5000 });
  await overwriteMessages(jsm, PAGE_JOBS, pageJobSubject("*", userId, "*"));
  await overwriteMessages(jsm, `KV_${PAGES_MISSED}`, `$KV.${PAGES_MISSED}.${userId}.*`);
}
