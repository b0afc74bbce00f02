import { jetstreamManager } from "@nats-io/jetstream";
import { keptStreams, type UserId } from "@satchel/contracts";
import type { Bus } from "./connect.ts";
import { overwriteMessages } from "./overwrite.ts";

/** Overwrites what lies under a user's id in all streams and buckets that say so in {@link keptStreams}. */
export async function eraseSubjects(bus: Pick<Bus, "nc">, userId: UserId): Promise<void> {
  const jsm = await jetstreamManager(bus.nc, { timeout: 5000, checkAPI: false });
  for (const { name, erasure } of keptStreams) {
    if (erasure.by !== "subject") continue;
    for (const subject of erasure.subjects(userId)) await overwriteMessages(jsm, name, subject);
  }
}
