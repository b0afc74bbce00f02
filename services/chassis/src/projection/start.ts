import { partitionSubjects } from "@satchel/contracts";
import type { Journal } from "../journal/journal.ts";
import { firstFrom } from "../journal/read.ts";

/**
 * The sequence at which reading the journal starts: the first event beyond its partition's checkpoint, or the end of the
 * journal. Not simply the lowest checkpoint: the checkpoint of a partition without events stays where it is, and the
 * whole journal would be read at every start.
 * @param positions the sequence that each partition has reached
 */
export async function firstUnseen(journal: Journal, positions: ReadonlyMap<number, number>): Promise<number> {
  // Read first: events that are stored during the requests below have higher sequences.
  const end = (await journal.info()).state.last_seq + 1;
  const unseen = await Promise.all(
    [...positions].map(([partition, sequence]) => firstFrom(journal.jsm, sequence + 1, partitionSubjects(partition))),
  );
  return Math.min(end, ...unseen.map((sequence) => sequence ?? end));
}
