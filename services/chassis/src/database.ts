import { COMMAND_MS } from "@satchel/contracts";
import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import pg from "pg";
import type { Logger } from "./logging.ts";
import { isTransient } from "./faults.ts";
import { databaseConnections } from "./operations/metrics.ts";
import { onScrape } from "./operations/scrape.ts";

// Journal sequences are bigint; they stay far below 2^53, so they are read as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface DatabaseOptions {
  url: string;
  logger: Logger;
  /** Name of the client, as `pg_stat_activity` shows it. */
  name: string;
  connections: number;
  /** Read-only, as the role {@link READER}. */
  readOnly?: boolean;
  /** Milliseconds without an answer after which a connection is given up; default {@link READ_MS} or {@link WRITE_MS}. */
  silentMs?: number;
}

/** The role of queries: it may only read the tables of projections. */
export const READER = "satchel_reader";

// A process that is paused in a transaction would keep its locks; Postgres ends the transaction.
// The driver reads dates in this form alone; a database or a role may have another one. The pool itself ends idle sessions.
const ALWAYS = "-c idle_in_transaction_session_timeout=15s -c idle_session_timeout=0 -c datestyle=ISO";

// After a power loss the tables continue from the last commit on the disk: rows and checkpoints are of the same commit, and
// the journal has the later events. So no commit needs to wait for the disk.
const DISPOSABLE = "-c synchronous_commit=off";

/**
 * Milliseconds to wait for a free or new connection: as long as for a command that no replica can be reached for. On a machine
 * with a twentieth of a core, a new connection took up to 6 s.
 */
const CONNECTION_MS = 2 * COMMAND_MS;

// Every query of the gateway has an index. Without statistics, or with a limit, the planner may prefer to scan the whole
// table, with the rows of all accounts.
const NO_TABLE_SCANS = "-c enable_seqscan=off";

/** Milliseconds for a read: a healthy server ends it before, at its `statement_timeout`. */
const READ_MS = 12_000;

/**
 * Milliseconds for a write and those that were sent before it: five times what the server takes for one at most, so that no
 * slow machine is cut off. Where the server's machine lost its power, the kernel would notice it after a quarter of an hour.
 */
const WRITE_MS = 300_000;

/** A pool of connections. Idle ones are closed after 10 s, so that a quiet system holds few. */
export function openPool(options: DatabaseOptions): pg.Pool {
  const { url, logger, name, connections, readOnly = false, silentMs = readOnly ? READ_MS : WRITE_MS } = options;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: connections,
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: CONNECTION_MS,
    query_timeout: silentMs,
    ...(readOnly
      ? {
          options: `-c role=${READER} -c default_transaction_read_only=on -c statement_timeout=10s ${NO_TABLE_SCANS} ${ALWAYS}`,
        }
      : { pipeline: true, options: `-c statement_timeout=60s ${DISPOSABLE} ${ALWAYS}` }),
  });
  // The pool itself listens to idle connections only; an unhandled error of a busy one would end the process.
  pool.on("connect", (client) => client.on("error", (err) => logger.warn({ err }, "a database connection was lost")));
  pool.on("error", () => {});
  countConnections(pool, name);
  return pool;
}

function countConnections(pool: pg.Pool, name: string): void {
  const forget = onScrape(() => {
    if (pool.ended) {
      forget();
      return databaseConnections.remove({ pool: name, state: "used" });
    }
    const { totalCount, idleCount, waitingCount } = pool;
    databaseConnections.set({ pool: name, state: "used" }, totalCount - idleCount);
    databaseConnections.set({ pool: name, state: "idle" }, idleCount);
    databaseConnections.set({ pool: name, state: "waiting" }, waitingCount);
  });
}

/** The names of {@link prepared} statements, by their texts. */
const names = new Map<string, string>();

/**
 * Marks the text of a query as one that each connection parses once, and plans once after five times (PostgreSQL manual,
 * PREPARE). For reads by key that each call makes: their best plan does not depend on their parameters.
 * @returns the text, to be run by {@link queriesOver} as raw SQL
 */
export function prepared(text: string): string {
  if (!names.has(text)) names.set(text, `read_${names.size}`);
  return text;
}

/** Typed queries over a pool; {@link prepared} ones by their names. */
export const queriesOver = <Tables>(pool: pg.Pool): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => {
          const client = await pool.connect();
          // A silent server still owes this connection an answer: the next query would wait behind that one.
          let isFaulty = false;
          const query = async (text: string, values: readonly unknown[]) => {
            const name = names.get(text);
            try {
              return await client.query({ ...(name === undefined ? {} : { name }), text, values: [...values] });
            } catch (error) {
              isFaulty ||= isTransient(error);
              throw error;
            }
          };
          // Its other form, with a cursor, is not used.
          return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release(isFaulty) };
        },
        end: () => pool.end(),
      },
    }),
  });

export type { Pool, PoolClient } from "pg";
