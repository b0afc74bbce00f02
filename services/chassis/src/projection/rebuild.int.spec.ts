import { JOURNAL, type UserId } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { everythingOnce } from "../../test/everything-once.ts";
import { ledger } from "../../test/ledger.ts";
import { linkSubject, linkVisited, saveLinks, usersOfAllPartitions } from "../../test/links.ts";
import { pollEntries } from "../../test/reader.ts";
import { joinJournal, openWorld } from "../../test/world.ts";
import type { Projection } from "./projection.ts";
import { rebuild, startProjection } from "./rebuild.ts";
import type { ProjectionRunner } from "./runner.ts";

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
function start(projection: Projection = ledger): ProjectionRunner {
  const runner = startProjection(options(projection));
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

    for (let round = 0; round < 3; round++) await rebuild(options(), "current", new AbortController().signal);

    stopped = true;
    await traffic;
    const { looks, errors, steps } = await reader.stop();
    expect({ errors, steps }).toEqual({ errors: [], steps: [] });
    expect(looks).toBeGreaterThan(100);
    await everythingOnce(world);
    expect(await schemas()).toEqual(["ledger"]);
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

    await eventually(() => expect(newer.map((runner) => runner.check())).toEqual(["ok", "ok", "ok"]), {
      timeout: 10_000,
    });
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

  test("given a rebuild under way elsewhere, when a process that waits for it is stopped, then it stops at once", async () => {
    await saveLinks(journal, anna, 5);
    const old = start();
    await everythingOnce(world);
    const client = await pool.connect();
    await client.query("select pg_advisory_lock(hashtext('satchel.rebuild'), hashtext('ledger'))");
    const waiting = start(second);
    await eventually(() => expect(waiting.check()).toContain("outdated"));

    const began = Date.now();
    await waiting.stop();

    expect(Date.now() - began).toBeLessThan(1000);
    client.release(true);
    expect(old.check()).toBe("ok");
    expect(await types()).toEqual(["LinkSaved"]);
  });
});
