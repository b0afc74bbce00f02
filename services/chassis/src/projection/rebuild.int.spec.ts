import { setTimeout as delay } from "node:timers/promises";
import { JOURNAL, progressSubject, type UserId } from "@satchel/contracts";
import { cuttable, eventually } from "@satchel/testing";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { everythingOnce } from "../../test/everything-once.ts";
import { ledger } from "../../test/ledger.ts";
import { linkSubject, linkVisited, saveLinks, usersOfAllPartitions } from "../../test/links.ts";
import { pollEntries } from "../../test/reader.ts";
import { joinJournal, openWorld } from "../../test/world.ts";
import { isTransient } from "../faults.ts";
import type { Projection } from "./projection.ts";
import { type ProjectionOptions, rebuild, startProjection } from "./rebuild.ts";
import type { ProjectionRunner } from "./runner.ts";
import { lockSchemas } from "./schema.ts";

const world = await openWorld();
const { journal, pool, bus, logger, databaseUrl, nats } = world;
const users = usersOfAllPartitions();
const anna = users[0] as UserId;
const options = (projection: Projection = ledger) => ({
  projection,
  databaseUrl,
  pool,
  bus,
  journal,
  logger,
  settleMs: 100,
});

/** The next version: it also keeps the type in capitals. */
const second: Projection = {
  ...ledger,
  version: 2,
  project: (event) =>
    ledger
      .project(event)
      .map((change) =>
        change.op === "put" && change.table === "entries"
          ? { ...change, row: { ...change.row, type: event.type.toUpperCase() } }
          : change,
      ),
};

const runners: ProjectionRunner[] = [];
function start(projection: Projection = ledger, more: Partial<ProjectionOptions> = {}): ProjectionRunner {
  const runner = startProjection({ ...options(projection), ...more });
  runners.push(runner);
  return runner;
}
const types = async (): Promise<string[]> =>
  (await pool.query<{ type: string }>("select distinct type from ledger.entries order by 1")).rows.map(
    ({ type }) => type,
  );
const schemas = async (): Promise<string[]> =>
  (
    await pool.query<{ name: string }>(
      "select nspname as name from pg_namespace where nspname like 'ledger%' order by 1",
    )
  ).rows.map(({ name }) => name);

beforeEach(async () => {
  await journal.jsm.streams.purge(JOURNAL);
  for (const name of await schemas()) await pool.query(`drop schema ${name} cascade`);
});
afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.stop())));

describe("rebuilding", () => {
  test("given readers and a steady stream, when tables are rebuilt, then no reader sees an error, an empty table or older rows", async () => {
    const { journal: writer } = await joinJournal(nats);
    for (const user of users) await saveLinks(journal, user, 100);
    start();
    await everythingOnce(world);
    const reader = pollEntries(world);
    let stopped = false;
    const traffic = (async () => {
      for (let i = 0; !stopped; i++) await saveLinks(writer, users[i % users.length] as UserId, 5);
    })();

    try {
      for (let round = 0; round < 3; round++) await rebuild(options(), "current", new AbortController().signal);
    } finally {
      stopped = true;
      await traffic;
    }
    const { queries, errors, steps } = await reader.stop();
    expect({ errors, steps }).toEqual({ errors: [], steps: [] });
    expect(queries).toBeGreaterThan(100);
    await everythingOnce(world);
    expect(await schemas()).toEqual(["ledger"]);
  });

  test("given a runner that looks at its tables during the swap, then the swap does not wait for it", async () => {
    for (const user of users) await saveLinks(journal, user, 1);
    start(ledger, { settleMs: 1 });
    await everythingOnce(world);
    const writer = await pool.connect();
    await writer.query("begin; lock table ledger.checkpoints in row exclusive mode");
    const rebuilding = rebuild(options(), "current", new AbortController().signal);
    const waiting = "select from pg_locks where relation = 'ledger.checkpoints'::regclass and not granted";
    await eventually(async () => expect((await pool.query(waiting)).rowCount).toBeGreaterThan(0));
    // The runner looks every ten milliseconds.
    await delay(500);
    await writer.query("commit");
    writer.release();
    await rebuilding;
    await everythingOnce(world);
    expect(await schemas()).toEqual(["ledger"]);
  });

  test("given tables that are there, when a runner starts while schemas are swapped, then it does not wait for that", async () => {
    await saveLinks(journal, anna, 1);
    await start().stop();
    await rebuild(options(), "current", new AbortController().signal);
    const swapping = await pool.connect();
    await swapping.query("begin");
    await lockSchemas(swapping, ledger.name);
    await saveLinks(journal, anna, 1);
    start();
    await everythingOnce(world);
    await swapping.query("commit");
    swapping.release();
  });

  test("given a rebuild that was asked for, when its tables are in use, then their positions are announced, for what is added to them from elsewhere", async () => {
    for (const user of users) await saveLinks(journal, user, 1);
    const runner = start();
    await everythingOnce(world);
    const announced = new Map<string, number>();
    const subscription = bus.nc.subscribe(progressSubject(ledger.name, "*"), {
      callback: (_, message) => void announced.set(message.subject, message.json<{ sequence: number }>().sequence),
    });
    await bus.nc.flush();
    announced.clear();
    await rebuild(options(), "current", new AbortController().signal);
    await eventually(() => {
      for (const [partition, sequence] of runner.positions) {
        expect(announced.get(progressSubject(ledger.name, partition))).toBe(sequence);
      }
    });
    subscription.unsubscribe();
  });

  test("given tables of an older version in use, when a newer one starts, then they are rebuilt beside and replaced, and the older one steps back", async () => {
    for (const user of users) await saveLinks(journal, user, 20);
    const old = start();
    await everythingOnce(world);
    const reader = pollEntries(world);

    const newer = start(second);

    await eventually(async () => expect(await types()).toEqual(["LINKSAVED"]));
    await eventually(() => expect(newer.check()).toBe("ok"));
    await saveLinks(journal, anna, 20);
    await everythingOnce(world);
    await eventually(() => expect(old.check()).toContain("newer version"));
    expect(await reader.stop()).toMatchObject({ errors: [], steps: [] });
  });

  test("given tables of a newer version, when an older one starts, then it leaves them alone and is not ready", async () => {
    await saveLinks(journal, anna, 5);
    start(second);
    await everythingOnce(world);

    const old = start();

    await eventually(() => expect(old.check()).toContain("newer version"));
    await saveLinks(journal, anna, 5);
    await everythingOnce(world);
    expect(await types()).toEqual(["LINKSAVED"]);
  });

  test("given several processes that find the tables outdated, when all rebuild, then one does and the others follow", async () => {
    for (const user of users) await saveLinks(journal, user, 20);
    const old = start();
    await everythingOnce(world);
    await old.stop();

    const newer = [start(second), start(second), start(second)];

    await eventually(() => expect(newer.map((runner) => runner.check())).toEqual(["ok", "ok", "ok"]));
    await everythingOnce(world);
    expect(await schemas()).toEqual(["ledger"]);
  });

  test("given an event that the new version can't apply, when tables are rebuilt, then the old ones stay in use and the event is named", async () => {
    await saveLinks(journal, anna, 5);
    const event = linkVisited(9);
    await journal.append({ subject: linkSubject(anna), event, expected: 0 });
    start();
    await everythingOnce(world);
    const picky: Projection = {
      ...second,
      project: (stored) => {
        if (stored.type === "LinkVisited") throw new Error("visits are not for me");
        return second.project(stored);
      },
    };

    const runner = start(picky);

    await eventually(() => expect(runner.check()).toContain(event.id));
    expect(runner.check()).toContain("visits are not for me");
    await saveLinks(journal, anna, 5);
    await everythingOnce(world);
    await expect(rebuild(options(picky), "outdated", new AbortController().signal)).rejects.toThrow(event.id);
  });

  /** Counts entries: those that are there in one go, with a pause in which others may come, and then one by one. */
  const counting = (seconds: number): Projection => ({
    ...second,
    tables: second.tables.map((table) =>
      table.name !== "entries"
        ? table
        : {
            ...table,
            late: [
              "create table {schema}.tally as select count(*)::int as n from {schema}.entries",
              `select pg_sleep(${seconds})`,
              `create function {schema}.tally() returns trigger language plpgsql as $$
               begin execute format('update %I.tally set n = n + 1', tg_table_schema); return null; end $$`,
              `create trigger tally after insert on {schema}.entries for each row execute function {schema}.tally()`,
            ],
          },
    ),
  });

  const finishing = async (): Promise<void> => {
    const own = "datname = current_database()";
    const sql = `select from pg_stat_activity where ${own} and query like 'select pg_sleep(%' and state = 'active'`;
    await eventually(async () => expect((await pool.query(sql)).rows).toHaveLength(1));
  };

  test("given tables with late statements, when events are stored while these run, then none is left out", async () => {
    for (const user of users) await saveLinks(journal, user, 20);
    start();
    await everythingOnce(world);

    const newer = start(counting(3));
    await finishing();
    for (const user of users) await saveLinks(journal, user, 3);

    await eventually(() => expect(newer.check()).toBe("ok"));
    await saveLinks(journal, anna, 2);
    await everythingOnce(world);
    const { rows } = await pool.query("select (select n from ledger.tally), count(*)::int from ledger.entries");
    expect(rows).toEqual([{ n: users.length * 23 + 2, count: users.length * 23 + 2 }]);
  });

  test("given running late statements, when the process is stopped, then they are cancelled, and the old tables stay in use", async () => {
    await saveLinks(journal, anna, 5);
    start();
    await everythingOnce(world);
    const newer = start(counting(600));
    await finishing();

    await newer.stop();

    expect(await types()).toEqual(["LinkSaved"]);
    expect((await pool.query("select to_regclass('ledger_next.tally') as tally")).rows).toEqual([{ tally: null }]);
  });

  test("given two processes of which one rebuilds, when the connection that holds the lock is lost, then the tables are rebuilt nevertheless", async () => {
    for (const user of users) await saveLinks(journal, user, 5);
    await start().stop();
    const newer = [start(counting(3)), start(counting(3))];
    await finishing();

    const holders = "datname = current_database() and application_name = 'satchel rebuild ledger'";
    const holding = "pid in (select pid from pg_locks where locktype = 'advisory' and granted)";
    const ended = await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where ${holders} and ${holding}`,
    );
    expect(ended.rowCount).toBe(1);

    await eventually(() => expect(newer.map((runner) => runner.check())).toEqual(["ok", "ok"]));
    await everythingOnce(world);
    expect(await schemas()).toEqual(["ledger"]);
    expect((await pool.query("select n from ledger.tally")).rows).toEqual([{ n: users.length * 5 }]);
  });

  test("given a database that ends idle sessions, when the tables are rebuilt for longer, then they are in use in the end", async () => {
    await saveLinks(journal, anna, 5);
    await start().stop();
    const name = new URL(databaseUrl).pathname.slice(1);
    await pool.query(`alter database ${name} set idle_session_timeout = '1s'`);
    try {
      await rebuild(options(counting(3)), "outdated", new AbortController().signal);
    } finally {
      await pool.query(`alter database ${name} reset idle_session_timeout`);
    }

    expect((await pool.query("select n from ledger.tally")).rows).toEqual([{ n: 5 }]);
  });

  test("given a rebuild, when the connection that holds its lock is gone without a word, then it ends, and blocks nobody", async () => {
    await saveLinks(journal, anna, 5);
    await start().stop();
    const way = await cuttable(databaseUrl);
    const stranded = { ...options(counting(3)), databaseUrl: way.url, frozenMs: 1000 };
    const rebuilding = rebuild(stranded, "outdated", new AbortController().signal);
    await finishing();
    way.strand();

    await expect(rebuilding).rejects.toSatisfy(isTransient);

    await saveLinks(journal, anna, 5);
    const newer = start(counting(0));
    await eventually(() => expect(newer.check()).toBe("ok"));
  });

  test("given runners that stop while they look whether all is read, then none takes locks again, so that the next one gets all partitions", async () => {
    const streams = journal.jsm.streams;
    const getMessage = streams.getMessage.bind(streams);
    vi.spyOn(streams, "getMessage").mockImplementation(async (...query) => {
      const message = await getMessage(...query);
      await delay(100);
      return message;
    });
    for (let round = 0; round < 10; round++) {
      await saveLinks(journal, anna, 1);
      const runner = start(ledger, { settleMs: 1 });
      await eventually(() => expect(runner.check()).toBe("ok"));
      await runner.stop();
    }
    vi.restoreAllMocks();
    const own = "database = (select oid from pg_database where datname = current_database())";
    await delay(1000);
    expect((await pool.query(`select from pg_locks where locktype = 'advisory' and ${own}`)).rows).toEqual([]);
  });

  test("given a rebuild under way elsewhere, when a process that waits for it is stopped, then it stops without it", async () => {
    await saveLinks(journal, anna, 5);
    const old = start();
    await everythingOnce(world);
    const client = await pool.connect();
    await client.query("select pg_advisory_lock(hashtext('satchel.rebuild'), hashtext('ledger'))");
    const waiting = start(second);
    await eventually(() => expect(waiting.check()).toContain("rebuilding the tables: they are of an older version"));

    // The other one holds the lock until this has stopped.
    await waiting.stop();

    client.release(true);
    expect(old.check()).toBe("ok");
    expect(await types()).toEqual(["LinkSaved"]);
  });
});
