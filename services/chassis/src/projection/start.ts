import { partitionSubjects } from "@satchel/contracts";
import type { Journal } from "../journal/journal.ts";
import { firstFrom } from "../journal/read.ts";

/**
 * Where reading on from the checkpoints begins: at the first event that lies beyond its partition's checkpoint, or at
 * the end of the journal. Not simply behind the lowest checkpoint: that of a partition in which nothing happens stays
 * where it is, and the whole journal would be read again at every start.
 * @param positions sequence each partition has reached
 */
export async function firstUnseen(journal: Journal, positions: ReadonlyMap<number, number>): Promise<number> {
  // Asked first: what is stored while the partitions are looked at lies behind it.
  const end = (await journal.info()).state.last_seq + 1;
  const unseen = await Promise.all(
    [...positions].map(([partition, sequence]) => firstFrom(journal.jsm, sequence + 1, partitionSubjects(partition))),
  );
  return Math.min(end, ...unseen.map((sequence) => sequence ?? end));
}
