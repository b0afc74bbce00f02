import type { Pool } from "@satchel/chassis";

/** The projections that pages show. */
export const projections = ["links", "folders", "identity"] as const;
export type ShownProjection = (typeof projections)[number];

/** For each projection the sequence of the journal up to which something holds of one user. */
export type Positions = Readonly<Record<ShownProjection, number>>;

export const isShown = (projection: string): projection is ShownProjection =>
  (projections as readonly string[]).includes(projection);

const CHECKPOINTS = projections
  .map((name) => `select '${name}' as projection, sequence from ${name}.checkpoints where partition = $1`)
  .join(" union all ");

/** How far the tables are in one partition. One statement, so that it costs one look. */
export async function readPositions(pool: Pool, partition: number): Promise<Positions> {
  const { rows } = await pool.query<{ projection: ShownProjection; sequence: number }>(CHECKPOINTS, [partition]);
  const found = new Map(rows.map(({ projection, sequence }) => [projection, sequence]));
  const of = (projection: ShownProjection): number => found.get(projection) ?? 0;
  return { links: of("links"), folders: of("folders"), identity: of("identity") };
}
