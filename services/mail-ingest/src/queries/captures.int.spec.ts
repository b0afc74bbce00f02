import { randomUUID } from "node:crypto";
import { rebuild, createLogger } from "@satchel/chassis";
import { aggregateSubject, CAPTURE_SECONDS, isSatchelError, liveSubject, refusalTexts } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type CapturesSystem, newLink, newUser, startCapturesSystem, deliveredMail } from "../../test/captures.ts";
import { capturesProjection } from "../projection/projection.ts";
import { listCaptures, listConfirmations, listSources } from "./index.ts";

let system: CapturesSystem;
beforeAll(async () => {
  system = await startCapturesSystem();
});

const url = (n: number | string): string => `https://example.com/${n}`;

describe("given an accepted mail", () => {
  test("then it is pending with its folder and tags, until its links are saved", async () => {
    const mail = deliveredMail(system, newUser());
    await mail.accepted({ urls: [url(1)], folderName: "Reading", tags: ["kitchen"], messageId: "<1@x>" });

    const [capture, ...more] = await system.all(mail.userId);

    expect(more).toEqual([]);
    expect(capture).toEqual({
      id: mail.mailId,
      received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      sender: "ada@example.org",
      subject: "A subject",
      verdict: { spf: "pass", dkim: "pass", dmarc: "pass", by: "dmarc" },
      outcome: "pending",
      saved: [],
      duplicates: [],
      unusable: [],
      without_room: [],
      attachments: [],
      refusal: null,
      folder_name: "Reading",
      folder_id: null,
      tags: ["kitchen"],
      command: null,
    });
  });

  test("with commands, then it is pending until they are carried out, and says what came of them", async () => {
    const mail = deliveredMail(system, newUser());
    await mail.commanded({
      commands: [
        { kind: "tag", tags: ["secretly"] },
        { kind: "note", text: "Compare" },
      ],
    });
    expect(await system.all(mail.userId)).toMatchObject([
      { outcome: "pending", saved: [], command: { kinds: ["tag", "note"], outcome: null } },
    ]);
    const outcome = { kind: "changed" as const, changed: 2, failed: 0 };
    await mail.done({ outcome, linkIds: [newLink()] });
    expect(await system.all(mail.userId)).toMatchObject([{ outcome: "done", command: { outcome } }]);
  });

  const [one, two] = [newLink(), newLink()];
  test.each([
    [
      "saved",
      {
        saved: [
          { linkId: one, url: 0 },
          { linkId: two, url: 2 },
        ],
      },
      [url(0), url(2)],
      [],
      [],
    ],
    ["duplicate", { known: [{ linkId: one, url: 1 }] }, [], [url(1)], []],
    ["partly", { saved: [{ linkId: one, url: 0 }], known: [{ linkId: two, url: 1 }] }, [url(0)], [url(1)], []],
    ["partly", { saved: [{ linkId: one, url: 0 }], unusable: [2] }, [url(0)], [], [url(2)]],
    ["partly", { known: [{ linkId: one, url: 0 }], unusable: [2] }, [], [url(0)], [url(2)]],
    ["partly", { unusable: [0, 1, 2] }, [], [], [url(0), url(1), url(2)]],
  ] as const)("when it was worked through, then it is %s: %j", async (outcome, worked, saved, duplicates, unusable) => {
    const mail = deliveredMail(system, newUser());
    await mail.accepted({ urls: [url(0), url(1), url(2)] });
    await mail.worked({ ...(structuredClone(worked) as object), folderId: 7 });

    const [capture] = await system.all(mail.userId);

    expect(capture).toMatchObject({ outcome, unusable, folder_id: 7, refusal: null });
    expect(capture?.saved.map((link) => link.url)).toEqual(saved);
    expect(capture?.duplicates.map((link) => link.url)).toEqual(duplicates);
    for (const { id } of [...(capture?.saved ?? []), ...(capture?.duplicates ?? [])]) expect([one, two]).toContain(id);
  });
});

test("given a mail with links beyond the quota, then its outcome is partly, with these links", async () => {
  const mail = deliveredMail(system, newUser());
  await mail.accepted({ urls: [url(0), url(1), url(2)] });
  await mail.worked({ known: [{ linkId: newLink(), url: 1 }], withoutRoom: [0, 2] });

  expect(await system.all(mail.userId)).toMatchObject([
    { outcome: "partly", saved: [], duplicates: [{ url: url(1) }], unusable: [], without_room: [url(0), url(2)] },
  ]);
});

describe("given a refused mail", () => {
  test.each(Object.entries(refusalTexts))("for %s, then it says so: %s", async (reason, message) => {
    const mail = deliveredMail(system, newUser());
    await mail.refused({ reason: reason as "no-url" });
    expect(await system.all(mail.userId)).toMatchObject([
      { id: mail.mailId, outcome: "refused", refusal: { reason, message }, saved: [], subject: "A subject" },
    ]);
  });

  test("when it comes again with a link, then it is one capture, accepted and on top", async () => {
    const userId = newUser();
    const mail = deliveredMail(system, userId);
    await mail.refused({ subject: "Before" });
    const other = deliveredMail(system, userId);
    await other.refused();
    await mail.accepted({ subject: "After" });
    expect(await system.all(userId)).toMatchObject([
      { id: mail.mailId, outcome: "pending", refusal: null, subject: "After" },
      { id: other.mailId, outcome: "refused" },
    ]);
  });
});

describe("the list", () => {
  test("has the newest first, page by page, each mail once, also while others come", async () => {
    const userId = newUser();
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) {
      const mail = deliveredMail(system, userId);
      await mail.refused();
      ids.unshift(mail.mailId);
    }
    await system.settled();
    const first = await listCaptures(system.db, userId, { size: 3 });
    await deliveredMail(system, userId).refused();
    await system.settled();
    const second = await listCaptures(system.db, userId, { size: 3, cursor: first.nextCursor as string });
    const third = await listCaptures(system.db, userId, { size: 3, cursor: second.nextCursor as string });

    expect([first, second, third].flatMap(({ captures }) => captures.map(({ id }) => id))).toEqual(ids);
    expect(third.nextCursor).toBeUndefined();
    expect((await listCaptures(system.db, userId, { size: 8 })).nextCursor).toBeUndefined();
  });

  test("has nothing of other users, and refuses their cursors and invalid ones", async () => {
    const [anna, bert] = [newUser(), newUser()];
    for (const userId of [anna, anna, bert]) await deliveredMail(system, userId).refused();
    const { nextCursor = "" } = await listCaptures(system.db, anna, { size: 1 });
    expect(await system.all(bert)).toHaveLength(1);

    const flipped = `${nextCursor.slice(0, 3)}~${nextCursor.slice(4)}`;
    for (const cursor of [
      nextCursor,
      "",
      "x",
      "zzzzzzzz.1",
      `${nextCursor}.1`,
      flipped,
      "é".repeat(200),
      "0".repeat(200),
    ]) {
      const error: unknown = await listCaptures(system.db, bert, { cursor }).catch((reason: unknown) => reason);
      expect(isSatchelError(error) && error.code, cursor).toBe("invalid");
    }
  });

  test("has every text as the sender wrote it, without characters that can't be stored", async () => {
    const hostile = [
      "<script>alert(1)</script>",
      "'; drop schema captures --",
      "a\0b",
      "\ud800",
      "\u202eabc",
      "😀".repeat(300),
    ];
    const userId = newUser();
    for (const subject of hostile)
      await deliveredMail(system, userId).accepted({ subject, tags: [subject.slice(0, 20)] });
    const texted = (text: string): string => text.toWellFormed().replaceAll("\0", "\ufffd");
    expect((await system.all(userId)).map(({ subject }) => subject)).toEqual(hostile.map(texted).reverse());
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 200 }), async (cursor) => {
        const answer: unknown = await listCaptures(system.db, userId, { cursor }).catch((reason: unknown) => reason);
        expect(isSatchelError(answer) || typeof (answer as { captures: unknown }).captures === "object").toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test(`has the last ${CAPTURE_SECONDS / 86_400} days and no more`, async () => {
    const userId = newUser();
    const day = 86_400_000;
    const young = deliveredMail(system, userId);
    await deliveredMail(system, userId).refused({}, new Date(Date.now() - 90 * day - 1000));
    await young.refused({}, new Date(Date.now() - 90 * day + 60_000));
    expect((await system.all(userId)).map(({ id }) => id)).toEqual([young.mailId]);
  });
});

test("senders to secret addresses are listed with their newest mail, those of others and of long ago not, and what is to be confirmed for three days", async () => {
  const [anna, bert] = [newUser(), newUser()];
  const days = (n: number): Date => new Date(Date.now() - n * 86_400_000);
  const request = { by: "request", url: "https://x.example/end" } as const;
  await deliveredMail(system, anna).letter({ sender: "old@x.example" }, days(91));
  await deliveredMail(system, anna).letter({ confirmation: { code: "1" } }, days(4));
  const last = deliveredMail(system, anna);
  const link = newLink();
  await last.letter({ sender: "NEWS@x.example", senderName: "News", subject: "Last", unsubscription: request });
  await last.worked({ saved: [{ linkId: link, url: 0 }] });
  await deliveredMail(system, anna).letter({ sender: "a@x.example", confirmation: { url: "https://x.example/c" } });
  await deliveredMail(system, bert).letter({ confirmation: { code: "2" } });
  await system.settled();

  expect(await listSources(system.db, anna)).toMatchObject([
    { sender: "a@x.example", name: null, count: 1, linkId: null, unsubscription: null },
    { sender: "news@x.example", name: "News", count: 2, subject: "Last", linkId: link, unsubscription: request },
  ]);
  expect(await listSources(system.db, anna, "news@x.example")).toHaveLength(1);
  expect(await listSources(system.db, bert, "a@x.example")).toEqual([]);
  expect(await listConfirmations(system.db, anna)).toMatchObject([{ code: null, url: "https://x.example/c" }]);
  expect(await listConfirmations(system.db, bert)).toMatchObject([{ code: "2", url: null }]);
  expect(await system.all(anna)).toEqual([]);
});

test("an open page gets an event when a mail comes, and again when it was processed; other users get none", async () => {
  const [anna, bert] = [newUser(), newUser()];
  const received: string[] = [];
  for (const userId of [anna, bert]) {
    system.bus.nc.subscribe(liveSubject(userId, "captures"), {
      callback: (_, message) => void received.push(`${userId === anna ? "anna" : "bert"} ${message.string()}`),
    });
  }
  await system.bus.nc.flush();
  const mail = deliveredMail(system, anna);
  const accepted = await mail.accepted();
  await eventually(() => received.length === 1);
  const worked = await mail.worked();
  await eventually(() => received.length === 2);
  expect(received).toEqual(
    [accepted, worked].map((sequence) => `anna ${JSON.stringify({ ids: [mail.mailId], sequence })}`),
  );
});

test("given an erased account, then nothing of its mails is left in the tables, and those of others stay", async () => {
  const [anna, bert] = [newUser(), newUser()];
  for (const userId of [anna, anna, bert]) await deliveredMail(system, userId).accepted();
  const event = { id: randomUUID(), type: "UserErased", data: {} };
  await system.journal.append({ subject: aggregateSubject(anna, "identity"), event, expected: 0 });
  expect(await system.all(anna)).toEqual([]);
  expect(await system.all(bert)).toHaveLength(1);
  expect((await system.pool.query("select from captures.mails where user_id = $1", [anna])).rowCount).toBe(0);
});

describe("given mails in every state, then every capture is the same to the letter", () => {
  const rows = async (): Promise<string[]> => {
    await system.settled();
    const { rows: all } = await system.pool.query<{ row: unknown }>("select to_jsonb(m) as row from captures.mails m");
    return all.map(({ row }) => JSON.stringify(row)).sort();
  };

  test("when the tables are rebuilt", async () => {
    const before = await rows();
    expect(before.length).toBeGreaterThan(10);
    const { bus, pool, journal, databaseUrl } = system;
    const options = {
      projection: capturesProjection,
      bus,
      pool,
      journal,
      databaseUrl,
      logger: createLogger("test", "silent"),
    };
    await rebuild(options, "current", new AbortController().signal);
    expect(await rows()).toEqual(before);
  });

  test("when the tables are dropped and the service starts again", async () => {
    const before = await rows();
    await system.stop();
    await system.pool.query("drop schema captures cascade");
    await system.start();
    expect(await rows()).toEqual(before);
  });
});
