import type { UserId } from "@satchel/contracts";
import type { SpawnedProgram } from "@satchel/testing";
import { afterEach, beforeAll, expect, test } from "vitest";
import { everythingOnce } from "../../test/everything-once.ts";
import { saveLinks } from "../../test/links.ts";
import { openReplicas } from "../../test/projection-replicas.ts";
import { advanceCheckpoints, FenceLost } from "./checkpoints.ts";
import { epochOf, inTransaction } from "./schema.ts";

const replicas = await openReplicas();
const { world, users } = replicas;
const { journal, pool } = world;

beforeAll(() => replicas.slowDown(0));
afterEach(() => replicas.killAll());

test("given three replicas under load, when one is killed repeatedly in the middle of a batch, then no event is lost or applied twice", async () => {
  await replicas.slowDown(0.02);
  const traffic = replicas.flood();
  await Promise.all([replicas.start(), replicas.start(), replicas.start()]);
  for (let round = 0; round < 3; round++) {
    // Any moment will do; different ones are wanted.
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 300));
    const victim = replicas.running.shift() as SpawnedProgram;
    await victim.kill("SIGKILL");
    await replicas.start();
  }
  await traffic.stop();

  await everythingOnce(world);
  await replicas.slowDown(0);
});

test("given a checkpoint that moved on, when a stale runner commits its batch, then the whole transaction is refused", async () => {
  await replicas.start();
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
