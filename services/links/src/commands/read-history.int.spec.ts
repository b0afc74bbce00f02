import { type Journal, writeCursor } from "@satchel/chassis";
import { joinJournal } from "@satchel/chassis/test/world.ts";
import { randomUUID } from "node:crypto";
import {
  aggregateSubject,
  ANSWER_BYTES,
  DeleteLink,
  HISTORY_PAGE_SIZE,
  type ImportId,
  type LinkId,
  type LinkOrigin,
  type MailId,
  partitionOf,
  ReadLinkHistory,
  RestoreLink,
  type ResultOf,
  SaveLink,
  type UserId,
  VisitLink,
} from "@satchel/contracts";
import { appendAll } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { enriched } from "../../test/events.ts";
import { errorOf, newUser, save, startSystem, type System } from "../../test/system.ts";
import { readLinkHistory } from "./read-history.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

const url = "https://example.com/";

test.each<[string, LinkOrigin]>([
  ["the page", { kind: "page" }],
  ["the extension", { kind: "extension" }],
  ["a mail", { kind: "mail", mailId: randomUUID() as string as MailId, sender: "ada@example.org" }],
  ["a file", { kind: "import", importId: randomUUID() as string as ImportId }],
])("given a link came by %s, its history says so, the first time and every other", async (_, origin) => {
  const userId = newUser();
  const { linkId } = await system.send(SaveLink, { userId, url, origin });
  await system.send(SaveLink, { userId, url, origin: { kind: "page" } });
  await system.send(SaveLink, { userId, url, origin });

  const { result } = await system.client.send(ReadLinkHistory, { userId, linkId });

  expect(result.history.map((entry) => [entry.what, entry.origin])).toEqual([
    ["saved", origin],
    ["saved_again", { kind: "page" }],
    ["saved_again", origin],
  ]);
  expect(result).toMatchObject({ total: 3, origin });
});

test("given a fetched page, the link's history has its description at its time", async () => {
  const userId = newUser();
  const linkId = await save(system, userId, url);
  const page = { title: "A page", description: "About it", tags: ["web"] };
  await enriched(system, userId, linkId, "PageDescribed", { url, finalUrl: url, attempts: 1, page });
  await save(system, userId, url);

  const { result } = await system.client.send(ReadLinkHistory, { userId, linkId });

  expect(result.history.map(({ what, changes }) => [what, changes])).toEqual([
    ["saved", { url }],
    ["described", page],
    ["saved_again", { url }],
  ]);
});

test("given another user's link, its history is not found", async () => {
  const linkId = await save(system, newUser(), url);
  const history = system.client.send(ReadLinkHistory, { userId: newUser(), linkId });
  expect(await errorOf(history)).toEqual({ code: "not-found", detail: "Link not found" });
});

/** Puts changes of a link's notes into the journal, one after the other. */
async function noted(userId: UserId, linkId: LinkId, notes: readonly string[]): Promise<void> {
  const subject = aggregateSubject(userId, "links", linkId);
  const last = (await system.journal.last(subject))?.sequence ?? 0;
  const changes = notes.map((text) => ({ id: randomUUID(), type: "LinkChanged", data: { notes: text } }));
  await appendAll(system.journal, subject, changes, last);
}

/** Whole histories, page by page: the newest page first, each oldest first. */
async function pagesOf(userId: UserId, linkId: LinkId): Promise<ResultOf<typeof ReadLinkHistory>[]> {
  const pages: ResultOf<typeof ReadLinkHistory>[] = [];
  for (let cursor: string | undefined; ; ) {
    const target = cursor === undefined ? { userId, linkId } : { userId, linkId, cursor };
    const { result } = await system.client.send(ReadLinkHistory, target);
    pages.push(result);
    cursor = result.nextCursor;
    if (cursor === undefined) return pages;
  }
}

test("given changes and findings about the page in turn, when all pages of the history are read, then each is there once and in order", async () => {
  const userId = newUser();
  const linkId = await save(system, userId, url);
  for (let n = 0; n < 2 * HISTORY_PAGE_SIZE; n++) {
    await noted(userId, linkId, [`note ${n}`]);
    if (n % 3 === 0) await enriched(system, userId, linkId, "PageFoundUnchanged", { url, attempts: n + 1 });
  }
  const whole = Array.from({ length: 2 * HISTORY_PAGE_SIZE }, (_, n) => [
    `note ${n}`,
    ...(n % 3 === 0 ? ["unchanged"] : []),
  ]).flat();

  const pages = await pagesOf(userId, linkId);

  const told = pages.toReversed().flatMap(({ history }) => history);
  expect(told.map(({ what, changes }) => changes?.["notes"] ?? what)).toEqual(["saved", ...whole]);
  expect(pages.map(({ history }) => history.length)).toEqual([50, 50, 35]);
  expect(pages.map(({ total }) => total)).toEqual([135, 135, 135]);
});

test("given more changes than an answer has quota for, its history has smaller pages", async () => {
  const userId = newUser();
  const linkId = await save(system, userId, url);
  const notes = (n: number): string => `${n} ${"ü".repeat(9000)}`;
  // Twice of what the bus takes in one message.
  const number = Math.ceil((2 * 1024 * 1024) / (2 * 9000));
  await noted(
    userId,
    linkId,
    Array.from({ length: number }, (_, n) => notes(n)),
  );

  const pages = await pagesOf(userId, linkId);

  expect(pages[0]?.history.at(-1)?.changes).toEqual({ notes: notes(number - 1) });
  expect(pages.flatMap(({ history }) => history)).toHaveLength(number + 1);
  expect(pages.length).toBeLessThan(6);
  for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(ANSWER_BYTES + 10_000);
});

describe("given a link that was visited very often", () => {
  const VISITS = 5000;
  const userId = newUser();
  let linkId: LinkId;
  /** By a connection of its own, whose messages are counted: it is told of no progress of the tables. */
  let journal: Journal;
  beforeAll(async () => {
    ({ journal } = await joinJournal(system.nats));
    ({ linkId } = await system.send(SaveLink, { userId, url, origin: { kind: "extension" } }));
    const subject = aggregateSubject(userId, "links", linkId);
    const saved = (await system.journal.last(subject))?.sequence ?? 0;
    const visits = Array.from({ length: VISITS }, (_, n) => ({
      id: randomUUID(),
      type: "LinkVisited",
      data: { visitCount: n + 1 },
    }));
    const sequence = await appendAll(system.journal, subject, visits, saved);
    await system.shows({ projection: "links", partition: partitionOf(userId), sequence });
  });

  test("its history is the newest page, how many there are and how it was saved, and no more than that is read", async () => {
    const { db } = system;
    const before = journal.nc.stats().inMsgs;

    const { result } = await readLinkHistory({ journal, db })({ userId, linkId });

    const read = journal.nc.stats().inMsgs - before;
    const newest = Array.from({ length: HISTORY_PAGE_SIZE }, (_, n) => VISITS - HISTORY_PAGE_SIZE + n + 1);
    expect(result.history.map(({ changes }) => changes?.["visit_count"])).toEqual(newest);
    expect(result).toMatchObject({ total: VISITS + 1, origin: { kind: "extension" } });
    // The page, the event behind it, how it was saved, that there is no word of its page, and two counts.
    expect(read).toBeLessThanOrEqual(HISTORY_PAGE_SIZE + 5);
  });

  test("an old page of the history costs the same", async () => {
    const { db } = system;
    const read = readLinkHistory({ journal, db });
    /** Pages before it: reading them, too, would be four times what is allowed. */
    const NEWER = 4;
    let cursor: string | undefined;
    for (let n = 0; n < NEWER; n++) {
      const target = { userId, linkId, ...(cursor === undefined ? {} : { cursor }) };
      cursor = (await read(target)).result.nextCursor;
    }
    const before = journal.nc.stats().inMsgs;
    const { result } = await read({ userId, linkId, cursor: cursor ?? "" });

    expect(journal.nc.stats().inMsgs - before).toBeLessThanOrEqual(HISTORY_PAGE_SIZE + 5);
    expect(result.history.at(-1)?.changes).toEqual({ visit_count: VISITS - NEWER * HISTORY_PAGE_SIZE });
  });

  test("a visit is counted, also one that may have been sent before", async () => {
    await system.send(VisitLink, { userId, linkId });
    const { position } = await system.client.send(VisitLink, { userId, linkId }, randomUUID(), true);
    await system.shows(position);
    const last = await system.journal.last(aggregateSubject(userId, "links", linkId));
    expect(last?.data).toEqual({ visitCount: VISITS + 2 });
  });

  test("its deletion and its restoration are in the history", async () => {
    await system.send(DeleteLink, { userId, linkId });
    await system.send(RestoreLink, { userId, linkId });
    const { result } = await system.client.send(ReadLinkHistory, { userId, linkId });
    expect(result.history.slice(-2).map(({ what }) => what)).toEqual(["deleted", "restored"]);
  });
});

test.each(["", "1", "x", "1.2.3", "1.-2", "ZZ.1", "99999999999.1"])(
  "given %j as a cursor, it is none",
  async (cursor) => {
    const userId = newUser();
    const linkId = await save(system, userId, url);
    const history = system.client.send(ReadLinkHistory, { userId, linkId, cursor });
    expect(await errorOf(history)).toMatchObject({ code: "invalid", detail: "Invalid cursor" });
  },
);

test("given a cursor that points to another user's event, nothing of that user is shown", async () => {
  const [mine, theirs] = [newUser(), newUser()];
  const linkId = await save(system, mine, url);
  const other = await save(system, theirs, url);
  const subject = aggregateSubject(theirs, "links", other);
  const place = (await system.journal.last(subject))?.sequence ?? 0;
  const subjects = (["links", "enrichment"] as const).map((context) => aggregateSubject(mine, context, linkId));
  const cursor = writeCursor(subjects, [place, place]);
  const history = system.client.send(ReadLinkHistory, { userId: mine, linkId, cursor });
  expect(await errorOf(history)).toMatchObject({ code: "not-found" });
});
