import { partitionSubjects } from "@satchel/contracts";
import type { Journal } from "../journal/journal.ts";
import { messageFrom } from "../bus/messages.ts";

/**
 * The sequence at which reading the journal starts: that of the first event after its partition's checkpoint, or the end of
 * the journal. The lowest checkpoint would be too early: that of a partition without events never moves, so the whole journal
 * would be read at every start.
 * @param positions the sequence that each partition has reached
 */
export async function firstUnseen(journal: Journal, positions: ReadonlyMap<number, number>): Promise<number> {
  // Read first: events that are stored during the requests below have higher sequences.
  const end = (await journal.info()).state.last_seq + 1;
  const unseen = await Promise.all(
    [...positions].map(([partition, sequence]) => messageFrom(journal.jsm, sequence + 1, partitionSubjects(partition))),
  );
  return Math.min(end, ...unseen.map((message) => message?.seq ?? end));
}
