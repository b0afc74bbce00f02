import { jetstreamManager } from "@nats-io/jetstream";
import { Objm } from "@nats-io/obj";
import { IMPORT_JOBS, importJobsSubject, IMPORTS, IMPORTS_PROGRESS, type UserId } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import { overwriteMessages } from "../bus/overwrite.ts";
import { importKeyOf, openImportFiles } from "./files.ts";
import { openImportJobs } from "./jobs.ts";
import { openImportProgress } from "./progress.ts";

/**
 * Erases what there is of a user's imports beside the journal: files that wait, their place in the line, and how far they
 * came. An import under way ends at its next batch, because its worker asks whether the user was erased.
 */
export async function eraseImports(bus: Bus, userId: UserId): Promise<void> {
  // Made where they are not there yet: what can't be asked for can't be purged.
  const [files] = await Promise.all([openImportFiles(bus), openImportJobs(bus), openImportProgress(bus)]);
  const jsm = await jetstreamManager(bus.nc, { timeout: 5000 });
  await overwriteMessages(jsm, IMPORT_JOBS, importJobsSubject(userId));
  await overwriteMessages(jsm, `KV_${IMPORTS_PROGRESS}`, `$KV.${IMPORTS_PROGRESS}.${userId}.*`);
  for (const { name } of await (await new Objm(bus.nc).open(IMPORTS)).list()) {
    const key = importKeyOf(name);
    if (key?.userId === userId) await files.remove(key);
  }
}
