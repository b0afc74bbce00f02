import { PARTITIONS } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { expect } from "vitest";
import { allMessages } from "./all-messages.ts";
import type { World } from "./world.ts";

/** The sequences of all events of the journal, by partition. */
async function sequencesOf({ journal }: Pick<World, "journal">): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  for (const { seq, subject } of await allMessages(journal)) {
    const partition = Number(subject.split(".")[1]);
    const sequences = found.get(partition);
    if (sequences === undefined) found.set(partition, [seq]);
    else sequences.push(seq);
  }
  return found;
}

/** Waits until every event is applied, each exactly once, and every checkpoint is at its partition's last event. */
export async function everythingOnce(world: World, timeout = 60_000): Promise<void> {
  await eventually(
    async () => {
      const stored = await sequencesOf(world);
      const all = [...stored.values()].flat().sort((a, b) => a - b);
      const { rows } = await world.pool.query<{ sequence: number }>("select sequence from ledger.writes order by 1");
      const checkpoints = await world.pool.query<{ sequence: number }>(
        "select sequence from ledger.checkpoints order by partition",
      );
      expect(rows.map(({ sequence }) => sequence)).toEqual(all);
      expect(checkpoints.rows.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: PARTITIONS }, (_, partition) => stored.get(partition)?.at(-1) ?? 0),
      );
    },
    { timeout, interval: 200 },
  );
}
