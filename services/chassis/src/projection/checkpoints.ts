import { PARTITIONS } from "@satchel/contracts";
import type { ClientBase, Pool } from "pg";
import { codeOf } from "../faults.ts";
import { quote } from "./table.ts";
import type { Statement } from "./write.ts";

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
  createFence(schema),
];

/** The SQLSTATE of a lost fence: of a class that PostgreSQL does not use. */
const FENCE_LOST = "SF001";

/**
 * The statement that creates the function behind {@link advanceStatement}; one that exists is replaced. It finds the table by
 * its search path, which a rebuild changes together with the schema's name (`renameSchema`).
 */
export const createFence = (schema: string): string =>
  `create or replace function ${quote(schema)}.advance_checkpoints(advances json, of_version int, in_epoch text) returns void
   language plpgsql set search_path = ${quote(schema)} as $$
   declare moved int;
   begin
     update checkpoints as c set sequence = v."to", event_id = v."eventId", epoch = in_epoch
     from json_to_recordset(advances) as v(partition int, "from" bigint, "to" bigint, "eventId" text)
     where c.partition = v.partition and c.sequence = v."from" and c.version = of_version;
     get diagnostics moved = row_count;
     if moved <> json_array_length(advances) then
       raise exception 'another runner moved a checkpoint, or the tables are of another version' using errcode = '${FENCE_LOST}';
     end if;
   end $$`;

export async function readCheckpoints(client: Pool | ClientBase, schema: string): Promise<Checkpoint[]> {
  const { rows } = await client.query<Checkpoint>(
    `select partition, sequence, event_id as "eventId", epoch, version from ${quote(schema)}.checkpoints order by partition`,
  );
  return rows;
}

/**
 * The statement that moves checkpoints by compare-and-set, in the transaction that writes the rows. It fails when a checkpoint
 * is not where the batch began ({@link isFenceLost}), so a runner that lost the partition, or that is of another version,
 * changes nothing.
 */
export const advanceStatement = (
  schema: string,
  version: number,
  epoch: string,
  advances: readonly Advance[],
): Statement => ({
  name: `advance_${schema}`,
  text: `select ${quote(schema)}.advance_checkpoints($1::json, $2::int, $3)`,
  values: [JSON.stringify(advances), String(version), epoch],
});

/** Whether a transaction failed at its {@link advanceStatement}. */
export const isFenceLost = (error: unknown): boolean => codeOf(error) === FENCE_LOST;
