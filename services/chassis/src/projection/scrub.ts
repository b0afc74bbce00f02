import pg from "pg";
import { firstErasureAfter, lastErasure } from "../erasures.ts";
import type { Journal } from "../journal/journal.ts";
import type { Logger } from "../logging.ts";
import { pause } from "../pause.ts";
import { type Periodic, periodically } from "../periodic.ts";
import { readCheckpoints } from "./checkpoints.ts";
import { firstUnseen } from "./start.ts";
import { quote } from "./table.ts";

/** Hour of the day, in the server's time zone, from which the erasures of the day before are due. */
const NIGHT_HOUR = 3;
/** Milliseconds between two checks whether a scrub is due. */
const CHECK_EVERY_MS = 600_000;
/**
 * Octets of a table with its indexes and TOAST, up to which it is rewritten. The rewrite blocks all readers, so it must be
 * short.
 */
export const SCRUB_FULL_BYTES = 128 * 1024 * 1024;
/** Milliseconds that a rewrite may wait for its lock: all later readers wait behind it. */
const LOCK_MS = 1000;
/** Milliseconds until no transaction can see removed rows: longer than any statement or transaction may take. */
const VISIBLE_MS = 90_000;
const RETRY_MS = 50;

interface ScrubOptions {
  readonly schema: string;
  readonly databaseUrl: string;
  readonly journal: Journal;
  readonly logger: Logger;
  /** Tables larger than so many octets are not rewritten; by default {@link SCRUB_FULL_BYTES}. */
  readonly fullBytes?: number | undefined;
}

/**
 * `nothing`: no erasure since the last scrub. `behind`: the tables lack some events yet, so another scrub is needed.
 */
export type ScrubOutcome = "done" | "nothing" | "behind";

/**
 * Scrubs a projection's tables once a night for all erasures of the day, never once for each: a rewrite locks its table
 * for all users. After a missed night it runs at the next check.
 */
export function scrubNightly(options: ScrubOptions): Periodic {
  const stopping = new AbortController();
  const scrubs = periodically(`scrub ${options.schema}`, CHECK_EVERY_MS, options.logger, async () => {
    if (await isScrubDue(options, new Date())) await scrub(options, stopping.signal);
  });
  return {
    stop: () => {
      stopping.abort();
      return scrubs.stop();
    },
  };
}

/** Whether an account was erased before the last night and its removed rows may still be in the tables' files. */
export async function isScrubDue({ schema, databaseUrl, journal, logger }: ScrubOptions, now: Date): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: `satchel scrub ${schema}` });
  // Without a listener the loss of the connection would end the process.
  client.on("error", (err) => logger.warn({ err, schema }, "the connection of the scrub was lost"));
  await client.connect();
  try {
    const erased = await firstErasureAfter(journal.jsm, await readMark(client, schema));
    return erased !== undefined && erased < lastNight(now);
  } finally {
    await client.end().catch(() => {});
  }
}

function lastNight(now: Date): Date {
  const night = new Date(now);
  night.setHours(NIGHT_HOUR, 0, 0, 0);
  if (night > now) night.setDate(night.getDate() - 1);
  return night;
}

/**
 * Removes the texts of erased rows from a projection's files: after a row was deleted, table, indexes, statistics and
 * write-ahead log still hold its text. So tables are rewritten, and the older log is removed (decision 11).
 * @param signal ends it after the current table
 */
export async function scrub(options: ScrubOptions, signal: AbortSignal): Promise<ScrubOutcome> {
  const { schema, databaseUrl, journal, logger, fullBytes = SCRUB_FULL_BYTES } = options;
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: `satchel scrub ${schema}`,
    options: `-c lock_timeout=${LOCK_MS} -c statement_timeout=0`,
  });
  client.on("error", (err) => logger.warn({ err, schema }, "the connection of the scrub was lost"));
  await client.connect();
  try {
    // One at a time over all replicas and projections: each loads the disk and blocks readers.
    while (!(await tryLock(client))) if (await aborted(signal)) return "behind";
    const erasures = await lastErasure(journal.jsm);
    if ((await readMark(client, schema)) >= erasures) return "nothing";
    const goal = (await journal.info()).state.last_seq;
    const checkpoints = await readCheckpoints(client, schema);
    const positions = new Map(checkpoints.map(({ partition, sequence }) => [partition, sequence]));
    const isCaughtUp = (await firstUnseen(journal, positions)) > goal;

    await untilInvisible(client, signal);
    for (const { name, octets } of await tablesOf(client, schema)) {
      if (signal.aborted) return "behind";
      const isSmall = octets <= fullBytes;
      if (!isSmall) logger.warn({ table: name, octets }, "too large to be rewritten after an erasure: vacuumed only");
      await client.query(`vacuum (${isSmall ? "full, " : ""}analyze) ${name}`);
    }
    // The planner's statistics hold the commonest values of every column, and former ones as removed rows.
    await client.query("vacuum (full) pg_catalog.pg_statistic");
    await switchLog(client, logger);
    if (!isCaughtUp) return "behind";
    await writeMark(client, schema, erasures);
    logger.info({ schema }, "scrubbed the tables after erasures");
    return "done";
  } finally {
    await client.end().catch(() => {});
  }
}

/** Starts a new segment of the write-ahead log, so that earlier ones can be removed. */
async function switchLog(client: pg.Client, logger: Logger): Promise<void> {
  try {
    await client.query("select pg_switch_wal()");
    await client.query("checkpoint");
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
    logger.info("the write-ahead log is the operator's: it keeps what was erased until it is recycled");
  }
}

const INSUFFICIENT_PRIVILEGE = "42501";

async function aborted(signal: AbortSignal): Promise<boolean> {
  await pause(RETRY_MS, signal);
  return signal.aborted;
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    "select pg_try_advisory_lock(hashtext('satchel.scrub')) as mine",
  );
  return rows[0]?.mine === true;
}

/** Waits until every transaction that began before now has ended: the rewrite would keep what it can see. */
async function untilInvisible(client: pg.Client, signal: AbortSignal): Promise<void> {
  const { rows } = await client.query<{ now: string }>("select pg_current_xact_id()::xid::text as now");
  const older = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and age(coalesce(backend_xmin, backend_xid)) > age($1::xid) limit 1`;
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(VISIBLE_MS)]);
  while (((await client.query(older, [rows[0]?.now])).rowCount ?? 0) > 0) {
    if (await aborted(deadline)) throw new Error("a transaction that can still see removed rows does not end");
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

/**
 * The sequence of the last erasure that these tables were scrubbed for. It is a comment on a table, so rebuilt tables have
 * none.
 */
async function readMark(client: pg.Client, schema: string): Promise<number> {
  const { rows } = await client.query<{ mark: string | null }>("select obj_description(to_regclass($1)) as mark", [
    `${quote(schema)}.checkpoints`,
  ]);
  const mark = rows[0]?.mark ?? "";
  return mark.startsWith(MARK) ? Number(mark.slice(MARK.length)) : 0;
}

const writeMark = (client: pg.Client, schema: string, erasure: number): Promise<unknown> =>
  client.query(`comment on table ${quote(schema)}.checkpoints is '${MARK}${erasure}'`);
