import {
  aggregateSubject,
  ChangeLink,
  DeleteLink,
  type LinkId,
  RestoreLink,
  type UserId,
  VisitLink,
} from "@satchel/contracts";
import { ProjectionProgress } from "@satchel/chassis";
import { atEnd } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { settled } from "../../test/events.ts";
import { forTests, newUser, save, startSystem, type System } from "../../test/system.ts";
import { linkCommands } from "../commands/links.ts";
import { findLink } from "../queries/index.ts";
import { remindOfLinks } from "./due-reminders.ts";

const HOUR_MS = 3600_000;

let system: System;
let remind: (userId: UserId, now: number) => Promise<void>;
beforeAll(async () => {
  system = await startSystem();
  const progress = new ProjectionProgress(system.bus, system.pool);
  atEnd(() => progress.close());
  remind = async (userId, at) => {
    const now = (): number => at;
    const { db, journal } = system;
    await remindOfLinks({ db, commands: linkCommands({ journal, progress, db, now, ...forTests }), now });
    await settled(system, userId);
  };
});

const typesOf = async (userId: UserId, linkId: LinkId): Promise<string[]> =>
  (await system.journal.readAggregate(aggregateSubject(userId, "links", linkId))).map(({ type }) => type);

test("given a reminder, then the link is shown again at its time, once, by however many replicas look", async () => {
  const userId = newUser();
  const linkId = await save(system, userId, "https://example.com/later");
  const at = new Date(Date.now() + HOUR_MS).toISOString();
  await system.send(ChangeLink, { userId, linkId, changes: { remindAt: at } });
  await remind(userId, Date.now());
  expect(await findLink(system.db, userId, linkId)).toMatchObject({ reminder: { at, is_due: false } });

  await Promise.all([remind(userId, Date.now() + 2 * HOUR_MS), remind(userId, Date.now() + 2 * HOUR_MS)]);
  await remind(userId, Date.now() + 3 * HOUR_MS);

  expect(await findLink(system.db, userId, linkId)).toMatchObject({ reminder: { at, is_due: true } });
  expect((await typesOf(userId, linkId)).filter((type) => type === "LinkReminderDue")).toHaveLength(1);

  await system.send(VisitLink, { userId, linkId });
  const visited = await findLink(system.db, userId, linkId);
  expect([visited?.visit_count, visited?.reminder]).toEqual([1, undefined]);
});

test("given a deleted link, then its reminder waits until it is restored", async () => {
  const userId = newUser();
  const linkId = await save(system, userId, "https://example.com/deleted");
  await system.send(ChangeLink, {
    userId,
    linkId,
    changes: { remindAt: new Date(Date.now() - HOUR_MS).toISOString() },
  });
  await system.send(DeleteLink, { userId, linkId });
  await remind(userId, Date.now());
  expect(await typesOf(userId, linkId)).not.toContain("LinkReminderDue");
  await system.send(RestoreLink, { userId, linkId });
  await remind(userId, Date.now());
  expect(await findLink(system.db, userId, linkId)).toMatchObject({ reminder: { is_due: true } });
});
