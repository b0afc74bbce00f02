import type { UserId } from "@satchel/contracts";
import { eventually, type SpawnedProgram, spawnProgram } from "@satchel/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { everythingOnce } from "../../test/everything-once.ts";
import { ledger } from "../../test/ledger.ts";
import { linkSaved, linkSubject, linkVisited, saveLinks, usersOfAllPartitions } from "../../test/links.ts";
import { appendNewerVisit } from "../../test/newer-visits.ts";
import { openWorld, worldEnv } from "../../test/world.ts";
import { startProjection } from "./rebuild.ts";
import type { ProjectionRunner } from "./runner.ts";

const world = await openWorld();
const { journal, pool, bus, logger, databaseUrl } = world;
const users = usersOfAllPartitions();
const [anna, bert] = [users[3] as UserId, users[4] as UserId];
const WAITS =
  /^partition 3 waits at event .* LinkVisited of version 2, and 1 is the newest that is known, so a newer version/;

let older: ProjectionRunner;
beforeEach(() => {
  older = startProjection({ projection: ledger, databaseUrl, pool, bus, journal, logger, settleMs: 100 });
});
afterEach(() => older.stop());

/** A replica of the next version. */
async function startNewer(): Promise<SpawnedProgram> {
  const newer = await spawnProgram(new URL("../../test/projector.ts", import.meta.url), {
    env: { ...worldEnv(world), KNOWS_NEWER: "yes" },
  });
  await newer.waitForLine(/started/);
  return newer;
}

/** A link of Anna's with a visit that only the next version can read, and one behind it. */
async function visitedByNewer(): Promise<void> {
  const subject = linkSubject(anna);
  const saved = await journal.append({ subject, event: linkSaved(), expected: 0 });
  const visited = await appendNewerVisit(journal, subject, 1, saved.sequence);
  await journal.append({ subject, event: linkVisited(2), expected: visited });
}

const applied = async (sequence: number): Promise<boolean> =>
  (await pool.query("select from ledger.writes where sequence = $1", [sequence])).rowCount === 1;

test("given an event of a newer version, when an older replica reads it, then it is unready and waits; a newer one takes over, and nothing is lost", async () => {
  await eventually(() => expect(older.check()).toBe("ok"));
  await visitedByNewer();

  await eventually(() => expect(older.check()).toMatch(WAITS));
  // Other partitions go on, for there is nobody else.
  const [ofBert = 0] = await saveLinks(journal, bert, 1);
  await eventually(async () => expect(await applied(ofBert)).toBe(true));
  const [behind = 0] = await saveLinks(journal, anna, 1);
  expect(await applied(behind)).toBe(false);

  const newer = await startNewer();
  await everythingOnce(world);
  expect(await applied(behind)).toBe(true);
  // All partitions are the newer one's, as long as it is there; the older one is to be replaced.
  await eventually(() => expect([...older.positions.keys()]).toEqual([]));
  expect(older.check()).toMatch(WAITS);
  await visitedByNewer();
  await everythingOnce(world);

  await newer.kill("SIGKILL");
  const [alone = 0] = await saveLinks(journal, bert, 1);
  await eventually(async () => expect(await applied(alone)).toBe(true));
  expect(older.check()).toMatch(WAITS);
}, 120_000);

test("given two older replicas that read such an event, then the other partitions are still processed", async () => {
  const second = startProjection({ projection: ledger, databaseUrl, pool, bus, journal, logger, settleMs: 100 });
  try {
    await eventually(() => expect([older.check(), second.check()]).toEqual(["ok", "ok"]));
    await visitedByNewer();

    await eventually(() => expect([older.check(), second.check()].some((check) => WAITS.test(check))).toBe(true));
    for (const user of users.filter((one) => one !== anna)) {
      const [sequence = 0] = await saveLinks(journal, user, 1);
      await eventually(async () => expect(await applied(sequence)).toBe(true));
    }

    await startNewer();
    await everythingOnce(world);
  } finally {
    await second.stop();
  }
}, 120_000);
