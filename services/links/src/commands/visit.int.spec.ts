import { randomUUID } from "node:crypto";
import {
  aggregateSubject,
  type BulkId,
  ChangeLink,
  ChangeLinks,
  DeleteLink,
  type LinkId,
  RestoreLink,
  type SessionId,
  type UserId,
  VISIT_SECONDS,
  VisitLink,
} from "@satchel/contracts";
import { beforeAll, expect, test } from "vitest";
import { errorOf, forTests, newUser, save, startSystem, type System } from "../../test/system.ts";
import { findLink } from "../queries/index.ts";
import { visitLink } from "./visit.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

const newSession = (): SessionId => randomUUID() as string as SessionId;
const visitsStored = async (userId: UserId, linkId: LinkId): Promise<unknown[]> => {
  const events = await system.journal.readAggregate(aggregateSubject(userId, "links", linkId));
  return events.filter(({ type }) => type === "LinkVisited").map(({ data }) => data);
};

test("given a session visits a link again and again, then one event is stored and one visit counts", async () => {
  const userId = newUser();
  const target = { userId, linkId: await save(system, userId, "https://example.com/"), sessionId: newSession() };

  for (let n = 0; n < 10; n++) await system.send(VisitLink, target);
  await Promise.all(Array.from({ length: 10 }, () => system.send(VisitLink, target)));

  expect(await visitsStored(userId, target.linkId)).toHaveLength(1);
  expect(await findLink(system.db, userId, target.linkId)).toMatchObject({ visit_count: 1 });
});

test("given other events of the link between two visits of a session, then the visits count as one", async () => {
  const userId = newUser();
  const linkId = await save(system, userId, "https://example.com/");
  const [one, other] = [newSession(), newSession()];

  for (let n = 0; n < 3; n++) {
    await system.send(VisitLink, { userId, linkId, sessionId: one });
    await system.send(ChangeLink, { userId, linkId, changes: { notes: `note ${n}` } });
    await system.send(VisitLink, { userId, linkId, sessionId: other });
    await system.send(DeleteLink, { userId, linkId });
    await system.send(RestoreLink, { userId, linkId });
  }

  expect(await visitsStored(userId, linkId)).toMatchObject([{ visitCount: 1 }, { visitCount: 2 }]);
});

test("given two links, then a session's visits of both count, and the journal does not show that it is one session", async () => {
  const userId = newUser();
  const sessionId = newSession();
  const links = [
    await save(system, userId, "https://example.com/1"),
    await save(system, userId, "https://example.com/2"),
  ];

  for (const linkId of links) await system.send(VisitLink, { userId, linkId, sessionId });

  const marks = (await Promise.all(links.map((linkId) => visitsStored(userId, linkId)))).map(
    ([visit]) => (visit as { sessionMark: string }).sessionMark,
  );
  expect(new Set([...marks, sessionId]).size).toBe(3);
});

test("given a minute has passed, then the next visit of the session counts", async () => {
  const userId = newUser();
  const target = { userId, linkId: await save(system, userId, "https://example.com/"), sessionId: newSession() };
  await system.send(VisitLink, target);
  const { journal, progress, db } = system;
  const visitAfter = (seconds: number) =>
    visitLink({ journal, progress, db, now: () => Date.now() + seconds * 1000, ...forTests })(target, {
      commandId: randomUUID(),
      retry: false,
    });

  // Some seconds of the minute belong to a machine that is busy.
  await visitAfter(0);
  expect(await visitsStored(userId, target.linkId)).toHaveLength(1);
  await visitAfter(VISIT_SECONDS + 1);
  expect(await visitsStored(userId, target.linkId)).toHaveLength(2);
});

test("given no session is named, then each visit counts", async () => {
  const userId = newUser();
  const linkId = await save(system, userId, "https://example.com/");
  for (let n = 0; n < 3; n++) await system.send(VisitLink, { userId, linkId });
  expect(await visitsStored(userId, linkId)).toEqual([{ visitCount: 1 }, { visitCount: 2 }, { visitCount: 3 }]);
});

test("given a link that was marked as unvisited right after a visit, then the session's next visit counts", async () => {
  const userId = newUser();
  const target = { userId, linkId: await save(system, userId, "https://example.com/"), sessionId: newSession() };
  const action = { kind: "visited" as const, isVisited: false };
  await system.send(VisitLink, target);
  await system.send(ChangeLinks, { userId, bulkId: randomUUID() as BulkId, linkIds: [target.linkId], action });
  expect(await findLink(system.db, userId, target.linkId)).toMatchObject({ visit_count: 0, first_visited_at: null });

  await system.send(VisitLink, target);

  const link = await findLink(system.db, userId, target.linkId);
  expect(link).toMatchObject({ visit_count: 1 });
  expect(link?.first_visited_at).not.toBeNull();
});

test("given a link that is deleted, then a session's visit is not found, also where it has just visited it", async () => {
  const userId = newUser();
  const target = { userId, linkId: await save(system, userId, "https://example.com/"), sessionId: newSession() };
  await system.send(VisitLink, target);
  await system.send(DeleteLink, { userId, linkId: target.linkId });
  expect(await errorOf(system.send(VisitLink, target))).toMatchObject({ code: "not-found" });
});
