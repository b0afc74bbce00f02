import { eventually } from "@satchel/testing";
import { afterEach, beforeAll, expect, test } from "vitest";
import { everythingOnce } from "../../test/everything-once.ts";
import { saveLinks } from "../../test/links.ts";
import { openReplicas } from "../../test/projection-replicas.ts";

const replicas = await openReplicas();
const { world, users } = replicas;
const { journal, pool } = world;

beforeAll(() => replicas.slowDown(0));
afterEach(() => replicas.killAll());

test("given one replica after another, when each comes, then all share the partitions evenly, and events are applied once", async () => {
  const traffic = replicas.flood();
  const first = await replicas.start();
  await replicas.sharesAre(16);
  const second = await replicas.start();
  await replicas.sharesAre(8, 8);
  await replicas.start();
  await replicas.sharesAre(6, 6, 4);

  await first.kill("SIGTERM");
  await replicas.sharesAre(8, 8);
  await second.kill("SIGKILL");
  await replicas.sharesAre(16);

  await traffic.stop();
  await everythingOnce(world);
});

test("given a replica that is paused in the middle of a batch, when it resumes after others took over, then it writes nothing", async () => {
  await replicas.slowDown(0.3);
  const frozen = await replicas.start({ FROZEN_MS: "700" });
  await replicas.sharesAre(16);
  for (const user of users) await saveLinks(journal, user, 10);
  await eventually(async () => {
    const { rows } = await pool.query("select 1 from pg_stat_activity where wait_event = 'PgSleep'");
    expect(rows).not.toEqual([]);
  });

  process.kill(frozen.pid, "SIGSTOP");
  await replicas.slowDown(0);
  await replicas.start();
  await replicas.sharesAre(16);
  for (const user of users) await saveLinks(journal, user, 10);
  process.kill(frozen.pid, "SIGCONT");

  await replicas.sharesAre(8, 8);
  await everythingOnce(world);
});
