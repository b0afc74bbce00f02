import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createLogger, queriesOver } from "@satchel/chassis";
import { aggregateSubject, CAPTURE_SECONDS, mailedSubject } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type CapturesSystem,
  newLink,
  newUser,
  startCapturesSystem,
  deliveredMail,
  type DeliveredMail,
} from "../../test/captures.ts";
import type { CapturesTables } from "../projection/tables.ts";
import { type PurgeDeps, purgeMails } from "./purge-captures.ts";

let system: CapturesSystem;
beforeAll(async () => {
  system = await startCapturesSystem();
});

const DAY_MS = 86_400_000;
const AGE_MS = CAPTURE_SECONDS * 1000;
const logger = createLogger("test", "silent");

/** Looks for mails to give up, at a time that lies so much ahead. */
const giveUp = async (ahead = 0, more: Partial<PurgeDeps> = {}): Promise<void> => {
  await system.settled();
  const db = queriesOver<CapturesTables>(system.pool);
  await purgeMails({ journal: system.journal, db, logger, now: () => Date.now() + ahead, ...more });
};

const inTables = async ({ userId, mailId }: DeliveredMail): Promise<boolean> =>
  (await system.pool.query("select from captures.mails where user_id = $1 and id = $2", [userId, mailId])).rowCount ===
  1;

/** What the journal holds about a mail. */
const events = async ({ userId, mailId }: DeliveredMail): Promise<string[]> => {
  const subjects = [
    aggregateSubject(userId, "mail", mailId),
    mailedSubject(userId, mailId),
    aggregateSubject(userId, "post", mailId),
  ];
  const found = await Promise.all(subjects.map((subject) => system.journal.readAggregate(subject)));
  return found.flat().map(({ type }) => type);
};

/** Files of the journal that hold a text. */
async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(system.nats.storeDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(files.map(async (file) => (await readFile(file)).includes(text)));
  return files.filter((_, at) => found[at]);
}

/** A mail that came so many milliseconds ago, and whose texts hold a word of its own. */
async function agedMail(age: number): Promise<DeliveredMail & { readonly secret: string }> {
  const secret = `s${randomUUID().slice(0, 8)}`;
  const mail = deliveredMail(system, newUser());
  const time = new Date(Date.now() - age);
  await mail.refused({ subject: `R ${secret}` }, time);
  await mail.accepted({ subject: `S ${secret}`, urls: [`https://${secret}.example/`], tags: [secret] }, time);
  await mail.worked({ saved: [{ linkId: newLink(), url: 0 }] }, time);
  return { ...mail, secret };
}

test("given a mail that is 89 days old, then it stays with all its data", async () => {
  const mail = await agedMail(AGE_MS - DAY_MS);
  await giveUp();
  expect(await inTables(mail)).toBe(true);
  expect(await events(mail)).toEqual(["MailRefused", "MailAccepted", "MailWorkedThrough"]);
});

describe("given a mail that is 90 days old", () => {
  test("then its row is removed, and nothing of it is in the journal or its files; younger ones stay", async () => {
    const [old, young] = [await agedMail(AGE_MS), await agedMail(AGE_MS - DAY_MS)];
    await system.settled();
    expect(await filesWith(old.secret)).not.toEqual([]);

    await giveUp();

    expect(await inTables(old)).toBe(false);
    expect(await events(old)).toEqual([]);
    await eventually(async () => expect(await filesWith(old.secret)).toEqual([]));
    expect(await inTables(young)).toBe(true);
    expect(await filesWith(young.secret)).not.toEqual([]);
  });

  test("and told Satchel what to do, then nothing of its commands, and of what came of them, is left", async () => {
    const old = deliveredMail(system, newUser());
    const secret = `s${randomUUID().slice(0, 8)}`;
    const time = new Date(Date.now() - AGE_MS);
    await old.commanded({ commands: [{ kind: "note", text: secret }] }, time);
    await old.done({ outcome: { kind: "changed", changed: 1, failed: 0 }, linkIds: [newLink()] }, time);
    await giveUp();
    expect(await inTables(old)).toBe(false);
    expect(await events(old)).toEqual([]);
    await eventually(async () => expect(await filesWith(secret)).toEqual([]));
  });

  test("and came to a secret address, then it is purged when it is an item, and one of yesterday stays", async () => {
    const secret = `s${randomUUID().slice(0, 8)}`;
    const [old, young] = [deliveredMail(system, newUser()), deliveredMail(system, newUser())];
    await old.letter({ subject: secret }, new Date(Date.now() - AGE_MS));
    await young.letter({}, new Date(Date.now() - DAY_MS));
    await giveUp();
    expect(await events(old)).toEqual(["LetterReceived"]);
    for (const mail of [old, young]) await mail.worked({ saved: [{ linkId: newLink(), url: 0 }] });
    await giveUp();
    expect(await events(old)).toEqual([]);
    await eventually(async () => expect(await filesWith(secret)).toEqual([]));
    const { rows } = await system.pool.query("select id from captures.letters where user_id = any($1)", [
      [old.userId, young.userId],
    ]);
    expect(rows).toEqual([{ id: young.mailId }]);
  });

  test("that was refused, then it is purged too", async () => {
    const mail = deliveredMail(system, newUser());
    await mail.refused({}, new Date(Date.now() - AGE_MS));
    await giveUp();
    expect([await inTables(mail), await events(mail)]).toEqual([false, []]);
  });

  test("whose links are not saved yet, then it stays until they are", async () => {
    const mail = deliveredMail(system, newUser());
    await mail.accepted({}, new Date(Date.now() - AGE_MS));
    await giveUp();
    expect([await inTables(mail), await events(mail)]).toEqual([true, ["MailAccepted"]]);
    await mail.worked();
    await giveUp();
    expect([await inTables(mail), await events(mail)]).toEqual([false, []]);
  });

  test("then the origin of its link stays: the mail and its sender", async () => {
    const mail = await agedMail(AGE_MS);
    const { userId, mailId, secret } = mail;
    const subject = aggregateSubject(userId, "links", newLink());
    const link = `https://${secret}.example/`;
    const origin = { kind: "mail", mailId, sender: "ada@example.org" };
    const data = { url: link, origin };
    await system.journal.append({ subject, event: { id: randomUUID(), type: "LinkSaved", data }, expected: 0 });
    await giveUp();
    expect(await events(mail)).toEqual([]);
    expect((await system.journal.readAggregate(subject)).map((event) => event.data)).toEqual([data]);
  });

  test("when two replicas purge at once, repeatedly, then only this mail is purged", async () => {
    const old = await Promise.all([agedMail(AGE_MS), agedMail(AGE_MS)]);
    const young = await agedMail(0);
    await Promise.all([giveUp(), giveUp()]);
    await giveUp();
    expect(await Promise.all(old.map(inTables))).toEqual([false, false]);
    expect(await inTables(young)).toBe(true);
  });

  test("when the process dies after erasing, then the next run completes it", async () => {
    const mail = await agedMail(AGE_MS);
    let erased = 0;
    const dying = async (subject: string, before?: number) => {
      if (subject.includes(mail.mailId) && ++erased > 1) throw new Error("killed");
      return system.journal.erase(subject, before);
    };
    await expect(giveUp(0, { journal: { erase: dying } })).rejects.toThrow("killed");
    expect([await inTables(mail), await events(mail)]).toEqual([true, ["MailWorkedThrough"]]);

    await giveUp();

    expect([await inTables(mail), await events(mail)]).toEqual([false, []]);
  });

  test("when the same mail comes again during the purge, then all of its new events are kept", async () => {
    const mail = await agedMail(AGE_MS);
    let came: Promise<number> | undefined;
    // The rows were read, and nothing is erased yet.
    const slow = async (subject: string, before?: number) => {
      if (subject.includes(mail.mailId)) {
        await (came ??= mail.accepted({ subject: "Once more" }));
        await system.settled();
      }
      return system.journal.erase(subject, before);
    };

    await giveUp(0, { journal: { erase: slow } });
    await mail.worked({ known: [{ linkId: newLink(), url: 0 }] });

    expect(await system.all(mail.userId)).toMatchObject([
      { id: mail.mailId, subject: "Once more", outcome: "duplicate" },
    ]);
    expect(await events(mail)).toEqual(["MailAccepted", "MailWorkedThrough"]);
    await giveUp();
    expect(await inTables(mail)).toBe(true);
  });
});

test("given old mails, when the service runs, then it purges them, also those that become old in the meantime", async () => {
  const mail = await agedMail(AGE_MS - DAY_MS);
  let ahead = 0;
  await system.stop();
  await system.start({ now: () => Date.now() + ahead, purgeEveryMs: 50 });
  await system.settled();
  expect(await inTables(mail)).toBe(true);

  ahead = 2 * DAY_MS;

  await eventually(async () => expect(await inTables(mail)).toBe(false));
  expect(await events(mail)).toEqual([]);
});
