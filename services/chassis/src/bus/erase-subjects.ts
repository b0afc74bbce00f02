import { keptStreams, type UserId } from "@satchel/contracts";
import type { Bus } from "./connect.ts";
import { overwriteMessages } from "./overwrite.ts";

/** Overwrites a user's part of all streams and buckets whose erasure is by subject ({@link keptStreams}). */
export async function eraseSubjects({ jsm }: Pick<Bus, "jsm">, userId: UserId): Promise<void> {
  for (const { name, erasure } of keptStreams) {
    if (erasure.by !== "subject") continue;
    for (const subject of erasure.subjects(userId)) await overwriteMessages(jsm, name, subject);
  }
}
