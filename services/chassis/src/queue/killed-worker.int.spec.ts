import { partitionOf, type UserId } from "@satchel/contracts";
import { type SpawnedProgram, spawnProgram } from "@satchel/testing";
import { expect, test } from "vitest";
import { linkSaved, linkSubject, someUser } from "../../test/links.ts";
import { openJournalWorld } from "../../test/world.ts";

const { journal, nats } = await openJournalWorld();

async function startWorker(user: UserId, env: Record<string, string>): Promise<SpawnedProgram> {
  return spawnProgram(new URL("../../test/queue-worker.ts", import.meta.url), {
    env: {
      NATS_URL: nats.url,
      NATS_MONITOR_URL: nats.monitorUrl,
      QUEUE: `queue-${user}`,
      SUBJECT: `journal.${partitionOf(user)}.${user}.>`,
      ...env,
    },
  });
}

async function save(user: UserId): Promise<string> {
  const event = linkSaved();
  await journal.append({ subject: linkSubject(user), event, expected: 0 });
  return event.id;
}

test("given a worker that is killed during its work, then another worker soon gets it", async () => {
  const user = someUser();
  const id = await save(user);
  const [killed, other] = await Promise.all([
    startWorker(user, { BEHAVIOUR: "hang" }),
    startWorker(user, { BEHAVIOUR: "hang" }),
  ]);
  const first = await Promise.race([
    killed.waitForLine(/begins/).then(() => killed),
    other.waitForLine(/begins/).then(() => other),
  ]);

  await first.kill("SIGKILL");

  const second = first === killed ? other : killed;
  const [line] = await second.waitForLine(/begins .*/, 30_000);
  expect(line).toBe(`begins ${id} 2`);
});

test("given an event that ends every process that handles it, when its attempts are used up, then it is given up without another attempt, and others are handled", async () => {
  const user = someUser();
  const id = await save(user);
  for (const attempt of [1, 2]) {
    const worker = await startWorker(user, { BEHAVIOUR: "die", ATTEMPTS: "2" });
    await worker.waitForLine(new RegExp(`begins ${id} ${attempt}`), 30_000);
    expect(await worker.exited).toMatchObject({ code: 1 });
  }

  const survivor = await startWorker(user, { BEHAVIOUR: "work", ATTEMPTS: "2" });

  await survivor.waitForLine(new RegExp(`dead ${id} no answer in 2 tries`), 30_000);
  const other = await save(user);
  await survivor.waitForLine(new RegExp(`begins ${other} 1`));
  expect(survivor.stdout.some((line) => line.startsWith(`begins ${id}`))).toBe(false);
});
