import type { UserId } from "@satchel/contracts";
import { atEnd, createTestDatabase, ELECTIONS_MS, eventually, type NatsNode, startNatsCluster } from "@satchel/testing";
import { expect, test } from "vitest";
import { ledger } from "../../test/ledger.ts";
import { linkSaved, linkSubject, usersOfAllPartitions } from "../../test/links.ts";
import { joinJournal } from "../../test/world.ts";
import { openPool } from "../database.ts";
import { startProjection } from "./rebuild.ts";

const { url, monitorUrl, nodes } = await startNatsCluster();
const { bus, journal, logger } = await joinJournal({ url, monitorUrl, copies: 3 });
const { url: databaseUrl } = await createTestDatabase();
const pool = openPool({ url: databaseUrl, name: "test", logger, connections: 5 });
const runner = startProjection({ projection: ledger, databaseUrl, pool, bus, journal, logger, settleMs: 100 });
atEnd(async () => {
  await runner.stop();
  await pool.end();
});

/** How many events the tables have. */
async function applied(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>("select count(*)::int as count from ledger.links");
  return rows[0]?.count ?? 0;
}

test("given a runner on a cluster, when each server is killed in turn, the one that it reads from too, then the tables go on", async () => {
  const user = usersOfAllPartitions()[0] as UserId;
  let saved = await applied().catch(() => 0);
  const save = async (): Promise<void> => {
    const request = { subject: linkSubject(user), event: linkSaved(), expected: 0 };
    await eventually(() => journal.append(request), { timeout: ELECTIONS_MS });
    saved++;
  };
  const isShown = (): Promise<void> =>
    eventually(async () => expect(await applied()).toBe(saved), { timeout: ELECTIONS_MS, interval: 50 });
  await save();
  await isShown();

  for (const node of nodes as readonly NatsNode[]) {
    await node.stop("SIGKILL");
    await save();
    await isShown();
    await node.start();
    await save();
    await isShown();
  }
}, 400_000);
