import {
  aggregateSubject,
  ChangeLink,
  DeleteLink,
  type LinkId,
  RestoreLink,
  SatchelError,
  type UserId,
  VisitLink,
} from "@satchel/contracts";
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
  remind = async (userId, at) => {
    const now = (): number => at;
    const { db, journal, progress } = system;
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

/** Links whose reminders came so many hours ago. */
async function dueSince(userId: UserId, hours: readonly number[]): Promise<LinkId[]> {
  const ids: LinkId[] = [];
  for (const ago of hours) {
    const linkId = await save(system, userId, `https://example.com/due/${ids.length}`);
    const remindAt = new Date(Date.now() - ago * HOUR_MS).toISOString();
    await system.send(ChangeLink, { userId, linkId, changes: { remindAt } });
    ids.push(linkId);
  }
  await settled(system, userId);
  return ids;
}

test("given an account with more due reminders than one look takes, all of them long ago, then another account's does not wait", async () => {
  const [many, one] = [newUser(), newUser()];
  const earlier = await dueSince(many, [900, 800, 700, 600]);
  const [linkId] = (await dueSince(one, [1])) as [LinkId];
  const told: LinkId[] = [];
  const commands = {
    remind: async ({ linkId: id }: { readonly linkId: LinkId }) => {
      told.push(id);
      return { result: {} };
    },
  };
  await remindOfLinks({ db: system.db, commands, now: Date.now, atOnce: 2 });
  expect(told).toEqual([earlier[0], linkId]);

  // A link that is changed all the time fails, and keeps nobody waiting.
  told.length = 0;
  const remindBut: typeof commands.remind = async (target) => {
    if (target.linkId === earlier[0]) throw new SatchelError("conflict", "it has changed");
    return commands.remind(target);
  };
  await remindOfLinks({ db: system.db, commands: { remind: remindBut }, now: Date.now, atOnce: 2 });
  expect(told).toEqual([linkId]);
});
