import { randomUUID } from "node:crypto";
import { openImportFiles, openImportProgress } from "@satchel/chassis";
import {
  aggregateSubject,
  ChangeLink,
  DeleteLink,
  FOLDERS_PER_USER,
  IMPORT_FAULTS,
  type Import,
  type ImportId,
  IMPORTS_PER_USER,
  type Link,
  ListImports,
  liveSubject,
  TAGS_PER_LINK,
  TAGS_LISTED,
  type UserId,
} from "@satchel/contracts";
import { listFolders } from "@satchel/folders/queries";
import { appendAll, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { linkEvents } from "../../test/events.ts";
import { ended, importFile, importOf, startImport } from "../../test/imports.ts";
import { createFolder, errorOf, listAll, newUser, save, startSystem } from "../../test/system.ts";

import { PIECE_BYTES } from "./limits.ts";
import { findTag, linkIdsWithTag, listTags } from "../queries/tags.ts";
import { inProof } from "@satchel/testing/in-proof";

const system = await startSystem();
const files = await openImportFiles(system.bus);

const BROWSER = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p>
<DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
<DL><p>
<DT><A HREF="https://one.example/?utm_source=x" ADD_DATE="1600000000" TAGS="a,b">One</A>
<DD>About one
<DT><H3>Work</H3>
<DL><p>
<DT><A HREF="https://two.example/" ADD_DATE="1600000001">Two</A>
<DT><H3>Later</H3>
<DL><p>
<DT><H3>Much</H3>
<DL><p>
<DT><A HREF="https://three.example/" ADD_DATE="1500000000" TOREAD="0">Three</A>
</DL></DL></DL>
<DT><A HREF="javascript:alert(1)">Bookmarklet</A>
<DT><A HREF="https://one.example/">One again</A>
</DL>
</DL>`;

const brief = ({ url, title, tags, saved_at }: Link) => [url, title, tags, saved_at];

async function foldersOf(userId: UserId): Promise<string[]> {
  const tree = await listFolders(system.db as never, userId);
  return tree.flatMap((folder) => [folder.name, ...folder.children.map((child) => `${folder.name}/${child.name}`)]);
}

async function countsOf(userId: UserId): Promise<number> {
  const { rows } = await system.pool.query(
    "select coalesce(sum(total), 0)::int as n from links.counts where user_id = $1",
    [userId],
  );
  return (rows[0] as { n: number }).n;
}

test("given a file with many new links, when it is imported, then the journal is not asked about each of them", async () => {
  let questions = 0;
  const { nc } = system.bus;
  const counting = nc.subscribe("$JS.API.DIRECT.GET.JOURNAL.>", { callback: () => void questions++ });
  await nc.flush();
  const bookmarks = Array.from({ length: 300 }, (_, n) => `<DT><A HREF="https://many.example/${n}">Page ${n}</A>`);

  const done = await importFile(
    system,
    newUser(),
    `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>${bookmarks.join("\n")}</DL>`,
  );

  await nc.flush();
  counting.unsubscribe();
  expect(done).toMatchObject({ status: "done", saved: 300 });
  expect(questions).toBeLessThan(100);
});

inProof("given a file that lies in one piece in the store, then its progress is that of its links", async () => {
  const userId = newUser();
  const rows = Array.from({ length: 2000 }, (_, n) => `https://long.example/${n},${"Title ".repeat(50)}${n}`);
  const reached: Promise<Import | undefined>[] = [];
  const importId = randomUUID() as string as ImportId;
  const announced = system.bus.nc.subscribe(liveSubject(userId, "imports"), {
    callback: () => void reached.push(importOf(system, userId, importId)),
  });

  const file = `url,title\n${rows.join("\n")}`;
  await startImport(system, userId, file, { importId });
  await ended(system, userId, importId);

  announced.unsubscribe();
  const first = await reached[0];
  expect(first?.read).toBeGreaterThan(0);
  // The parser has read two pieces ahead.
  const ahead = (2 * PIECE_BYTES) / file.length;
  expect(first?.progress).toBeLessThanOrEqual((first?.read ?? 0) / rows.length + ahead);
});

test("given a browser's file, then links, folders, tags and dates are there, and what could not be imported is listed", async () => {
  const userId = newUser();

  const done = await importFile(system, userId, BROWSER);

  expect(done).toMatchObject({ status: "done", format: "html", progress: 1, read: 5, saved: 3, known: 1, skipped: 1 });
  expect(done.faults).toEqual([
    {
      entry: 4,
      text: "javascript:alert(1)",
      reason: "Only addresses that begin with http: or https: are web addresses.",
    },
  ]);
  const links = await listAll(system, userId);
  expect(links.map(brief)).toEqual([
    ["https://two.example/", "Two", [], "2020-09-13T12:26:41.000Z"],
    ["https://one.example/?utm_source=x", "One", ["a", "b"], "2020-09-13T12:26:40.000Z"],
    ["https://three.example/", "Three", [], "2017-07-14T02:40:00.000Z"],
  ]);
  expect(links.map(({ description, visit_count }) => [description, visit_count])).toEqual([
    [null, 0],
    ["About one", 0],
    [null, 1],
  ]);
  expect(await foldersOf(userId)).toEqual(["Work", "Work/Later / Much"]);
  expect(await countsOf(userId)).toBe(3);
  // Nothing of the file is kept.
  expect(await files.open({ userId, importId: done.id })).toBeUndefined();
});

test("given the same file again, then nothing is there twice and nothing happened to any link", async () => {
  const userId = newUser();
  await importFile(system, userId, BROWSER);
  const before = await listAll(system, userId);
  const events = (await linkEvents(system, userId)).filter((type) => type.startsWith("Link"));

  const again = await importFile(system, userId, BROWSER);

  expect(again).toMatchObject({ status: "done", saved: 0, known: 4, skipped: 1 });
  expect(await listAll(system, userId)).toEqual(before);
  expect((await linkEvents(system, userId)).filter((type) => type.startsWith("Link"))).toEqual(events);
  expect(await foldersOf(userId)).toHaveLength(2);
});

test("given the command sent twice with the same import, then it is one", async () => {
  const userId = newUser();
  const importId = randomUUID() as string as ImportId;
  await startImport(system, userId, BROWSER, { importId });
  await ended(system, userId, importId);

  await startImport(system, userId, BROWSER, { importId });

  expect((await linkEvents(system, userId)).filter((type) => type === "ImportStarted")).toHaveLength(1);
  expect(await importOf(system, userId, importId)).toMatchObject({ status: "done", saved: 3 });
});

test("given links that are there or were deleted, then those stay as they are, and these come back as the file has them", async () => {
  const userId = newUser();
  const folderId = await createFolder(system, userId, "Mine");
  const kept = await save(system, userId, "https://two.example/", { title: "My two", folderId, tags: ["mine"] });
  const bare = await save(system, userId, "https://one.example/");
  const gone = await save(system, userId, "https://three.example/", { title: "Old", folderId, tags: ["old"] });
  await system.send(ChangeLink, { userId, linkId: gone, changes: { isFavorite: true } });
  await system.send(DeleteLink, { userId, linkId: gone });
  const before = (await listAll(system, userId)).find(({ id }) => id === kept);

  const done = await importFile(system, userId, BROWSER);

  expect(done).toMatchObject({ saved: 1, known: 3, skipped: 1 });
  const after = new Map((await listAll(system, userId)).map((link) => [link.id, link]));
  expect(after.get(kept)).toEqual(before);
  // What it had nothing of, it gets.
  expect(after.get(bare)).toMatchObject({ title: null, description: "About one", tags: ["a", "b"], folder_id: null });
  expect(after.get(gone)).toMatchObject({
    title: "Three",
    tags: [],
    is_favorite: false,
    visit_count: 1,
    saved_at: "2017-07-14T02:40:00.000Z",
  });
  expect(after.get(gone)?.folder_id).not.toBe(folderId);
  expect(await countsOf(userId)).toBe(3);
});

test("pages get its progress and its end", async () => {
  const userId = newUser();
  const heard: string[] = [];
  const subscription = system.bus.nc.subscribe(liveSubject(userId, "imports"), {
    callback: (_error, message) => void heard.push(...message.json<{ ids: string[] }>().ids),
  });
  await system.bus.nc.flush();

  const { id } = await importFile(system, userId, BROWSER);

  await eventually(() => heard.includes(id));
  subscription.unsubscribe();
});

test("an import of another's is none, and each has a list of their own", async () => {
  const [anna, bert] = [newUser(), newUser()];
  const first = await importFile(system, anna, BROWSER);
  const second = await importFile(system, anna, BROWSER);

  expect(await importOf(system, bert, first.id)).toBeUndefined();
  const list = await system.client.send(ListImports, { userId: anna });
  expect(list.result.imports.map(({ id }) => id)).toEqual([second.id, first.id]);
});

test("given imports that skipped very much, then the list counts it, and each import by itself tells it", async () => {
  const userId = newUser();
  const faults = `<DL>${`<DT><A HREF="ftp://a.example/${"ü".repeat(190)}">x</A>`.repeat(IMPORT_FAULTS)}`;
  const done: Import[] = [];
  for (let i = 0; i < 3; i++) done.push(await importFile(system, userId, faults, "html"));

  const { result } = await system.client.send(ListImports, { userId });

  expect(result.imports.map(({ skipped }) => skipped)).toEqual(Array(3).fill(IMPORT_FAULTS));
  expect(result.imports).toEqual(done.toReversed().map((one) => ({ ...one, faults: [] })));
  expect(done[0]?.faults.length).toBeGreaterThan(100);
  expect(await importOf(system, userId, (done[0] as Import).id)).toEqual(done[0]);
});

test("given as many imports as can be looked at, then one more has to wait, and its file is dropped", async () => {
  const userId = newUser();
  const kept = await openImportProgress<Import>(system.bus);
  const done = await importFile(system, userId, BROWSER);
  for (let i = 1; i < IMPORTS_PER_USER; i++) {
    const importId = randomUUID() as string as ImportId;
    await kept.put({ userId, importId }, { ...done, id: importId });
  }
  const importId = randomUUID() as string as ImportId;

  const error = await errorOf(startImport(system, userId, BROWSER, { importId }));

  expect(error).toMatchObject({ code: "limited", retryAfter: 24 * 3600 });
  expect(await files.open({ userId, importId })).toBeUndefined();
});

test("given a file with more tags than are listed, then the most used ones are listed, and any other is found by its name", async () => {
  const userId = newUser();
  const rows = Array.from({ length: Math.ceil(TAGS_LISTED / (TAGS_PER_LINK - 1)) + 2 }, (_, row) => {
    const tags = Array.from({ length: TAGS_PER_LINK - 1 }, (_unused, n) => `tag-${row}-${n}`);
    return `https://tags.example/${row},t,,,"often,${tags.join()}",2024-01-01T00:00:00Z`;
  });
  await importFile(system, userId, ["url,title,excerpt,folder,tags,created", ...rows].join("\n"));
  const last = `tag-${rows.length - 1}-0`;
  await eventually(async () => (await findTag(system.db as never, userId, last)) !== undefined);

  const told = (await listTags(system.db as never, userId)).map(({ name }) => name);

  expect(told).toHaveLength(TAGS_LISTED);
  expect(told).toContain("often");
  const untold = Array.from(rows, (_row, n) => `tag-${n}-0`).filter((name) => !told.includes(name));
  expect(untold.length).toBeGreaterThan(0);
  expect(await findTag(system.db as never, userId, untold[0] as string)).toEqual({ name: untold[0], count: 1 });
  expect(await linkIdsWithTag(system.db as never, userId, untold[0] as string, { limit: 10 })).toHaveLength(1);
  const shouted = (untold[0] as string).toUpperCase();
  expect(await findTag(system.db as never, userId, shouted)).toEqual({ name: untold[0], count: 1 });
});

test.each([
  ["nothing", ""],
  ["an empty zip", "PK\u0005\u0006\u0000\u0000"],
  ["a page", "<!DOCTYPE html><html><body><a href=https://a.example>a</a>"],
  [
    "billion laughs",
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><lolz>&lol2;</lolz>',
  ],
  ["octets", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3])],
])("given a file that is %s, then it is refused and forgotten", async (_what, file) => {
  const userId = newUser();
  const importId = randomUUID() as string as ImportId;

  const error = await errorOf(startImport(system, userId, file, { importId }));

  expect(error).toMatchObject({ code: "rejected", detail: "The file is in no format that can be imported" });
  expect(await files.open({ userId, importId })).toBeUndefined();
  expect(await linkEvents(system, userId)).toEqual([]);
});

const pins = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, n) =>
    JSON.stringify({ href: `https://many.example/${from + n}`, description: `N ${from + n}`, toread: "yes", tags: "" }),
  );

test.each([
  ["ends in the middle", `[${pins(0, 400).join()},{"href":"htt`, "The file ends in the middle."],
  ["is broken in the middle", `[${pins(0, 400).join()},{"href":nonsense}]`, "The file is not valid JSON."],
])("given a file that %s, then the import failed, and what stood before is kept", async (_what, file, error) => {
  const userId = newUser();

  const done = await importFile(system, userId, file);

  expect(done).toMatchObject({ status: "failed", error });
  expect(done.finished_at).not.toBeNull();
  const kept = (await listAll(system, userId, { size: 100 })).length;
  expect(kept).toBe(done.saved);
  expect(kept).toBe(400);
  expect((await linkEvents(system, userId)).at(-1)).toBe("ImportFinished");
});

test("given hostile files, then each ends with a word about it, and the next import goes as ever", async () => {
  const userId = newUser();
  const nul = "<DL><DT><A HREF='https://nul.example/\u0000'>a\u0000b</A><DD>\ud800\u0000";
  const hostile: [string, string, string][] = [
    ["lists in lists", `<DL>${"<DT><H3>x</H3><DL>".repeat(100_000)}<DT><A HREF=https://deep.example>x`, "done"],
    ["arrays in arrays", `[{"href":"x","toread":"no"},${"[".repeat(100_000)}${"]".repeat(100_000)}]`, "done"],
    ["one line", `title,url,time_added,tags,status\n${"x".repeat(5_000_000)}`, "failed"],
    ["quotation marks", `title,url,time_added,tags,status\n"a,https://a.example,1,,\n`, "failed"],
    ["NUL and half a pair", nul, "done"],
    ["a tag without an end", `<DL><DT><A HREF=https://a.example>a</A><${"y".repeat(9_000_000)}`, "failed"],
  ];

  for (const [what, file, status] of hostile) {
    const done = await importFile(system, userId, file);
    expect([what, done.status], JSON.stringify(done)).toEqual([what, status]);
    if (status === "failed") expect(done.error).toMatch(/\.$/);
  }

  const [found] = (await listAll(system, userId)).filter(({ url }) => url.includes("nul.example"));
  expect(found?.title).toBe("ab");
  expect(await importFile(system, userId, BROWSER)).toMatchObject({ status: "done", saved: 3 });
});

test("given more folders than there may be, then the links beyond lie in the nearest that is there", async () => {
  const userId = newUser();
  const subject = aggregateSubject(userId, "folders");
  const created = (n: number) => {
    const data = { folderId: n, name: `Folder ${n}`, parentFolderId: null, orderIndex: n - 1 };
    return { id: randomUUID(), type: "FolderCreated", data };
  };
  const { sequence } = await system.journal.append({ subject, event: created(1), expected: 0 });
  const others = Array.from({ length: FOLDERS_PER_USER - 3 }, (_, n) => created(n + 2));
  await appendAll(system.journal, subject, others, sequence);
  const list = (name: string, n: number): string =>
    `<DT><H3>${name}</H3><DL><DT><A HREF="https://folders.example/${n}">${n}</A></DL>`;
  const nested = `<DT><H3>Last</H3><DL>${[0, 1, 2, 3].map((n) => list(`Sub ${n}`, n)).join("")}</DL>`;

  const done = await importFile(system, userId, `<DL>${list("Folder 7", 7)}${nested}${list("Beyond", 9)}</DL>`);

  expect(done).toMatchObject({ status: "done", saved: 6 });
  const folders = await listFolders(system.db as never, userId);
  const last = folders.find(({ name }) => name === "Last");
  expect(folders.length + (last?.children.length ?? 0)).toBe(FOLDERS_PER_USER);
  const links = new Map((await listAll(system, userId)).map((link) => [link.title, link.folder_id]));
  expect(links.get("7")).toBe(7);
  expect(links.get("0")).toBe(last?.children[0]?.id);
  expect(links.get("3")).toBe(last?.id);
  expect(links.get("9")).toBeNull();
});

test("given a user who was erased, then an import that waited for them saves nothing", async () => {
  const userId = newUser();
  await system.journal.append({
    subject: aggregateSubject(userId, "identity"),
    event: { id: randomUUID(), type: "UserErased", data: {} },
    expected: 0,
  });
  const importId = await startImport(system, userId, BROWSER);

  await eventually(async () => (await files.open({ userId, importId })) === undefined);

  expect((await linkEvents(system, userId)).filter((type) => type.startsWith("Link"))).toEqual([]);
});
