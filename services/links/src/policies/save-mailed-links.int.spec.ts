import { randomUUID } from "node:crypto";
import { CreateFolder, DeleteLink, digestSubject, FOLDERS_PER_USER, TITLE_CHARS } from "@satchel/contracts";
import { listFolders, type FoldersTables } from "@satchel/folders/queries";
import { queriesOver } from "@satchel/chassis";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { enriched, forgetMailQueue, linkEvents, mail, mailsWorkedOn, settled } from "../../test/events.ts";
import { createFolder, listAll, newUser, save, startSystem, type System, urls } from "../../test/system.ts";
import { countLinks } from "../queries/index.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

const url = (n: number | string): string => `https://example.com/${n}`;
type UserId = ReturnType<typeof newUser>;

/** Waits until every mail was worked on and the user's list shows it. */
async function worked(userId: UserId): Promise<void> {
  await mailsWorkedOn(system);
  await settled(system, userId);
}
const listed = (userId: ReturnType<typeof newUser>, count: number) =>
  eventually(async () => {
    const links = await listAll(system, userId);
    expect(links).toHaveLength(count);
    return links;
  });

describe("given a mail, when it was accepted", () => {
  test("then its links are there, the first one of the mail on top", async () => {
    const userId = newUser();
    await mail(system, userId, { urls: [url(1), url(2), url(3)], subject: "Three links" });
    const links = await listed(userId, 3);
    expect(links.map((link) => link.url)).toEqual([url(1), url(2), url(3)]);
    expect(links.map(({ title }) => title)).toEqual([null, null, null]);
  });

  test("with one link, then the subject is its title, until the page has a better one", async () => {
    const userId = newUser();
    await mail(system, userId, { urls: [url(1)], subject: " Read this " });
    const [link] = await listed(userId, 1);
    if (link === undefined) throw new Error("no link");
    expect(link).toMatchObject({ url: url(1), title: "Read this" });
    const page = { url: url(1), finalUrl: url(1), attempts: 1, page: { title: "Better", tags: [] } };
    await enriched(system, userId, link.id, "PageDescribed", page);
    expect(await listAll(system, userId)).toMatchObject([{ title: "Better" }]);
  });

  test("with several links, then the words of each are its title, until the page has a better one", async () => {
    const userId = newUser();
    const linkTitles = [
      { url: 0, title: "A good article about bees" },
      { url: 2, title: "The same, in other words" },
      { url: 3, title: " \u202eAbout\nants " },
    ];
    const linked = [url(1), url(2), `${url(1)}?utm_source=mail`, url(3)];
    await mail(system, userId, { urls: linked, linkTitles, subject: "Reading" });
    const [bees] = await listed(userId, 3);
    expect((await listAll(system, userId)).map(({ title }) => title)).toEqual([
      "A good article about bees",
      null,
      "About ants",
    ]);
    const page = { url: url(1), finalUrl: url(1), attempts: 1, page: { title: "Better", tags: [] } };
    if (bees === undefined) throw new Error("no link");
    await enriched(system, userId, bees.id, "PageDescribed", page);
    expect((await listAll(system, userId)).map(({ title }) => title)).toEqual(["Better", null, "About ants"]);
  });

  test("with words of its only link, then these are its title where the subject says nothing", async () => {
    const userId = newUser();
    const linkTitles = [{ url: 0, title: "About bees" }];
    await mail(system, userId, { urls: [url(1)], linkTitles, subject: "For you" });
    await mail(system, userId, { urls: [url(2)], linkTitles, subject: "#bees", tags: ["bees"] });
    await mail(system, userId, { urls: [url(3)], linkTitles, subject: url(3) });
    // Mails that come at the same moment are worked on at the same time.
    const titles = new Map((await listed(userId, 3)).map((link) => [link.url, link.title]));
    expect([1, 2, 3].map((n) => titles.get(url(n)))).toEqual(["For you", "About bees", "About bees"]);
  });

  test("with words of a link that is there already, then that keeps its title", async () => {
    const userId = newUser();
    await save(system, userId, url(1), { title: "Mine" });
    await mail(system, userId, { urls: [url(1), url(2)], linkTitles: [{ url: 0, title: "Bees" }] });
    await worked(userId);
    expect((await listed(userId, 2)).map(({ title }) => title)).toEqual(["Mine", null]);
  });

  test("with a subject as long as may be, of letters that take two units of UTF-16, then it is kept whole", async () => {
    const userId = newUser();
    const subject = "😀".repeat(TITLE_CHARS);
    await mail(system, userId, { urls: [url(1)], subject });
    expect(await listed(userId, 1)).toMatchObject([{ title: subject }]);
  });

  test("with a link that is there already, then that is on top, and keeps its title", async () => {
    const userId = newUser();
    await save(system, userId, url(1), { title: "Mine" });
    await save(system, userId, url(2));
    await mail(system, userId, { urls: [`${url(1)}?utm_source=mail`], subject: "Theirs" });
    await worked(userId);
    expect(await listed(userId, 2)).toMatchObject([{ url: url(1), title: "Mine" }, { url: url(2) }]);
  });

  test("with one link in several spellings, then it is one link, where the first of them was", async () => {
    const userId = newUser();
    await mail(system, userId, { urls: [url(1), url(2), `${url(1)}?utm_source=x`, `${url(2)}#top`] });
    await worked(userId);
    expect(await urls(system, userId)).toEqual([url(1), url(2)]);
    expect(await linkEvents(system, userId)).toEqual(["LinkSaved", "LinkSaved"]);
  });

  test("with a day to be reminded on, then they come back at nine of it, in the zone of their owner's digest", async () => {
    const [someone, other] = [newUser(), newUser()];
    const digest = {
      every: "never",
      weekday: 1,
      hour: 7,
      zone: "Asia/Tokyo",
      language: "en",
      nextAt: null,
      bounces: 0,
    };
    const event = { id: randomUUID(), type: "DigestChosen", data: digest };
    await system.journal.append({ subject: digestSubject(someone), event, expected: 0 });
    for (const [userId, hour] of [
      [someone, "T00:00:00.000Z"],
      [other, "T09:00:00.000Z"],
    ] as const) {
      await mail(system, userId, { urls: ["https://example.com/later"], remindOn: { days: 3 } });
      await worked(userId);
      const [link] = await listAll(system, userId);
      expect(link?.reminder?.at).toContain(hour);
      expect(link?.reminder?.is_due).toBe(false);
    }
  });

  test("with what is no web address between its links, then the links are there all the same", async () => {
    const userId = newUser();
    const hostile = ["javascript:alert(1)", "http://%00/", "\0", "\ud800", "https://", `https://a/${"ä".repeat(2000)}`];
    await mail(system, userId, { urls: [url(1), ...hostile, url(2)] });
    await mail(system, userId, { urls: hostile });
    await worked(userId);
    expect(await urls(system, userId)).toEqual([url(1), url(2)]);
  });
});

describe("given a mail to a folder, when it was accepted", () => {
  const folders = async (userId: UserId) =>
    (await listFolders(queriesOver<FoldersTables>(system.pool), userId)).map(({ id, name }) => `${id} ${name}`);

  test("then the folder is made, once for all its mails, and the links are in it", async () => {
    const userId = newUser();
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        mail(system, userId, { urls: [url(n)], folderName: n % 2 === 0 ? "Reading" : "reading" }),
      ),
    );
    await worked(userId);
    expect((await listed(userId, 10)).map(({ folder_id }) => folder_id)).toEqual(Array.from({ length: 10 }, () => 1));
    expect(await folders(userId)).toHaveLength(1);
  });

  test("then one of that name that is there is used, and a link that was elsewhere moves into it", async () => {
    const userId = newUser();
    await createFolder(system, userId, "Other");
    const reading = await createFolder(system, userId, "Reading");
    await save(system, userId, url(1), { folderId: 1 });
    await mail(system, userId, { urls: [url(1), url(2)], folderName: "READING" });
    await worked(userId);
    expect((await listed(userId, 2)).map(({ folder_id }) => folder_id)).toEqual([reading, reading]);
    expect(await folders(userId)).toEqual(["1 Other", "2 Reading"]);
    expect(await countLinks(system.db, userId, { folder_id: reading })).toBe(2);
  });

  test("that can't be created, then the links are saved without it", async () => {
    const [nameless, full] = [newUser(), newUser()];
    await createFolder(system, full, "First");
    await system.pool.query(
      `insert into folders.folders (user_id, id, own_name, parent_folder_id, order_index)
       select $1, n, 'Folder ' || n, null, n - 1 from generate_series(2, $2::int) as n`,
      [full, FOLDERS_PER_USER],
    );
    await mail(system, nameless, { urls: [url(1)], folderName: "\u200b" });
    await mail(system, full, { urls: [url(1)], folderName: "One more" });
    expect(await listed(nameless, 1)).toMatchObject([{ folder_id: null }]);
    expect(await listed(full, 1)).toMatchObject([{ folder_id: null }]);
  });

  test("that is a smart folder, then the links are saved without it", async () => {
    const userId = newUser();
    await system.send(CreateFolder, { userId, name: "Reading", parentFolderId: null, search: "is:unvisited" });
    await mail(system, userId, { urls: [url(1)], folderName: "reading" });
    expect(await listed(userId, 1)).toMatchObject([{ folder_id: null }]);
    expect(await folders(userId)).toEqual(["1 Reading"]);
  });
});

test("given mails that were worked on, when all are delivered once more, days later, then nothing changes", async () => {
  const users = [newUser(), newUser()];
  for (const userId of users) {
    await mail(system, userId, { urls: [url(1), url(2)], folderName: "Reading" });
    await mail(system, userId, { urls: [url(3)], subject: "Three" });
  }
  await Promise.all(users.map(worked));
  const [first] = users;
  if (first === undefined) throw new Error("no user");
  const deleted = (await listAll(system, first))[0];
  if (deleted === undefined) throw new Error("no link");
  await system.send(DeleteLink, { userId: first, linkId: deleted.id });
  const read = async () => JSON.stringify(await Promise.all(users.map((userId) => listAll(system, userId))));
  const before = { lists: await read(), last: (await system.journal.info()).state.last_seq };

  await forgetMailQueue(system);
  await Promise.all(users.map(worked));

  expect({ lists: await read(), last: (await system.journal.info()).state.last_seq }).toEqual(before);
});
