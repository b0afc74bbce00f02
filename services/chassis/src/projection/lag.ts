import { JOURNAL, PARTITIONS } from "@satchel/contracts";
import type { Journal } from "../journal/journal.ts";
import { projectionLag, projectionLagSeconds } from "../operations/metrics.ts";

/**
 * Sets the metrics of how far this process' partitions are behind the journal: the number of events, which may include
 * events of other partitions, and the age of the first of them in seconds.
 * @param passed by partition, the sequence up to which all events are applied
 */
export async function setLag(journal: Journal, projection: string, passed: ReadonlyMap<number, number>): Promise<void> {
  const { last_seq } = (await journal.info()).state;
  const ages = new Map<number, Promise<number>>();
  const lags = [...passed].map(async ([partition, sequence]) => {
    const next = sequence + 1;
    if (next > last_seq) return { partition, events: 0, seconds: 0 };
    const age = ages.get(next) ?? ageOf(journal, next);
    ages.set(next, age);
    return { partition, events: last_seq - sequence, seconds: await age };
  });
  const found = await Promise.all(lags);
  forgetLag(projection);
  for (const { partition, events, seconds } of found) {
    projectionLag.set({ projection, partition }, events);
    projectionLagSeconds.set({ projection, partition }, seconds);
  }
}

/** Removes the metrics of all partitions: other processes may own them. */
export function forgetLag(projection: string): void {
  for (let partition = 0; partition < PARTITIONS; partition++) {
    projectionLag.remove({ projection, partition });
    projectionLagSeconds.remove({ projection, partition });
  }
}

/** Seconds since an event was stored; 0 where it was erased since. */
async function ageOf({ jsm }: Journal, seq: number): Promise<number> {
  const message = await jsm.streams.getMessage(JOURNAL, { seq });
  return message === null ? 0 : Math.max(0, Date.now() - message.time.getTime()) / 1000;
}
