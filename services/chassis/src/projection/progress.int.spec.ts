import { partitionOf, type Position, progressSubject, type UserId } from "@satchel/contracts";
import { atEnd, eventually, PATIENCE_MS } from "@satchel/testing";
import { expect, test } from "vitest";
import { ledger } from "../../test/ledger.ts";
import { linkSaved, linkSubject, saveLinks, someUser } from "../../test/links.ts";
import { joinJournal, openWorld } from "../../test/world.ts";
import { ProjectionProgress } from "./progress.ts";
import { startProjection } from "./rebuild.ts";
import type { ProjectionRunner } from "./runner.ts";

const world = await openWorld();
const { journal, pool, bus, logger, databaseUrl, nats } = world;
const options = { projection: ledger, databaseUrl, pool, bus, journal, logger };
const progress = new ProjectionProgress(bus, pool, "ledger");
const user: UserId = someUser();
let runner: ProjectionRunner;
atEnd(() => runner.stop());
const position = (sequence: number): Position => ({ projection: "ledger", partition: partitionOf(user), sequence });

async function save(): Promise<Position> {
  const { sequence } = await journal.append({ subject: linkSubject(user), event: linkSaved(), expected: 0 });
  return position(sequence);
}

test("given no tables and no projection, when a write is awaited, then the result is false after the timeout, without an error", async () => {
  const began = Date.now();

  expect(await progress.reached(await save(), 200)).toBe(false);

  expect(Date.now() - began).toBeGreaterThanOrEqual(195);
});

test("given a running projection, when a write is awaited, then its row exists when the result is true", async () => {
  runner = startProjection(options);
  for (let i = 0; i < 20; i++) {
    const written = await save();
    expect(await progress.reached(written, 5000)).toBe(true);
    const { rowCount } = await pool.query("select from ledger.entries where sequence = $1", [written.sequence]);
    expect(rowCount).toBe(1);
  }
});

test("given a write that was reached before, when it is awaited again, then the database is not read", async () => {
  const written = await save();
  await progress.reached(written, 5000);

  expect(await progress.reached(written, 0)).toBe(true);
});

test("given a sequence that is never reached, when it is awaited, then the result is false", async () => {
  const written = await save();

  expect(await progress.reached({ ...written, sequence: written.sequence + 1000 }, 150)).toBe(false);
});

test("given a listener that gets no announcement, when a write is awaited, then it reads the checkpoint", async () => {
  // Listens to another projection, so that every message about this one passes it by.
  const deaf = new ProjectionProgress(bus, pool, "other");
  atEnd(() => deaf.close());

  expect(await deaf.reached(await save(), 5000)).toBe(true);
});

test("given an invalid announcement on the bus, then it is ignored", async () => {
  const { bus: stranger } = await joinJournal(nats);
  stranger.nc.publish(progressSubject("ledger", partitionOf(user)), "{");
  stranger.nc.publish(progressSubject("ledger", partitionOf(user)), '{"sequence":"far"}');
  await stranger.nc.flush();

  await eventually(async () => expect(await progress.reached(await save(), 2000)).toBe(true));
});

test("given many waiters for different writes, when they are applied, then each is woken", async () => {
  const sequences = await saveLinks(journal, user, 100);

  const answers = await Promise.all(sequences.map((sequence) => progress.reached(position(sequence), 5000)));

  expect(answers.every(Boolean)).toBe(true);
});

test("given an announcement ahead of the checkpoint, then the tables show it until they have lost what they had", async () => {
  const written = await save();
  expect(await progress.reached(written, PATIENCE_MS)).toBe(true);
  const ahead = position(written.sequence + 5);
  const heard = progress.announced;
  const { partition, sequence: checkpoint } = written;
  bus.nc.publish(progressSubject("ledger", partition), JSON.stringify({ sequence: ahead.sequence, checkpoint }));
  await eventually(() => expect(progress.announced).toBe(heard + 1));

  expect(await progress.shows(ahead, 0)).toBe(true);

  const lost = "update ledger.checkpoints set sequence = sequence - 1 where partition = $1";
  await pool.query(lost, [partition]);
  expect(await progress.shows(ahead, 0)).toBe(false);
  expect(await progress.shows(written, 0)).toBe(false);
  await pool.query(lost.replace("- 1", "+ 1"), [partition]);
});

test("given a restarted Postgres that lost announced transactions, when its projection restarts, then it first announces its real position", async () => {
  const written = await save();
  expect(await progress.reached(written, 5000)).toBe(true);
  await runner.stop();
  await pool.query("update ledger.checkpoints set sequence = 0, event_id = '' where partition = $1", [
    written.partition,
  ]);
  await pool.query("delete from ledger.entries");
  const told: number[] = [];
  const subscription = bus.nc.subscribe(progressSubject("ledger", written.partition), {
    callback: (_, message) => {
      told.push(message.json<{ sequence: number }>().sequence);
    },
  });
  atEnd(() => subscription.unsubscribe());
  await bus.nc.flush();

  runner = startProjection(options);

  await eventually(() => expect(told.at(-1)).toBe(written.sequence));
  expect(told[0]).toBe(0);
});

test("given many waiters for one partition, when nothing is announced, then they share one read at a time", async () => {
  let [looking, most] = [0, 0];
  const counting = Object.create(pool, {
    query: {
      value: async (text: string, values: unknown[]) => {
        most = Math.max(most, ++looking);
        return pool.query(text, values).finally(() => looking--);
      },
    },
  }) as typeof pool;
  const deaf = new ProjectionProgress(bus, counting, "other");
  atEnd(() => deaf.close());
  const sequences = await saveLinks(journal, user, 50);

  const answers = await Promise.all(sequences.map((sequence) => deaf.reached(position(sequence), 10_000)));

  expect([answers.every(Boolean), most]).toEqual([true, 1]);
});

test("given a database that does not answer, when a write is awaited, then the result is false after the timeout", async () => {
  const client = await pool.connect();
  await client.query("begin");
  await client.query("lock table ledger.checkpoints in access exclusive mode");
  const deaf = new ProjectionProgress(bus, pool, "other");
  atEnd(() => deaf.close());
  const began = Date.now();

  expect(await deaf.reached(position(Number.MAX_SAFE_INTEGER), 300)).toBe(false);

  expect(Date.now() - began).toBeGreaterThanOrEqual(295);
  await client.query("rollback");
  client.release();
});
