import type { Pool } from "@satchel/chassis";

/** The projections that pages show. */
export const projections = ["links", "folders", "identity", "captures"] as const;
export type ShownProjection = (typeof projections)[number];

/** For each projection the sequence of the journal up to which something holds of one user. */
export type Positions = Readonly<Record<ShownProjection, number>>;

export const isShown = (projection: string): projection is ShownProjection =>
  (projections as readonly string[]).includes(projection);

const checkpointsOf = (names: readonly ShownProjection[]): string =>
  names
    .map((name) => `select '${name}' as projection, sequence from ${name}.checkpoints where partition = $1`)
    .join(" union all ");

const ALL = checkpointsOf(projections);
/** Where nobody keeps tables of captures, since the SMTP door was given no database, pages live without. */
const WITHOUT_CAPTURES = checkpointsOf(projections.filter((name) => name !== "captures"));

/** How far the tables are in one partition. One statement, so that it costs one look. */
export async function readPositions(pool: Pool, partition: number): Promise<Positions> {
  const read = (text: string) =>
    pool.query<{ projection: ShownProjection; sequence: number }>(text, [partition]).then(({ rows }) => rows);
  const rows = await read(ALL).catch((error: unknown) => {
    if (isNoTable(error)) return read(WITHOUT_CAPTURES);
    throw error;
  });
  return positionsOf((projection) => rows.find((row) => row.projection === projection)?.sequence ?? 0);
}

// SQLSTATE 42P01 (PostgreSQL manual, appendix A): no such table.
const isNoTable = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "42P01";

/** A position for each projection that pages show. */
export const positionsOf = (of: (projection: ShownProjection, index: number) => number): Positions => {
  const entries = projections.map((name, index) => [name, of(name, index)] as const);
  return Object.fromEntries(entries) as Record<ShownProjection, number>;
};
