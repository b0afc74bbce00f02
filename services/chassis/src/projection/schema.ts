import type { StreamInfo } from "@nats-io/jetstream";
import { JOURNAL, RESTORED_KEY } from "@satchel/contracts";
import type { Pool, PoolClient } from "pg";
import { READER } from "../database.ts";
import { eventIdOf } from "../journal/envelope.ts";
import type { Journal } from "../journal/journal.ts";
import { type Checkpoint, createCheckpoints, readCheckpoints } from "./checkpoints.ts";
import type { Projection } from "./projection.ts";
import { beginTable, createTable, finishTable, quote } from "./table.ts";
import type { Statement } from "./write.ts";

/** The schema of the tables that a rebuild fills, beside the ones in use. */
export const nextSchema = (projection: Projection): string => `${projection.name}_next`;

/** The schema of replaced tables until they are dropped. */
export const oldSchema = (projection: Projection): string => `${projection.name}_old`;

/**
 * Identifies a journal: its time of creation, and that of its restore if there was one. A restored journal has the
 * creation time of its original, but continues with other events.
 */
export const epochOf = ({ created, config }: StreamInfo): string =>
  [created, config.metadata?.[RESTORED_KEY]].filter((part) => part !== undefined).join(" ");

export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/**
 * Runs statements in one transaction without waiting for the answer of each (`pipeline` of pg).
 * @param fence asked first; it rejects where nothing may be written
 * @throws the error of the first that failed: the fence's before those of others, which may follow from it
 */
export const inPipeline = (
  pool: Pool,
  fence: (client: PoolClient) => Promise<void>,
  statements: readonly Statement[],
): Promise<void> =>
  inTransaction(pool, async (client) => {
    const sent = [
      fence(client),
      ...statements.map(({ name, text, values }) => client.query({ name, text, values: [...values] })),
    ];
    for (const outcome of await Promise.allSettled(sent)) {
      if (outcome.status === "rejected") throw outcome.reason;
    }
  });

/** Takes a lock until the end of the transaction: one process at a time creates or swaps schemas. */
export const lockSchemas = (client: PoolClient, name: string): Promise<unknown> =>
  client.query("select pg_advisory_xact_lock(hashtext('satchel.schemas'), hashtext($1))", [name]);

async function schemaExists(client: Pool | PoolClient, schema: string): Promise<boolean> {
  const { rows } = await client.query("select to_regclass($1) is not null as found", [`${quote(schema)}.checkpoints`]);
  return rows[0].found;
}

/** Creates a schema with the projection's tables and its checkpoints at 0, readable by the gateway's role. */
async function createSchema(
  client: PoolClient,
  projection: Projection,
  schema: string,
  create = createTable,
): Promise<void> {
  await ensureReader(client);
  await client.query(`create schema ${quote(schema)}`);
  const statements = [
    ...projection.tables.flatMap((table) => create(schema, table)),
    ...createCheckpoints(schema, projection.version),
    `grant usage on schema ${quote(schema)} to ${READER}`,
    `grant select on all tables in schema ${quote(schema)} to ${READER}`,
  ];
  for (const statement of statements) await client.query(statement);
}

/**
 * Creates the read-only role if it is missing. Roles belong to the whole cluster, so two databases may race for it.
 * @throws where another user made it, and this one may not read as it
 */
export async function ensureReader(client: PoolClient): Promise<void> {
  await client.query(
    `do $$ begin
       perform pg_advisory_xact_lock(hashtext('satchel.roles'));
       if not exists (select from pg_roles where rolname = '${READER}') then
         create role ${READER} nologin;
         execute format('grant ${READER} to %I', current_user);
       elsif not pg_has_role(current_user, '${READER}', 'member') then
         raise insufficient_privilege using message =
           format('a superuser of this PostgreSQL has to run: grant ${READER} to %I', current_user);
       end if;
     exception when duplicate_object or unique_violation then null; end $$`,
  );
}

/** Drops a schema if it exists and creates it without the `late` statements, which {@link finishSchema} runs later. */
export async function recreateSchema(pool: Pool, projection: Projection, schema: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockSchemas(client, projection.name);
    await client.query(`drop schema if exists ${quote(schema)} cascade`);
    await createSchema(client, projection, schema, beginTable);
  });
}

/** Milliseconds for one `late` statement of the largest tables: more than any takes, since 0 would be that of the pool. */
const FINISH_MS = 24 * 3600_000;

/**
 * Runs the `late` statements of the tables, while nobody writes to them. Its time grows with the number of rows.
 * @param signal aborts without an error, and leaves the tables as they were
 */
export async function finishSchema(
  pool: Pool,
  projection: Projection,
  schema: string,
  signal: AbortSignal,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const cancel = (): void => void pool.query("select pg_cancel_backend($1)", [rows[0]?.pid]).catch(() => {});
    signal.addEventListener("abort", cancel, { once: true });
    try {
      await client.query("set local statement_timeout = 0");
      for (const statement of projection.tables.flatMap((table) => finishTable(schema, table))) {
        signal.throwIfAborted();
        // The package of its types does not know the limit.
        const query = { text: statement, query_timeout: FINISH_MS };
        await client.query(query);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      await client.query("rollback");
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  });
}

/** Renames a schema, also in the `search_path` of its functions. */
export async function renameSchema(client: Pool | PoolClient, from: string, to: string): Promise<void> {
  await client.query(`alter schema ${quote(from)} rename to ${quote(to)}`);
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = $1::regnamespace and exists (select from unnest(p.proconfig) as set where set like 'search_path=%')`,
    [quote(to)],
  );
  for (const { name } of rows) await client.query(`alter function ${name} set search_path = ${quote(to)}`);
}

/** The state of existing tables. */
export type SchemaState = "current" | "outdated" | "newer" | "foreign";

/** Why tables are rebuilt, for the log and for readiness. */
export const WHY_REBUILT: Readonly<Record<"outdated" | "foreign", string>> = {
  outdated: "they are of an older version",
  foreign: "the journal is another one, or lacks events that they have, as after a restore or on a damaged disk",
};

/**
 * Creates the projection's tables if there are none, and returns their state: `current`: can be used; `outdated`: of an
 * older version; `newer`: of a version that this process does not know; `foreign`: built from another journal, or from
 * events that this journal does not have, as after restoring an older one.
 */
export async function ensureSchema(
  pool: Pool,
  journal: Journal,
  projection: Projection,
  schema: string,
): Promise<SchemaState> {
  // The lock is for creating alone: a swap that holds it waits for the runner of the new tables.
  if (!(await schemaExists(pool, schema))) {
    await inTransaction(pool, async (client) => {
      await lockSchemas(client, projection.name);
      if (await schemaExists(client, schema)) return;
      await client.query(`drop schema if exists ${quote(schema)} cascade`);
      await createSchema(client, projection, schema);
    });
  }
  const checkpoints = await readCheckpoints(pool, schema);
  const version = checkpoints[0]?.version ?? 0;
  if (version !== projection.version) return version < projection.version ? "outdated" : "newer";
  return (await isForeign(journal, checkpoints)) ? "foreign" : "current";
}

/** The names of projections whose tables in use are of a newer version than this program's. It creates and changes nothing. */
export async function newerTables(pool: Pool, projections: readonly Projection[]): Promise<string[]> {
  const names: string[] = [];
  for (const { name, version } of projections) {
    if (!(await schemaExists(pool, name))) continue;
    const [first] = await readCheckpoints(pool, name);
    if (first !== undefined && first.version > version) names.push(name);
  }
  return names;
}

/**
 * Whether checkpoints are of another journal: the epoch differs, the journal is shorter, or another event is at a
 * checkpoint's sequence. An event that was erased meanwhile proves nothing.
 */
async function isForeign(journal: Journal, checkpoints: readonly Checkpoint[]): Promise<boolean> {
  const info = await journal.info();
  const reached = checkpoints.filter(({ sequence }) => sequence > 0);
  if (reached.some(({ sequence, epoch }) => epoch !== epochOf(info) || sequence > info.state.last_seq)) return true;
  const others = await Promise.all(
    reached.map(async ({ sequence, eventId }) => {
      const message = await journal.jsm.streams.getMessage(JOURNAL, { seq: sequence });
      return message !== null && eventIdOf(message) !== eventId;
    }),
  );
  return others.includes(true);
}
