import { PARTITIONS } from "@satchel/contracts";
import type { ClientBase, Pool, PoolClient } from "pg";
import { quote } from "./table.ts";

/** The position of one partition of a projection. `eventId` is that of the event at `sequence`, empty at 0. */
export interface Checkpoint {
  readonly partition: number;
  readonly sequence: number;
  readonly eventId: string;
  /** The epoch of the journal that these tables were built from (`epochOf`); empty at 0. */
  readonly epoch: string;
  readonly version: number;
}

/** One partition's move from one sequence to another by a batch. `eventId` is that of the event at `to`. */
export interface Advance {
  readonly partition: number;
  readonly from: number;
  readonly to: number;
  readonly eventId: string;
}

/** Another runner moved the checkpoint, or the tables belong to another version of the projection. */
export class FenceLost extends Error {
  constructor(schema: string) {
    super(`Another runner works on ${schema}`);
    this.name = "FenceLost";
  }
}

/** Statements that create the table of checkpoints, all partitions at 0. */
export const createCheckpoints = (schema: string, version: number): string[] => [
  `create table ${quote(schema)}.checkpoints (
     partition int primary key, sequence bigint not null, event_id text not null, epoch text not null, version int not null)`,
  `insert into ${quote(schema)}.checkpoints
     select n, 0, '', '', ${Number(version)} from generate_series(0, ${PARTITIONS - 1}) as n`,
];

export async function readCheckpoints(client: Pool | ClientBase, schema: string): Promise<Checkpoint[]> {
  const { rows } = await client.query<Checkpoint>(
    `select partition, sequence, event_id as "eventId", epoch, version from ${quote(schema)}.checkpoints order by partition`,
  );
  return rows;
}

/**
 * Moves checkpoints by compare-and-set, in the transaction that writes the rows. So a runner that lost the partition, or that
 * is of another version, changes nothing.
 * @throws {FenceLost} when a checkpoint is not where the batch began
 */
export async function advanceCheckpoints(
  client: PoolClient,
  schema: string,
  version: number,
  epoch: string,
  advances: readonly Advance[],
): Promise<void> {
  const { rowCount } = await client.query({
    name: `advance_${schema}`,
    text: `update ${quote(schema)}.checkpoints as c set sequence = v."to", event_id = v."eventId", epoch = $3
           from json_to_recordset($1::json) as v(partition int, "from" bigint, "to" bigint, "eventId" text)
           where c.partition = v.partition and c.sequence = v."from" and c.version = $2`,
    values: [JSON.stringify(advances), version, epoch],
  });
  if (rowCount !== advances.length) throw new FenceLost(schema);
}
