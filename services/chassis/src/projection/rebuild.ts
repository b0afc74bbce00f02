import { PARTITIONS, progressSubject } from "@satchel/contracts";
import pg from "pg";
import { pause } from "../pause.ts";
import { readCheckpoints } from "./checkpoints.ts";
import { CONNECT_MS, silentMs } from "./lock-connection.ts";
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

/** Milliseconds between two checks whether the new tables have caught up. */
const CHECK_EVERY_MS = 20;
/** Milliseconds between two checks whether another process has finished its rebuild. */
const LOCK_EVERY_MS = 250;
/**
 * Milliseconds for which the writers of the old tables may be blocked while the new ones apply the last events. These are
 * few, but after this time the whole rebuild starts again, so a busy machine gets enough of it.
 */
const SWITCH_MS = 60_000;

/** Milliseconds without traffic after which the kernel looks whether the connection of the rebuild is still there. */
const KEEP_ALIVE_MS = 30_000;

export type ProjectionOptions = Omit<RunnerOptions, "schema" | "rebuild">;

/** Starts to keep a projection's tables up to date with the journal; tables that are not `current` are rebuilt. */
export function startProjection(options: ProjectionOptions): ProjectionRunner {
  const runner = new ProjectionRunner({ ...options, rebuild: (reason, signal) => rebuild(options, reason, signal) });
  runner.start();
  return runner;
}

/**
 * Rebuilds the projection's tables from the journal in a schema of their own. When they have caught up, one transaction swaps
 * the schemas, so readers see the old rows or the new ones, never none, and never older ones. The `late` statements of tables
 * run before the swap, between two runs through the journal. One process at a time rebuilds; a process that waited for
 * another one checks again whether a rebuild is still needed. A process that loses its lock, with the connection, ends its
 * rebuild: two of them would share the partitions of the new tables, and neither would have all.
 * @param reason the state of the tables in use; `current` when an operator requests the rebuild
 * @param stopping aborts the rebuild before the swap
 * @throws {RebuildStopped} when an event can't be applied; the old tables stay in use
 * @throws Error when the lock was lost
 */
export async function rebuild(options: ProjectionOptions, reason: SchemaState, stopping: AbortSignal): Promise<void> {
  const { projection, pool, bus, journal, databaseUrl, logger, frozenMs } = options;
  // It is idle for as long as the new tables are built: firewalls forget such a connection, and a database may end it.
  const holder = new pg.Client({
    connectionString: databaseUrl,
    application_name: `satchel rebuild ${projection.name}`,
    options: "-c idle_session_timeout=0",
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: silentMs(frozenMs),
  });
  const lost = new AbortController();
  holder.on("error", (err) => logger.warn({ err }, "the connection of the rebuild was lost"));
  holder.on("end", () => lost.abort());
  const signal = AbortSignal.any([stopping, lost.signal]);
  const isStopped = (): boolean => {
    if (lost.signal.aborted) throw new Error("The lock of the rebuild was lost");
    return stopping.aborted;
  };
  await holder.connect();
  try {
    if (!(await lockRebuild(holder, projection.name, signal))) return;
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
      if (isStopped()) return;
      if (projection.tables.some(({ late }) => late !== undefined)) {
        // The next runner reads the events that are stored meanwhile: it continues from the checkpoints.
        await runner.stop();
        await finishSchema(pool, projection, schema, signal);
        if (isStopped()) return;
        runner = run();
        await until(() => isComplete(runner), signal);
        if (isStopped()) return;
      }
      await swapSchemas(options, { holder, runner, comparable: state !== "foreign" });
      logger.info({ projection: projection.name }, "the rebuilt tables are in use");
    } finally {
      await runner.stop();
    }
    // What is added to the tables from elsewhere, such as page texts, is not in the new ones: its services look again.
    for (const [partition, sequence] of runner.positions)
      bus.nc.publish(progressSubject(projection.name, partition), JSON.stringify({ sequence }));
    // After the swap, because it waits for readers of the old tables, and other readers would wait for it.
    await pool.query(`drop schema if exists ${quote(oldSchema(projection))} cascade`);
  } finally {
    await holder.end().catch(() => {});
  }
}

/** Waits for the lock that one rebuilding process holds at a time; false when the signal came first. */
async function lockRebuild(holder: pg.Client, name: string, signal: AbortSignal): Promise<boolean> {
  const sql = "select pg_try_advisory_lock(hashtext('satchel.rebuild'), hashtext($1)) as mine";
  while (!signal.aborted) {
    const { rows } = await holder.query<{ mine: boolean }>(sql, [name]);
    if (rows[0]?.mine === true) return true;
    await pause(LOCK_EVERY_MS, signal);
  }
  return false;
}

/** Whether a runner has applied all partitions to the end of the journal. */
function isComplete(runner: ProjectionRunner): boolean {
  if (runner.poison !== undefined) throw new RebuildStopped(runner.check());
  return runner.check() === "ok" && runner.positions.size === PARTITIONS;
}

interface Swap {
  /** The connection that holds the lock of the rebuild. */
  readonly holder: pg.Client;
  /** That of the new tables. */
  readonly runner: ProjectionRunner;
  /** Whether the old tables are of the same journal. */
  readonly comparable: boolean;
}

/** Blocks the writers of the old tables, waits until the new ones have the same events, and swaps the schemas' names. */
async function swapSchemas(
  { projection, pool }: ProjectionOptions,
  { holder, runner, comparable }: Swap,
): Promise<void> {
  const live = projection.name;
  const old = oldSchema(projection);
  await inTransaction(pool, async (client) => {
    await lockSchemas(client, live);
    // This connection is idle while the new tables catch up.
    await client.query(`set local idle_in_transaction_session_timeout = ${2 * SWITCH_MS}`);
    // Not against readers: a runner of this process reads them over the connection on which the new one gives back its
    // partitions below, and each would wait for the other.
    await client.query(`lock table ${quote(live)}.checkpoints in exclusive mode`);
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
    // Whether the lock is still held: without it, another process may have begun the new tables again. None can from here on.
    await holder.query("select 1");
    await client.query(`drop schema if exists ${quote(old)} cascade`);
    await renameSchema(client, live, old);
    await renameSchema(client, nextSchema(projection), live);
  });
}

async function until(condition: () => boolean, signal: AbortSignal): Promise<void> {
  while (!condition() && !signal.aborted) await pause(CHECK_EVERY_MS, signal);
}
