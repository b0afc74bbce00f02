import { PARTITIONS, type UserId } from "@satchel/contracts";
import { eventually, type SpawnedProgram, spawnProgram } from "@satchel/testing";
import { afterEach, beforeAll, expect, test } from "vitest";
import { everythingOnce } from "../../test/everything-once.ts";
import { saveLinks, usersOfAllPartitions } from "../../test/links.ts";
import { openWorld, worldEnv } from "../../test/world.ts";
import { advanceCheckpoints, FenceLost } from "./checkpoints.ts";
import { epochOf, inTransaction } from "./schema.ts";

const world = await openWorld();
const { journal, pool } = world;
const users = usersOfAllPartitions();
const PROJECTOR = new URL("../../test/projector.ts", import.meta.url);
const replicas: SpawnedProgram[] = [];

async function startReplica(env: Record<string, string> = {}): Promise<SpawnedProgram> {
  const replica = await spawnProgram(PROJECTOR, { env: { ...worldEnv(world), ...env } });
  replicas.push(replica);
  await replica.waitForLine(/started/);
  return replica;
}

/** How many partitions each living replica holds, the most first. */
async function shares(): Promise<number[]> {
  const { rows } = await pool.query<{ partitions: number }>(
    `select count(*) filter (where objid < 1000)::int as partitions from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and application_name = 'satchel ledger partitions' group by pid order by 1 desc`,
  );
  return rows.map(({ partitions }) => partitions);
}
const sharesAre = (...expected: number[]) =>
  eventually(async () => expect(await shares()).toEqual(expected), { timeout: 20_000 });

/** Appends to all partitions, some 1,000 events a second, until it is told to stop. */
function flood(): { stop(): Promise<void> } {
  let stopped = false;
  const running = (async () => {
    for (let i = 0; !stopped; i++) {
      await saveLinks(journal, users[i % PARTITIONS] as UserId, 10);
      // Some hundred events a second are a stream; more only make the comparison at the end long.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    stop: () => {
      stopped = true;
      return running;
    },
  };
}

/** Lets a batch that writes entries last so many seconds, for replicas that start from now on. */
const slowDown = (seconds: number) =>
  pool.query(
    `do $$ begin execute format('alter database %I set test.sleep = %L', current_database(), '${seconds}'); end $$`,
  );

beforeAll(() => slowDown(0));
afterEach(async () => {
  await Promise.all(replicas.splice(0).map((replica) => replica.kill("SIGKILL")));
});

test("given one replica after another, when each comes, then all share the partitions evenly, and events are applied once", async () => {
  const traffic = flood();
  const first = await startReplica();
  await sharesAre(16);
  const second = await startReplica();
  await sharesAre(8, 8);
  await startReplica();
  await sharesAre(6, 6, 4);

  await first.kill("SIGTERM");
  await sharesAre(8, 8);
  await second.kill("SIGKILL");
  await sharesAre(16);

  await traffic.stop();
  await everythingOnce(world);
});

test("given three replicas under a steady stream, when one is killed again and again in the middle of a batch, then nothing is lost or doubled", async () => {
  await slowDown(0.02);
  const traffic = flood();
  await Promise.all([startReplica(), startReplica(), startReplica()]);
  for (let round = 0; round < 3; round++) {
    // Any moment will do; different ones are wanted.
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 300));
    const victim = replicas.shift() as SpawnedProgram;
    await victim.kill("SIGKILL");
    await startReplica();
  }
  await traffic.stop();

  await everythingOnce(world);
  await slowDown(0);
});

test("given a replica that freezes in the middle of a batch, when it thaws after others took over, then it writes nothing wrong", async () => {
  await slowDown(0.3);
  const frozen = await startReplica({ FROZEN_MS: "700" });
  await sharesAre(16);
  for (const user of users) await saveLinks(journal, user, 10);
  await eventually(async () => {
    const { rows } = await pool.query("select 1 from pg_stat_activity where wait_event = 'PgSleep'");
    expect(rows).not.toEqual([]);
  });

  process.kill(frozen.pid, "SIGSTOP");
  await slowDown(0);
  await startReplica();
  await sharesAre(16);
  for (const user of users) await saveLinks(journal, user, 10);
  process.kill(frozen.pid, "SIGCONT");

  await sharesAre(8, 8);
  await everythingOnce(world);
});

test("given a checkpoint that moved on, when a stale runner commits its batch, then the whole transaction is refused", async () => {
  await startReplica();
  await saveLinks(journal, users[0] as UserId, 3);
  await everythingOnce(world);
  const epoch = epochOf(await journal.info());
  const { rows } = await pool.query<{ sequence: number }>("select sequence from ledger.checkpoints order by partition");
  const [at, other] = [rows[0]?.sequence ?? 0, rows[1]?.sequence ?? 0];
  const stale = (from: number, version: number) =>
    inTransaction(pool, async (client) => {
      await client.query("insert into ledger.writes values (-1)");
      await advanceCheckpoints(client, "ledger", version, epoch, [
        { partition: 1, from: other, to: other + 10, eventId: "" },
        { partition: 0, from, to: at + 10, eventId: "" },
      ]);
    });

  await expect(stale(at - 1, 1)).rejects.toThrow(FenceLost);
  await expect(stale(at, 2)).rejects.toThrow(FenceLost);

  await everythingOnce(world);
});
