import { randomUUID } from "node:crypto";
import type { LinkId, UserId } from "@satchel/contracts";
import { type SpawnedProgram, spawnProgram } from "@satchel/testing";
import { expect, onTestFinished, test } from "vitest";
import { allMessages } from "../../test/all-messages.ts";
import { linkSaved, linkSubject, usersOfAllPartitions } from "../../test/links.ts";
import { CountVisit } from "../../test/visits.ts";
import { openWorld, worldEnv } from "../../test/world.ts";
import { eventIdOf } from "../journal/envelope.ts";
import { commandClient } from "./client.ts";

const world = await openWorld();
const { bus, journal, logger } = world;
const SERVICE = new URL("../../test/visit-service.ts", import.meta.url);

async function startReplica(): Promise<SpawnedProgram> {
  const replica = await spawnProgram(SERVICE, { env: { ...worldEnv(world), LOG_LEVEL: "error" } });
  await replica.waitForLine(/serving/);
  return replica;
}

test("given replicas under load, when they are killed again and again, then every answered command happened once, and none happened twice", async () => {
  const users = usersOfAllPartitions();
  const links = await Promise.all(
    Array.from({ length: 48 }, async (_, i) => {
      const target = { userId: users[i % users.length] as UserId, linkId: randomUUID() as LinkId };
      const subject = linkSubject(target.userId, target.linkId);
      await journal.append({ subject, event: linkSaved(), expected: 0 });
      return target;
    }),
  );
  const replicas = await Promise.all([startReplica(), startReplica()]);
  const client = commandClient(bus, logger, 1500);
  const answered = new Map<string, number>();
  const unanswered = new Set<string>();
  let stopped = false;
  // Also where the test fails: a bus that is closed refuses at once, and nothing else would come to its turn.
  onTestFinished(() => {
    stopped = true;
  });
  const load = Promise.all(
    links.map(async (target) => {
      while (!stopped) {
        const commandId = randomUUID();
        try {
          answered.set(commandId, (await client.send(CountVisit, target, commandId)).result.visit);
        } catch {
          unanswered.add(commandId);
        }
      }
    }),
  );

  for (let round = 0; round < 3; round++) {
    const before = answered.size;
    while (answered.size < before + 100) await new Promise((resolve) => setTimeout(resolve, 5));
    await replicas.shift()?.kill("SIGKILL");
    replicas.push(await startReplica());
  }
  stopped = true;
  await load;

  const times = new Map<string, number>();
  for (const message of await allMessages(journal)) {
    const id = eventIdOf(message);
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  expect(Math.max(...times.values())).toBe(1);
  expect([...answered.keys()].filter((id) => !times.has(id))).toEqual([]);
  for (const { userId, linkId } of links) {
    const events = (await journal.readAggregate(linkSubject(userId, linkId))).slice(1);
    // Each visit has its number, and whoever got an answer got the number of its own event.
    expect(events.map(({ data }) => (data as { visitCount: number }).visitCount)).toEqual(events.map((_, i) => i + 1));
    const told = events.filter(({ id }) => answered.has(id));
    expect(told.map(({ id }) => answered.get(id))).toEqual(
      told.map(({ data }) => (data as { visitCount: number }).visitCount),
    );
  }
  expect(answered.size).toBeGreaterThan(300);
});
