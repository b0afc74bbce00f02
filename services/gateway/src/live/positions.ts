import { type Kysely, sql } from "kysely";

export const projections = ["links", "folders", "identity", "captures", "archive"] as const;
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

/** Projections whose tables may be missing: mail-ingest may have no database, and an archive service may not run yet. */
const OPTIONAL: ReadonlySet<ShownProjection> = new Set(["captures", "archive"]);

/** The positions of the tables in one partition; 0 for those of {@link OPTIONAL} that are missing. */
export async function readPositions(db: Kysely<CheckpointTables>, partition: number): Promise<Positions> {
  const rows = await checkpointsOf(db, projections, partition).catch(async (error: unknown) => {
    if (!isNoTable(error)) throw error;
    const found = await Promise.all([...OPTIONAL].map((name) => existing(db, name)));
    return checkpointsOf(db, [...projections.filter((name) => !OPTIONAL.has(name)), ...found.flat()], partition);
  });
  return positionsOf((projection) => rows.find((row) => row.projection === projection)?.sequence ?? 0);
}

const existing = (db: Kysely<CheckpointTables>, name: ShownProjection): Promise<ShownProjection[]> =>
  sql<{ found: boolean }>`select to_regclass(${`${name}.checkpoints`}) is not null as found`
    .execute(db)
    .then(({ rows }) => (rows[0]?.found === true ? [name] : []));

// SQLSTATE 42P01 (PostgreSQL manual, appendix A): no such table.
const isNoTable = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "42P01";

/** A position for each projection that pages show. */
export const positionsOf = (of: (projection: ShownProjection, index: number) => number): Positions => {
  const entries = projections.map((name, index) => [name, of(name, index)] as const);
  return Object.fromEntries(entries) as Record<ShownProjection, number>;
};
