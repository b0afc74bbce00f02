import { eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { openWorld } from "../../test/world.ts";
import { joinLockConnection } from "./lock-connection.ts";

const { databaseUrl: url, pool } = await openWorld();
const [LINKS, FOLDERS] = [-5, 7];

const join = (lockClass: number, onLost = () => {}) => joinLockConnection({ url, lockClass, frozenMs: 60_000, onLost });

/** The locks of each connection, as `class:id`. */
async function locks(): Promise<string[][]> {
  const { rows } = await pool.query<{ held: string[] }>(
    `select array_agg(classid::int8::bit(32)::int || ':' || objid order by objid) as held
     from pg_locks where locktype = 'advisory' and objsubid = 2
       and database = (select oid from pg_database where datname = current_database()) group by pid order by 1`,
  );
  return rows.map(({ held }) => held);
}

test("given two projections of a process, then one connection has their locks, and each gives up its own alone", async () => {
  const [links, folders] = await Promise.all([join(LINKS), join(FOLDERS)]);
  await links.client.query("select pg_advisory_lock($1, 3), pg_advisory_lock_shared($1, 4)", [LINKS]);
  await folders.client.query("select pg_advisory_lock($1, 5)", [FOLDERS]);
  expect(await locks()).toEqual([["-5:3", "-5:4", "7:5"]]);

  await links.leave();
  expect(await locks()).toEqual([["7:5"]]);

  await folders.leave();
  await eventually(async () => expect(await locks()).toEqual([]));
});

test("given two replicas of a projection in a process, then each has a connection, and so locks, of its own", async () => {
  const [one, other] = await Promise.all([join(LINKS), join(LINKS)]);
  await one.client.query("select pg_advisory_lock($1, 3)", [LINKS]);

  const { rows } = await other.client.query("select pg_try_advisory_lock($1, 3) as locked", [LINKS]);

  expect(rows).toEqual([{ locked: false }]);
  await Promise.all([one.leave(), other.leave()]);
});

test("given two projections on a connection, when it is lost, then both learn it, and the next to join opens another", async () => {
  const lost: string[] = [];
  const [links] = await Promise.all([join(LINKS, () => lost.push("links")), join(FOLDERS, () => lost.push("folders"))]);
  const { rows } = await links.client.query<{ pid: number }>("select pg_backend_pid() as pid");

  await pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);

  await eventually(() => expect(lost.toSorted()).toEqual(["folders", "links"]));
  const next = await join(LINKS);
  expect((await next.client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await next.leave();
});
