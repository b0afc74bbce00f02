import { randomUUID } from "node:crypto";
import { JOURNAL, liveSubject, PARTITIONS, progressSubject, resumedSubject, type UserId } from "@satchel/contracts";
import { atEnd, cuttable, eventually } from "@satchel/testing";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { everythingOnce } from "../../test/everything-once.ts";
import { ledger } from "../../test/ledger.ts";
import { linkSaved, linkSubject, linkVisited, saveLinks, usersOfAllPartitions } from "../../test/links.ts";
import { openWorld } from "../../test/world.ts";
import { openPool } from "../database.ts";
import { encodeEvent } from "../journal/envelope.ts";
import type { Projection } from "./projection.ts";
import { startProjection } from "./rebuild.ts";
import type { ProjectionRunner } from "./runner.ts";

const world = await openWorld();
const { journal, pool, bus, logger, databaseUrl, nats } = world;
const users = usersOfAllPartitions();
const [anna, bert] = [users[0] as UserId, users[1] as UserId];

let runner: ProjectionRunner;
const start = (projection: Projection = ledger): ProjectionRunner =>
  startProjection({ projection, databaseUrl, pool, bus, journal, logger, settleMs: 100, batchSize: 50 });
const ready = () => eventually(() => expect(runner.check()).toBe("ok"));

beforeEach(async () => {
  await journal.jsm.streams.purge(JOURNAL);
  await pool.query("drop schema if exists ledger cascade");
});
afterEach(() => runner.stop());

describe("following the journal", () => {
  test("given events from before, when a runner starts and more come, then each is applied once and it is ready", async () => {
    for (const user of users) await saveLinks(journal, user, 20);
    runner = start();
    expect(runner.check()).toBe("starting");

    for (const user of users) await saveLinks(journal, user, 10);

    await everythingOnce(world);
    await ready();
  });

  test("given a stopped runner, when it starts again, then it continues at its checkpoints", async () => {
    await saveLinks(journal, anna, 120);
    runner = start();
    await everythingOnce(world);
    await runner.stop();
    await saveLinks(journal, anna, 30);
    await saveLinks(journal, bert, 30);

    runner = start();

    await everythingOnce(world);
  });

  test("given connections whose server is gone without a word, and a new server, then the tables catch up", async () => {
    const way = await cuttable(databaseUrl);
    const stranded = openPool({ url: way.url, name: "test", logger, connections: 5, silentMs: 2000 });
    atEnd(() => stranded.end());
    const options = { projection: ledger, databaseUrl: way.url, pool: stranded, bus, journal, logger };
    runner = startProjection({ ...options, settleMs: 100, frozenMs: 2000 });
    await ready();
    way.strand();

    for (const user of users) await saveLinks(journal, user, 2);

    await everythingOnce(world);
    await ready();
  });

  test("given events that are erased before they are delivered, when those before them are applied, then it is ready", async () => {
    runner = start();
    await ready();
    await runner.stop();
    const lock = new pg.Client(databaseUrl);
    await lock.connect();
    try {
      await lock.query("begin; lock table ledger.entries in access exclusive mode");
      const saved = await saveLinks(journal, anna, 400);
      runner = start();
      // The runner waits for the table, and has been sent some of the events: the last of them says that others follow.
      let unsent = 400;
      await eventually(async () => {
        const before = unsent;
        const [reader] = await journal.jsm.consumers.list(JOURNAL).next();
        unsent = reader?.num_pending ?? 400;
        return before < 400 && unsent === before;
      });
      expect(unsent).toBeGreaterThan(0);
      await journal.eraseEvents(saved.sort((a, b) => a - b).slice(-unsent));
      expect(runner.check()).toBe("catching up");
    } finally {
      await lock.end();
    }

    await ready();
  });

  test("given many changes of one link in a batch, when they are applied, then the row shows the last one", async () => {
    const subject = linkSubject(anna);
    let { sequence } = await journal.append({ subject, event: linkSaved(), expected: 0 });
    for (let visit = 1; visit <= 20; visit++) {
      ({ sequence } = await journal.append({ subject, event: linkVisited(visit), expected: sequence }));
    }

    runner = start();

    await everythingOnce(world);
    expect((await pool.query("select visits from ledger.links")).rows).toEqual([{ visits: 20 }]);
  });

  test("given a listener, when an event is applied, then it gets the position of the tables and what changed for which user", async () => {
    runner = start();
    await ready();
    const heard: [string, unknown][] = [];
    for (const subject of [progressSubject("ledger", "*"), liveSubject("*", "ledger")]) {
      const subscription = bus.nc.subscribe(subject, {
        callback: (_, message) => void heard.push([message.subject, message.json()]),
      });
      atEnd(() => subscription.unsubscribe());
    }
    const link = randomUUID();

    const { sequence } = await journal.append({ subject: linkSubject(anna, link), event: linkSaved(), expected: 0 });

    await eventually(() =>
      expect(heard).toEqual([
        [progressSubject("ledger", 0), { sequence }],
        [liveSubject(anna, "ledger"), { ids: [link], sequence }],
      ]),
    );
  });
});

describe("listeners learn when announcements may have been lost", () => {
  const heard: string[] = [];
  const listen = (): void => {
    heard.length = 0;
    const subscription = bus.nc.subscribe(resumedSubject("ledger", "*"), {
      callback: (_, { subject }) => void heard.push(subject),
    });
    atEnd(() => subscription.unsubscribe());
  };
  const all = Array.from({ length: PARTITIONS }, (_, partition) => resumedSubject("ledger", partition)).sort();

  test("given a runner, when it takes over partitions, then listeners learn it for each of them", async () => {
    listen();
    runner = start();
    await eventually(() => expect([...new Set(heard)].sort()).toEqual(all));
  });

  test("given a runner whose bus was down, then listeners learn it for each of its partitions", async () => {
    runner = start();
    await ready();
    listen();
    await bus.nc.flush();
    expect(heard).toEqual([]);

    await nats.restart();

    await eventually(() => expect([...new Set(heard)].sort()).toEqual(all));
  });
});

describe("an event that can't be applied", () => {
  /** Appends past the checks of the envelope. */
  async function appendRaw(subject: string, change: { type?: string; data?: string }): Promise<string> {
    const event = linkSaved();
    const { payload, headers } = encodeEvent(subject, event);
    if (change.type !== undefined) headers.set("Satchel-Type", change.type);
    await journal.js.publish(subject, change.data ?? payload, { headers });
    return event.id;
  }

  const needsTitle: Projection = {
    ...ledger,
    project: (event) =>
      event.type === "LinkDeleted" ? [{ op: "put", table: "links", row: { visits: 1 } }] : ledger.project(event),
  };

  test.each<[string, () => Promise<string>, Projection, RegExp]>([
    ["an unknown type", () => appendRaw(linkSubject(anna), { type: "LinkPainted" }), ledger, /LinkPainted is unknown/],
    ["data that is not JSON", () => appendRaw(linkSubject(anna), { data: "{" }), ledger, /JSON/],
    [
      "a number that Postgres refuses",
      async () => {
        const subject = linkSubject(anna);
        const event = linkVisited(3_000_000_000);
        await journal.append({ subject, event, expected: 0 });
        return event.id;
      },
      ledger,
      /out of range/,
    ],
    [
      "a change that the tables don't allow",
      async () => {
        const event = { id: randomUUID(), type: "LinkDeleted", data: {} };
        await journal.append({ subject: linkSubject(anna), event, expected: 0 });
        return event.id;
      },
      needsTitle,
      /lacks/,
    ],
  ])(
    "given %s, then its partition stands still before it, the others go on, and the check names it",
    async (_, poison, projection, why) => {
      const before = await saveLinks(journal, anna, 3);
      await saveLinks(journal, bert, 3);
      const eventId = await poison();
      await saveLinks(journal, anna, 3);
      await saveLinks(journal, bert, 3);

      runner = start(projection);

      const reached = async () => {
        const { rows } = await pool.query("select partition, count(*)::int from ledger.entries group by 1 order by 1");
        expect(rows).toEqual([
          { partition: 0, count: 3 },
          { partition: 1, count: 6 },
        ]);
      };
      await eventually(reached);
      const stands = new RegExp(`^partition 0 (is stopped|waits) at event ${eventId}`);
      await eventually(() => expect(runner.check()).toMatch(stands));
      expect(runner.check()).toMatch(why);
      const { rows } = await pool.query("select sequence from ledger.checkpoints where partition = 0");
      expect(rows).toEqual([{ sequence: Math.max(...before) }]);

      await saveLinks(journal, bert, 3);
      await eventually(async () => {
        const { rows } = await pool.query("select count(*)::int from ledger.entries where partition = 1");
        expect(rows).toEqual([{ count: 9 }]);
      });
      expect(runner.check()).toContain(eventId);
    },
  );

  test("given a stopped partition, when the cause is repaired and the runner restarted, then nothing was skipped", async () => {
    await saveLinks(journal, anna, 2);
    const subject = linkSubject(anna);
    const { sequence } = await journal.append({ subject, event: linkVisited(3_000_000_000), expected: 0 });
    await saveLinks(journal, anna, 2);
    runner = start();
    await eventually(() => expect(runner.check()).toContain(`sequence ${sequence}`));
    await runner.stop();

    await pool.query("alter table ledger.links alter column visits type bigint");
    const mended: Projection = {
      ...ledger,
      tables: ledger.tables.map((table) => ({
        ...table,
        columns: { ...table.columns, ...("visits" in table.columns ? { visits: "bigint" } : {}) },
      })),
    };
    runner = start(mended);

    await everythingOnce(world);
    await ready();
  });
});

describe("when something under it fails", () => {
  const endConnections = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await client.end();
  };

  test("given a stream of events, when all database connections are ended again and again, then it recovers by itself", async () => {
    runner = start();
    for (let round = 0; round < 5; round++) {
      await saveLinks(journal, users[round] as UserId, 100);
      await endConnections();
    }

    await everythingOnce(world);
    await ready();
  });

  test("given a caught-up runner, when its tables are dropped, then they are created again and filled", async () => {
    await saveLinks(journal, anna, 60);
    runner = start();
    await everythingOnce(world);

    await pool.query("drop schema ledger cascade");

    await everythingOnce(world);
    await ready();
  });

  test("given a caught-up runner, when the bus is killed and comes back, then it goes on", async () => {
    await saveLinks(journal, anna, 10);
    runner = start();
    await everythingOnce(world);

    await nats.kill();
    await nats.restart();
    await eventually(() => saveLinks(journal, bert, 10));

    await everythingOnce(world, 20_000);
    await ready();
  });
});

test("given a runner that has all partitions, when nothing happens, then it seldom asks the bus whether anything changed", async () => {
  let asked = 0;
  const asking = bus.nc.subscribe(`$JS.API.STREAM.INFO.${JOURNAL}`, { callback: () => void asked++ });
  atEnd(() => asking.unsubscribe());
  const settleMs = 20;
  runner = startProjection({ projection: ledger, databaseUrl, pool, bus, journal, logger, settleMs });
  await ready();
  await bus.nc.flush();
  asked = 0;

  await new Promise((resolve) => setTimeout(resolve, 50 * settleMs));

  expect(asked).toBeLessThan(10);
  // It goes on looking.
  await eventually(() => expect(asked).toBeGreaterThan(0));
});
