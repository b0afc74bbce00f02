import { type Kysely, sql } from "kysely";

export const projections = ["links", "folders", "identity", "captures"] as const;
export type ShownProjection = (typeof projections)[number];

/** For each projection a sequence of the journal. */
export type Positions = Readonly<Record<ShownProjection, number>>;

export const isShown = (projection: string): projection is ShownProjection =>
  (projections as readonly string[]).includes(projection);

/** The checkpoints of one projection, whose schema is named by {@link checkpointsOf}. */
export interface CheckpointTables {
  checkpoints: { partition: number; sequence: number };
}

/** The checkpoints of projections in one partition, in one statement. */
function checkpointsOf(db: Kysely<CheckpointTables>, names: readonly ShownProjection[], partition: number) {
  const of = (name: ShownProjection) =>
    db
      .withSchema(name)
      .selectFrom("checkpoints")
      .select(["sequence", sql.lit(name).as("projection")])
      .where("partition", "=", partition);
  const [first = "links", ...others] = names;
  return others.reduce((all, name) => all.unionAll(of(name)), of(first)).execute();
}

/**
 * The positions of the tables in one partition. Where mail-ingest has no database there are no tables of captures, and
 * so no positions of them.
 */
export async function readPositions(db: Kysely<CheckpointTables>, partition: number): Promise<Positions> {
  const rows = await checkpointsOf(db, projections, partition).catch((error: unknown) => {
    if (!isNoTable(error)) throw error;
    const others = projections.filter((name) => name !== "captures");
    return checkpointsOf(db, others, partition);
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
