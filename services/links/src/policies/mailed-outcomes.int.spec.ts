import { randomUUID } from "node:crypto";
import { createLogger, queriesOver, type StoredEvent } from "@satchel/chassis";
import {
  aggregateSubject,
  COMMAND_ROUNDS,
  CreateFolder,
  DeleteFolder,
  DeleteLink,
  mailedSubject,
  type MailId,
  parseSubject,
  type SubjectParts,
  type UserId,
  VisitLink,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { forgetMailQueue, linkEvents, type Mail, mail, mailsWorkedOn, settled } from "../../test/events.ts";
import { createFolder, forTests, listAll, newUser, save, startSystem, type System } from "../../test/system.ts";
import { linkCommands } from "../commands/links.ts";
import { MAILS_AT_ONCE } from "../limits.ts";
import type { LinksTables } from "../projection/tables.ts";
import { saveMailedLinks } from "./save-mailed-links.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

const url = (n: number | string): string => `https://example.com/${n}`;

/** The outcome of a mail. */
const worked = async (userId: UserId, mailId: MailId): Promise<StoredEvent> => {
  const [event, ...more] = await eventually(async () => {
    const events = await system.journal.readAggregate(mailedSubject(userId, mailId));
    expect(events).not.toEqual([]);
    return events;
  });
  expect(more).toEqual([]);
  if (event === undefined) throw new Error("nothing is said of it");
  await settled(system, userId);
  return event;
};

/** What the service does about mail, with the parts that are given in the place of its own. */
const policy = (more: Partial<Parameters<typeof saveMailedLinks>[0]> = {}) => {
  const { journal, client, pool } = system;
  const db = queriesOver<LinksTables>(pool);
  const deps = { journal, db, progress: system.progress, now: Date.now, ...forTests };
  const commands = linkCommands(deps);
  return saveMailedLinks({ ...deps, client, commands, logger: createLogger("test", "silent"), ...more });
};

/** A mail that only this test's own policy hears of: it is not in the journal. */
function unheard(userId: UserId, data: Mail): StoredEvent {
  const subject = aggregateSubject(userId, "mail", randomUUID());
  const verdict = { spf: "pass", dkim: "pass", dmarc: "pass", by: "dmarc" };
  return {
    id: randomUUID(),
    type: "MailAccepted",
    version: 1,
    data: { sender: "ada@example.org", subject: "", verdict, ...data },
    time: new Date(),
    sequence: 1,
    subject,
    at: parseSubject(subject) as SubjectParts,
    correlation: { correlationId: "test" },
  };
}
const mailIdOf = ({ at }: StoredEvent): MailId => (at.kind === "aggregate" ? at.aggregateId : "") as MailId;

describe("given a processed mail, then its outcome says", () => {
  test("which links are new, which existed, and which addresses are unusable, each by its index in the mail", async () => {
    const userId = newUser();
    const known = await save(system, userId, url("known"));
    const urls = ["javascript:alert(1)", url(1), `${url("known")}?utm_source=mail`, `${url(1)}#top`, url(2)];
    const mailId = await mail(system, userId, { urls });
    const { data } = await worked(userId, mailId);

    const links = new Map((await listAll(system, userId)).map((link) => [link.url, link.id]));
    expect(data).toEqual({
      mailId,
      saved: [
        { linkId: links.get(url(1)), url: 1 },
        { linkId: links.get(url(2)), url: 4 },
      ],
      known: [{ linkId: known, url: 2 }],
      unusable: [0],
    });
  });

  test("also that there was no web address", async () => {
    const userId = newUser();
    const { data } = await worked(userId, await mail(system, userId, { urls: ["https://", "x:y"] }));
    expect(data).toMatchObject({ saved: [], known: [], unusable: [0, 1] });
  });

  test("into which folder the links were put", async () => {
    const userId = newUser();
    const reading = await createFolder(system, userId, "Reading");
    const mailId = await mail(system, userId, { urls: [url(1)], folderName: "reading" });
    expect((await worked(userId, mailId)).data).toMatchObject({ folderId: reading });
  });
});

describe("given a mail with tags in its subject, when it was accepted", () => {
  test("then each of its links has them, and one that was there has them beside its own", async () => {
    const userId = newUser();
    await save(system, userId, url(1), { tags: ["mine"] });
    const tags = ["kitchen", "ünïcode"];
    await worked(userId, await mail(system, userId, { urls: [url(1), url(2)], subject: "x", tags }));
    expect(await listAll(system, userId)).toMatchObject([
      { url: url(1), tags: ["mine", ...tags], title: null },
      { url: url(2), tags, title: null },
    ]);
  });

  test("with one link, then what is left of the subject is its title; nothing is left of one of tags alone", async () => {
    const userId = newUser();
    const subject = "Bread #kitchen";
    await worked(userId, await mail(system, userId, { urls: [url(1)], subject, title: "Bread", tags: ["kitchen"] }));
    await worked(userId, await mail(system, userId, { urls: [url(2)], subject: "#kitchen", tags: ["kitchen"] }));
    expect(await listAll(system, userId)).toMatchObject([
      { url: url(2), title: null },
      { url: url(1), title: "Bread" },
    ]);
  });
});

test("given a mail's folder was deleted before its links were saved, then they are saved without, at the first try", async () => {
  const userId = newUser();
  const { client } = system;
  const vanishing: typeof client = {
    ...client,
    send: async (definition, payload, id) => {
      const answer = await client.send(definition, payload, id);
      if ((definition as unknown) === CreateFolder) {
        const { folderId } = answer.result as { folderId: number };
        await system.send(DeleteFolder, { userId, folderId, recursive: false } as never);
        await settled(system, userId);
      }
      return answer;
    },
  };
  const event = unheard(userId, { urls: [url(1), url(2)], folderName: "Vanishing" });

  expect(await policy({ client: vanishing })(event)).toBe("done");

  const { data } = await worked(userId, mailIdOf(event));
  expect(data).toMatchObject({ saved: [{ url: 0 }, { url: 1 }] });
  expect(data).not.toHaveProperty("folderId");
  expect(await listAll(system, userId)).toMatchObject([{ folder_id: null }, { folder_id: null }]);
});

test("given mails that share one link, when other commands change it at the same time, then all mails are processed at the first attempt", async () => {
  const userId = newUser();
  const linkId = await save(system, userId, url("shared"));
  const events = Array.from({ length: MAILS_AT_ONCE }, () => unheard(userId, { urls: [url("shared")] }));
  const { journal } = system;
  let lost = 0;
  // Somebody else is faster in each of the rounds after which a command gives up with a conflict.
  const contended = {
    ...journal,
    append: async (request: Parameters<typeof journal.append>[0]) => {
      if (lost++ < COMMAND_ROUNDS) await system.send(VisitLink, { userId, linkId });
      return journal.append(request);
    },
  };
  const db = queriesOver<LinksTables>(system.pool);
  const commands = linkCommands({ journal: contended, db, progress: system.progress, now: Date.now, ...forTests });

  const handled = await Promise.all(events.map((event) => policy({ commands })(event)));

  expect(handled).toEqual(events.map(() => "done"));
  expect(lost).toBeGreaterThan(COMMAND_ROUNDS);
  for (const event of events) {
    expect((await worked(userId, mailIdOf(event))).data).toMatchObject({ saved: [], known: [{ linkId, url: 0 }] });
  }
});

describe("given a worker that ends in the middle of a mail", () => {
  test("when another takes over, then the outcome has the result of the first attempt for each link", async () => {
    const userId = newUser();
    const event = unheard(userId, { urls: [url(1), url(2), url(3)] });
    const { journal } = system;
    let left = 2;
    const dying = {
      ...journal,
      append: (request: Parameters<typeof journal.append>[0]) =>
        left-- > 0 ? journal.append(request) : Promise.reject(new Error("killed")),
    };
    const db = queriesOver<LinksTables>(system.pool);
    const commands = linkCommands({ journal: dying, db, progress: system.progress, now: Date.now, ...forTests });
    await expect(policy({ commands })(event)).rejects.toThrow("killed");
    expect(await linkEvents(system, userId)).toHaveLength(2);

    expect(await policy()(event)).toBe("done");

    expect((await worked(userId, mailIdOf(event))).data).toMatchObject({
      saved: [{ url: 0 }, { url: 1 }, { url: 2 }],
      known: [],
    });
    expect(await linkEvents(system, userId)).toEqual(["LinkSaved", "LinkSaved", "LinkSaved"]);
  });

  test("when two work on it at once, then each link is saved once and there is one outcome", async () => {
    const userId = newUser();
    const event = unheard(userId, { urls: [url(1), url(2), url(3)] });

    expect(await Promise.all([policy()(event), policy()(event), policy()(event)])).toEqual(["done", "done", "done"]);

    expect((await worked(userId, mailIdOf(event))).data).toMatchObject({ saved: [{}, {}, {}], known: [] });
    expect(await linkEvents(system, userId)).toEqual(["LinkSaved", "LinkSaved", "LinkSaved"]);
  });
});

test("given a mailed link was deleted and purged, when the queue of mails is created again, then it does not come back", async () => {
  const userId = newUser();
  const mailId = await mail(system, userId, { urls: [url(1)] });
  await worked(userId, mailId);
  const [link] = await listAll(system, userId);
  if (link === undefined) throw new Error("no link");
  await system.send(DeleteLink, { userId, linkId: link.id });
  // As giving up leaves it: nothing of the link's own is left to tell that the mail saved it.
  await mailsWorkedOn(system);
  const subject = aggregateSubject(userId, "links", link.id);
  const last = await system.journal.last(subject);
  await system.journal.erase(subject, last?.sequence);

  await forgetMailQueue(system);
  await mailsWorkedOn(system);
  await settled(system, userId);

  expect(await linkEvents(system, userId)).toEqual(["LinkDeleted"]);
  expect(await listAll(system, userId)).toEqual([]);
});
