import { messageFrom } from "@satchel/chassis";
import { JOURNAL, PARTITIONS, type ProjectionName, partitionSubjects, projectionNames } from "@satchel/contracts";
import type { World } from "./world.ts";

/** The position of one partition of a projection's tables. */
export interface PartitionState {
  readonly partition: number;
  /** Sequence up to which the tables show the journal. */
  readonly sequence: number;
  /** Time of the first event that they don't show; undefined where they show all. */
  readonly behindSince: Date | undefined;
}

export interface ProjectionState {
  readonly name: ProjectionName;
  /** Empty while there are no tables. */
  readonly partitions: readonly PartitionState[];
  /** Progress of a rebuild, 0 to 1; undefined while there is none. */
  readonly rebuilt: number | undefined;
}

export async function readProjections(world: World): Promise<ProjectionState[]> {
  const last = await Promise.all(Array.from({ length: PARTITIONS }, async (_, partition) => lastOf(world, partition)));
  return Promise.all(projectionNames.map((name) => readProjection(world, name, last)));
}

async function readProjection(world: World, name: ProjectionName, last: readonly number[]): Promise<ProjectionState> {
  const [current, next] = await Promise.all([checkpoints(world, name), checkpoints(world, `${name}_next`)]);
  const partitions = current.map(async ({ partition, sequence }) => {
    const isBehind = (last[partition] ?? 0) > sequence;
    const first = isBehind ? await messageFrom(world.jsm, sequence + 1, partitionSubjects(partition)) : undefined;
    return { partition, sequence, behindSince: first?.time };
  });
  const goal = last.reduce((sum, sequence) => sum + sequence, 0);
  const reached = next.reduce((sum, { sequence }) => sum + sequence, 0);
  return {
    name,
    partitions: await Promise.all(partitions),
    rebuilt: next.length === 0 ? undefined : goal === 0 ? 1 : Math.min(1, reached / goal),
  };
}

async function lastOf({ jsm }: World, partition: number): Promise<number> {
  const message = await jsm.streams.getMessage(JOURNAL, { last_by_subj: partitionSubjects(partition) });
  return message?.seq ?? 0;
}

/** SQLSTATE of a missing table: before the first start, or during a swap. */
const UNDEFINED_TABLE = "42P01";

async function checkpoints({ pool }: World, schema: string): Promise<{ partition: number; sequence: number }[]> {
  try {
    const sql = `select partition, sequence from "${schema}".checkpoints order by partition`;
    const { rows } = await pool.query<{ partition: number; sequence: number }>(sql);
    return rows;
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return [];
    throw error;
  }
}
