import pg from "pg";
import { readCheckpoints } from "./checkpoints.ts";
import { ProjectionRunner, type RunnerOptions } from "./runner.ts";
import { ensureSchema, inTransaction, lockSchemas, nextSchema, recreateSchema, type SchemaState } from "./schema.ts";
import { quote } from "./table.ts";

const LOOK_MS = 20;
/** Milliseconds that writers of the old tables may be held up while the new ones take the last steps. */
const SWITCH_MS = 10_000;

export type ProjectionOptions = Omit<RunnerOptions, "schema" | "rebuild">;

/** Starts keeping a projection's tables in step with the journal, rebuilding them where they are not fit. */
export function startProjection(options: ProjectionOptions): ProjectionRunner {
  const runner = new ProjectionRunner({ ...options, rebuild: (reason, signal) => rebuild(options, reason, signal) });
  runner.start();
  return runner;
}

/**
 * Builds the projection's tables anew from the journal in a schema beside the ones in use, and puts them in their place
 * in one transaction when they have caught up: readers see the old rows or the new, never none, and never older ones.
 * One process at a time rebuilds; whoever waited looks again whether there is anything left to do.
 * @param reason why the tables in use won't do; `current` when an operator asks for it
 * @param signal gives up before the switch
 */
export async function rebuild(options: ProjectionOptions, reason: SchemaState, signal: AbortSignal): Promise<void> {
  const { projection, pool, journal, databaseUrl, logger } = options;
  const turn = new pg.Client({ connectionString: databaseUrl, application_name: `satchel rebuild ${projection.name}` });
  turn.on("error", (err) => logger.warn({ err }, "the connection of the rebuild was lost"));
  await turn.connect();
  try {
    await turn.query("select pg_advisory_lock(hashtext('satchel.rebuild'), hashtext($1))", [projection.name]);
    const state = await ensureSchema(pool, journal, projection, projection.name);
    if (reason !== "current" && state === "current") return;
    const schema = nextSchema(projection);
    await recreateSchema(pool, projection, schema);
    const runner = new ProjectionRunner({
      ...options,
      schema,
      rebuild: () => Promise.reject(new Error(`${schema} was changed while it was being built`)),
    });
    runner.start();
    try {
      await until(() => runner.check() === "ok", signal);
      if (signal.aborted) return;
      await switchOver(options, runner, state !== "foreign");
      logger.info({ projection: projection.name }, "the rebuilt tables are in use");
    } finally {
      await runner.stop();
    }
  } finally {
    await turn.end().catch(() => {});
  }
}

/** Holds the writers of the old tables, lets the new ones reach the same point, and swaps the names. */
async function switchOver(
  { projection, pool }: ProjectionOptions,
  runner: ProjectionRunner,
  comparable: boolean,
): Promise<void> {
  const live = projection.name;
  const next = nextSchema(projection);
  await inTransaction(pool, async (client) => {
    await lockSchemas(client, live);
    await client.query(`lock table ${quote(live)}.checkpoints in access exclusive mode`);
    if (comparable) {
      const goals = await readCheckpoints(client, live);
      const deadline = AbortSignal.timeout(SWITCH_MS);
      await until(
        () => goals.every(({ partition, sequence }) => (runner.positions.get(partition) ?? -1) >= sequence),
        deadline,
      );
      if (deadline.aborted) throw new Error("The new tables did not catch up in time; the old ones stay in use");
    }
    await runner.stop();
    await client.query(`drop schema if exists ${quote(`${live}_old`)} cascade`);
    await client.query(`alter schema ${quote(live)} rename to ${quote(`${live}_old`)}`);
    await client.query(`alter schema ${quote(next)} rename to ${quote(live)}`);
    await client.query(`drop schema ${quote(`${live}_old`)} cascade`);
  });
}

async function until(condition: () => boolean, signal: AbortSignal): Promise<void> {
  while (!condition() && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
