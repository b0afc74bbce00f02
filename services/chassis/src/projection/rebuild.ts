import { PARTITIONS } from "@satchel/contracts";
import pg from "pg";
import { pause } from "../pause.ts";
import { readCheckpoints } from "./checkpoints.ts";
import { RebuildStopped } from "../faults.ts";
import { ProjectionRunner, type RunnerOptions } from "./runner.ts";
import {
  ensureSchema,
  finishSchema,
  inTransaction,
  lockSchemas,
  nextSchema,
  oldSchema,
  recreateSchema,
  renameSchema,
  type SchemaState,
} from "./schema.ts";
import { quote } from "./table.ts";

const LOOK_MS = 20;
/** Milliseconds between two looks whether another process has finished its rebuild. */
const TURN_MS = 250;
/**
 * Milliseconds that writers of the old tables may be held up while the new ones take the last events. These are few; but
 * whoever gives up begins the whole rebuild again, so a busy machine gets its time.
 */
const SWITCH_MS = 60_000;

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
 * What tables leave for then (`late`) is done before, between two runs through the journal.
 * One process at a time rebuilds; whoever waited looks again whether there is anything left to do.
 * @param reason why the tables in use won't do; `current` when an operator asks for it
 * @param signal gives up before the switch
 * @throws {RebuildStopped} when an event can't be applied; the old tables stay in use
 */
export async function rebuild(options: ProjectionOptions, reason: SchemaState, signal: AbortSignal): Promise<void> {
  const { projection, pool, journal, databaseUrl, logger } = options;
  const turn = new pg.Client({ connectionString: databaseUrl, application_name: `satchel rebuild ${projection.name}` });
  turn.on("error", (err) => logger.warn({ err }, "the connection of the rebuild was lost"));
  await turn.connect();
  try {
    if (!(await takeTurn(turn, projection.name, signal))) return;
    const state = await ensureSchema(pool, journal, projection, projection.name);
    if (reason !== "current" && (state === "current" || state === "newer")) return;
    const schema = nextSchema(projection);
    await recreateSchema(pool, projection, schema);
    const run = (): ProjectionRunner => {
      const started = new ProjectionRunner({
        ...options,
        schema,
        rebuild: () => Promise.reject(new Error(`${schema} was changed while it was being built`)),
      });
      started.start();
      return started;
    };
    let runner = run();
    try {
      await until(() => isComplete(runner), signal);
      if (signal.aborted) return;
      if (projection.tables.some(({ late }) => late !== undefined)) {
        // What comes meanwhile waits in the journal, and a runner begins again where the last one ended.
        await runner.stop();
        await finishSchema(pool, projection, schema, signal);
        if (signal.aborted) return;
        runner = run();
        await until(() => isComplete(runner), signal);
        if (signal.aborted) return;
      }
      await switchOver(options, runner, state !== "foreign");
      logger.info({ projection: projection.name }, "the rebuilt tables are in use");
    } finally {
      await runner.stop();
    }
    // Apart from the switch: it waits for readers of the old tables, and none may wait for it.
    await pool.query(`drop schema if exists ${quote(oldSchema(projection))} cascade`);
  } finally {
    await turn.end().catch(() => {});
  }
}

/** Waits until no other process rebuilds; false when the signal came first. */
async function takeTurn(turn: pg.Client, name: string, signal: AbortSignal): Promise<boolean> {
  const sql = "select pg_try_advisory_lock(hashtext('satchel.rebuild'), hashtext($1)) as mine";
  while (!signal.aborted) {
    const { rows } = await turn.query<{ mine: boolean }>(sql, [name]);
    if (rows[0]?.mine === true) return true;
    await pause(TURN_MS, signal);
  }
  return false;
}

/** Whether a runner has brought all partitions to the end of the journal. */
function isComplete(runner: ProjectionRunner): boolean {
  if (runner.poison !== undefined) throw new RebuildStopped(runner.check());
  return runner.check() === "ok" && runner.positions.size === PARTITIONS;
}

/** Holds the writers of the old tables, lets the new ones reach the same point, and swaps the names. */
async function switchOver(
  { projection, pool }: ProjectionOptions,
  runner: ProjectionRunner,
  comparable: boolean,
): Promise<void> {
  const live = projection.name;
  const old = oldSchema(projection);
  await inTransaction(pool, async (client) => {
    await lockSchemas(client, live);
    // Nothing is asked of the database by this connection while the new tables catch up.
    await client.query(`set local idle_in_transaction_session_timeout = ${2 * SWITCH_MS}`);
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
    await client.query(`drop schema if exists ${quote(old)} cascade`);
    await renameSchema(client, live, old);
    await renameSchema(client, nextSchema(projection), live);
  });
}

async function until(condition: () => boolean, signal: AbortSignal): Promise<void> {
  while (!condition() && !signal.aborted) await pause(LOOK_MS, signal);
}
