import pg from "pg";
import { lastErasure } from "../erasures.ts";
import type { Journal } from "../journal/journal.ts";
import type { Logger } from "../logging.ts";
import { pause } from "../pause.ts";
import { readCheckpoints } from "./checkpoints.ts";
import { firstUnseen } from "./start.ts";
import { quote } from "./table.ts";

/** Milliseconds of quiet after an erasure was applied: several are scrubbed together, and nothing of the hot path waits. */
const QUIET_MS = 1000;
/** Milliseconds between two scrubs of the same tables, and before one that did not get its lock is tried again. */
const PAUSE_MS = 30_000;
/**
 * Octets of a table, its indexes and TOAST included, that is still rewritten whole: nobody can read it meanwhile, which
 * must not take longer than a moment.
 */
export const SCRUB_FULL_BYTES = 128 * 1024 * 1024;
/** Milliseconds that a rewrite may wait for its lock: all readers that come later wait behind it. */
const LOCK_MS = 1000;
/** Milliseconds to wait until nobody can still see what was removed: longer than any statement or transaction may take. */
const SEEN_MS = 90_000;
const LOOK_MS = 50;

export interface ScrubberOptions {
  readonly schema: string;
  readonly databaseUrl: string;
  readonly journal: Journal;
  readonly logger: Logger;
  /** Tables above so many octets are not rewritten; default {@link SCRUB_FULL_BYTES}. */
  readonly fullBytes?: number | undefined;
}

/**
 * Takes what was removed out of a projection's files. To Postgres a removed row is one that nobody looks at any more: its
 * text stays in table, indexes, statistics and write-ahead log until something else is written there. After an erasure the
 * tables are written anew without it, and the log of before is let go. (decision 11)
 */
export class Scrubber {
  readonly #options: ScrubberOptions;
  readonly #stop = new AbortController();
  #isDue = false;
  #working: Promise<void> | undefined;

  constructor(options: ScrubberOptions) {
    this.#options = options;
  }

  /** An erasure was applied: the tables are scrubbed soon. */
  due(): void {
    this.#isDue = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  /** Scrubs when erasures were applied before of which nobody knows that they were scrubbed: a process may have died. */
  async lookBack(): Promise<void> {
    const { schema, databaseUrl, journal } = this.#options;
    const erasures = await lastErasure(journal.jsm);
    if (erasures === 0) return;
    const client = new pg.Client({ connectionString: databaseUrl, application_name: `satchel scrub ${schema}` });
    await client.connect();
    try {
      if ((await readMark(client, schema)) < erasures) this.due();
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Finishes the table in hand. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#working;
  }

  async #work(): Promise<void> {
    const { logger, schema } = this.#options;
    await pause(QUIET_MS, this.#stop.signal);
    while (this.#isDue && !this.#stop.signal.aborted) {
      this.#isDue = false;
      try {
        await this.#scrub();
      } catch (err) {
        if (this.#stop.signal.aborted) return;
        logger.warn({ err, schema }, "tables could not be scrubbed after an erasure; trying again");
        this.#isDue = true;
      }
      await pause(PAUSE_MS, this.#stop.signal);
    }
  }

  async #scrub(): Promise<void> {
    const { schema, databaseUrl, journal, logger, fullBytes = SCRUB_FULL_BYTES } = this.#options;
    const { signal } = this.#stop;
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: `satchel scrub ${schema}`,
      options: `-c lock_timeout=${LOCK_MS} -c statement_timeout=0`,
    });
    client.on("error", (err) => logger.warn({ err, schema }, "the connection of the scrub was lost"));
    await client.connect();
    try {
      // One at a time over all replicas and projections: each keeps disk and readers busy.
      while (!(await takeTurn(client))) if (await aborted(signal)) return;
      const erasures = await lastErasure(journal.jsm);
      const goal = (await journal.info()).state.last_seq;
      const checkpoints = await readCheckpoints(client, schema);
      const positions = new Map(checkpoints.map(({ partition, sequence }) => [partition, sequence]));
      const isCaughtUp = (await firstUnseen(journal, positions)) > goal;

      await untilUnseen(client, signal);
      for (const { name, octets } of await tablesOf(client, schema)) {
        if (signal.aborted) return;
        const isSmall = octets <= fullBytes;
        if (!isSmall) logger.warn({ table: name, octets }, "too large to be rewritten after an erasure: vacuumed only");
        await client.query(`vacuum (${isSmall ? "full, " : ""}analyze) ${name}`);
      }
      // The planner keeps the commonest values of every column, and the ones it kept before as removed rows.
      await client.query("vacuum (full) pg_catalog.pg_statistic");
      await this.#letLogGo(client);
      if (isCaughtUp) await writeMark(client, schema, erasures);
      logger.info({ schema }, "scrubbed the tables after an erasure");
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Begins a new file of the write-ahead log, and lets those before it go. */
  async #letLogGo(client: pg.Client): Promise<void> {
    try {
      await client.query("select pg_switch_wal()");
      await client.query("checkpoint");
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
      this.#options.logger.info("the write-ahead log is the operator's: it keeps what was erased until it is recycled");
    }
  }
}

const INSUFFICIENT_PRIVILEGE = "42501";

async function aborted(signal: AbortSignal): Promise<boolean> {
  await pause(LOOK_MS, signal);
  return signal.aborted;
}

async function takeTurn(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    "select pg_try_advisory_lock(hashtext('satchel.scrub')) as mine",
  );
  return rows[0]?.mine === true;
}

/** Waits until no transaction is left that began before now: what it may still see would be kept by the rewrite. */
async function untilUnseen(client: pg.Client, signal: AbortSignal): Promise<void> {
  const { rows } = await client.query<{ now: string }>("select pg_current_xact_id()::xid::text as now");
  const older = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and age(coalesce(backend_xmin, backend_xid)) > age($1::xid) limit 1`;
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(SEEN_MS)]);
  while (((await client.query(older, [rows[0]?.now])).rowCount ?? 0) > 0) {
    if (await aborted(deadline)) throw new Error("a transaction goes on that can still see what was removed");
  }
}

async function tablesOf(client: pg.Client, schema: string): Promise<{ name: string; octets: number }[]> {
  const { rows } = await client.query<{ name: string; octets: string }>(
    `select format('%I.%I', nspname, relname) as name, pg_total_relation_size(c.oid) as octets
     from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = $1 and relkind = 'r' order by relname`,
    [schema],
  );
  return rows.map(({ name, octets }) => ({ name, octets: Number(octets) }));
}

const MARK = "scrubbed up to erasure ";

/** Up to which erasure the tables are known to be scrubbed. It goes with the tables: new ones have been seen to by nobody. */
async function readMark(client: pg.Client, schema: string): Promise<number> {
  const { rows } = await client.query<{ mark: string | null }>("select obj_description(to_regclass($1)) as mark", [
    `${quote(schema)}.checkpoints`,
  ]);
  const mark = rows[0]?.mark ?? "";
  return mark.startsWith(MARK) ? Number(mark.slice(MARK.length)) : 0;
}

const writeMark = (client: pg.Client, schema: string, erasure: number): Promise<unknown> =>
  client.query(`comment on table ${quote(schema)}.checkpoints is '${MARK}${erasure}'`);
