import { randomUUID } from "node:crypto";
import { createLogger, openCopyTexts } from "@satchel/chassis";
import {
  aggregateSubject,
  ChangeLink,
  ChangeLinks,
  ChangeRule,
  type CopyId,
  DeleteFolder,
  DeleteLink,
  DeleteRule,
  type LinkId,
  ListRules,
  ReadLinkHistory,
  RestoreLink,
  RestoreRule,
  SaveLink,
  type UserId,
} from "@satchel/contracts";
import { eventually, repetitions, spawnProgram } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { enriched, linkEvents } from "../../test/events.ts";
import { kept, makeRule, ruledEvents, rulesTried } from "../../test/rules.ts";
import { createFolder, errorOf, listAll, newUser, save, startSystem, type System } from "../../test/system.ts";
import { openRules } from "../store/rules.ts";
import { runRules } from "./run-rules.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
  // Two replicas share the events.
  await system.start("links");
});

const url = "https://www.kitchen.example/bread";
const described = (userId: UserId, linkId: LinkId, title: string): Promise<void> =>
  enriched(system, userId, linkId, "PageDescribed", { url, finalUrl: url, attempts: 1, page: { title, tags: [] } });
const linkOf = async (userId: UserId) => (await listAll(system, userId))[0];

describe("given a rule about a site", () => {
  test("when a link of it is saved, then it is moved and tagged, once, and its history names the rule", async () => {
    const userId = newUser();
    const folderId = await createFolder(system, userId, "Recipes");
    const conditions = [{ kind: "site" as const, any: ["kitchen.example"] }];
    const { id } = await makeRule(system, userId, {
      name: "Food",
      conditions,
      actions: [{ kind: "move", folder_id: folderId }, { kind: "tag", tags: ["food"] }, { kind: "favorite" }],
    });
    const linkId = await save(system, userId, url);
    const other = await save(system, userId, "https://elsewhere.example/");
    await described(userId, linkId, "Bread");
    await rulesTried(system, userId);

    const links = await listAll(system, userId);
    expect(links.map((link) => [link.id, link.folder_id, link.tags, link.is_favorite])).toEqual([
      [other, null, [], false],
      [linkId, folderId, ["food"], true],
    ]);
    expect(await ruledEvents(system, userId, linkId)).toEqual([
      {
        folderId,
        tags: ["food"],
        isFavorite: true,
        byRules: { stage: "saved", rules: [{ ruleId: id, name: "Food" }] },
      },
    ]);
    const { history } = await system.send(ReadLinkHistory, { userId, linkId });
    expect(history.find(({ rules }) => rules !== undefined)).toMatchObject({
      what: "changed",
      rules: ["Food"],
      changes: { folder_id: folderId, tags: ["food"], is_favorite: true },
    });
  });

  test("when it is switched off or deleted, then it does nothing until it is on and restored", async () => {
    const userId = newUser();
    const { id: ruleId } = await makeRule(system, userId, { is_on: false });
    const first = await save(system, userId, "https://a.example/1");
    await rulesTried(system, userId);
    await system.send(ChangeRule, { userId, ruleId, changes: { is_on: true } });
    await system.send(DeleteRule, { userId, ruleId });
    const second = await save(system, userId, "https://a.example/2");
    await rulesTried(system, userId);
    await system.send(RestoreRule, { userId, ruleId });
    const third = await save(system, userId, "https://a.example/3");
    await rulesTried(system, userId);
    const acted = await Promise.all([first, second, third].map((id) => ruledEvents(system, userId, id)));
    expect(acted.map((events) => events.length)).toEqual([0, 0, 1]);
  });

  test("when another account saves such a link, then nothing happens to it, and the rule is nobody else's to change", async () => {
    const [owner, other] = [newUser(), newUser()];
    const { id: ruleId } = await makeRule(system, owner);
    const linkId = await save(system, other, url);
    await rulesTried(system, other);
    expect(await ruledEvents(system, other, linkId)).toEqual([]);
    const folderId = await createFolder(system, owner, "Mine");
    const notFound = { code: "not-found" };
    expect(await errorOf(system.send(ChangeRule, { userId: other, ruleId, changes: {} }))).toMatchObject(notFound);
    expect(await errorOf(system.send(DeleteRule, { userId: other, ruleId }))).toMatchObject(notFound);
    expect(await errorOf(system.send(RestoreRule, { userId: other, ruleId }))).toMatchObject(notFound);
    const moving = makeRule(system, other, { actions: [{ kind: "move", folder_id: folderId }] });
    expect(await errorOf(moving)).toMatchObject(notFound);
    expect(await system.send(ListRules, { userId: other })).toEqual({ rules: [] });
  });
});

describe("given a rule about a title", () => {
  const title = { conditions: [{ kind: "title" as const, any: ["bread"] }] };

  test("when the page is described, then it acts, and not again when the page is fetched again", async () => {
    const userId = newUser();
    await makeRule(system, userId, title);
    const linkId = await save(system, userId, url);
    await rulesTried(system, userId);
    expect(await ruledEvents(system, userId, linkId)).toEqual([]);
    await described(userId, linkId, "Sourdough BREAD");
    await rulesTried(system, userId);
    expect(await linkOf(userId)).toMatchObject({ is_favorite: true });
    await system.send(ChangeLink, { userId, linkId, changes: { isFavorite: false } });
    await described(userId, linkId, "Bread again");
    await rulesTried(system, userId);
    expect(await linkOf(userId)).toMatchObject({ is_favorite: false });
    expect(await ruledEvents(system, userId, linkId)).toHaveLength(1);
  });

  test("when it was made after the page was described, then fetching the page again changes nothing", async () => {
    const userId = newUser();
    const linkId = await save(system, userId, url);
    await described(userId, linkId, "Bread");
    await makeRule(system, userId, title);
    await described(userId, linkId, "Bread");
    await rulesTried(system, userId);
    expect(await ruledEvents(system, userId, linkId)).toEqual([]);
  });

  test("when the page can't be fetched, then the title that its owner gave it counts", async () => {
    const userId = newUser();
    await makeRule(system, userId, title);
    const linkId = await save(system, userId, url, { title: "My bread" });
    await enriched(system, userId, linkId, "PageUnreachable", { url, attempts: 5, reason: "timeout" });
    await rulesTried(system, userId);
    expect(await linkOf(userId)).toMatchObject({ is_favorite: true });
  });
});

test("given a rule about what pages say, when the copy is kept, then its text is read", async () => {
  const userId = newUser();
  await makeRule(system, userId, { conditions: [{ kind: "text", any: ["caraway"] }] });
  const texts = await openCopyTexts(system.bus);
  const ids: LinkId[] = [];
  for (const [n, text] of ["A loaf with Caraway seeds.", "A plain loaf."].entries()) {
    const linkId = await save(system, userId, `${url}/${n}`);
    const version = randomUUID() as CopyId;
    await texts.put({ userId, linkId, version }, text);
    await kept(system, userId, linkId, version);
    ids.push(linkId);
  }
  await rulesTried(system, userId);
  const marked = new Map((await listAll(system, userId)).map((link) => [link.id, link.is_favorite]));
  expect(ids.map((id) => marked.get(id))).toEqual([true, false]);
});

describe("given a person changed a link before its page was described, when a rule matches then", () => {
  const fields = (folderId: number) => ({
    conditions: [{ kind: "title" as const, any: ["bread"] }],
    actions: [{ kind: "move" as const, folder_id: folderId }, { kind: "favorite" as const }],
  });

  test("the folder that the person chose stays, and what the person did not touch is changed", async () => {
    const userId = newUser();
    const [theirs, rules] = [await createFolder(system, userId, "Mine"), await createFolder(system, userId, "Rule")];
    await makeRule(system, userId, fields(rules));
    const linkId = await save(system, userId, url);
    await system.send(ChangeLink, { userId, linkId, changes: { folderId: theirs } });
    await described(userId, linkId, "Bread");
    await rulesTried(system, userId);
    expect(await linkOf(userId)).toMatchObject({ folder_id: theirs, is_favorite: true });
  });

  test("a deleted link stays as it is, also when it is restored", async () => {
    const userId = newUser();
    await makeRule(system, userId, fields(await createFolder(system, userId, "Rule")));
    const linkId = await save(system, userId, url);
    await system.send(DeleteLink, { userId, linkId });
    await described(userId, linkId, "Bread");
    await rulesTried(system, userId);
    await system.send(RestoreLink, { userId, linkId });
    await rulesTried(system, userId);
    expect(await ruledEvents(system, userId, linkId)).toEqual([]);
  });
});

describe("given two rules that would undo each other", () => {
  test("when a link is saved, and saved again, then the upper one decides, once: nothing goes in circles", async () => {
    const userId = newUser();
    const [a, b] = [await createFolder(system, userId, "A"), await createFolder(system, userId, "B")];
    await makeRule(system, userId, { name: "to A", actions: [{ kind: "move", folder_id: a }] });
    await makeRule(system, userId, { name: "to B", actions: [{ kind: "move", folder_id: b }] });
    await makeRule(system, userId, {
      name: "later to B",
      conditions: [{ kind: "title", any: ["bread"] }],
      actions: [{ kind: "move", folder_id: b }],
    });
    const linkId = await save(system, userId, url);
    await described(userId, linkId, "Bread");
    await system.send(SaveLink, { userId, url, origin: { kind: "page" } });
    await rulesTried(system, userId);
    expect(await linkOf(userId)).toMatchObject({ folder_id: a });
    expect(await ruledEvents(system, userId, linkId)).toHaveLength(1);
    expect((await linkEvents(system, userId)).filter((type) => type === "LinkChanged")).toHaveLength(1);
  });
});

test("given a rule whose folder was deleted, when a link is saved, then it is tagged all the same, and goes nowhere", async () => {
  const userId = newUser();
  const folderId = await createFolder(system, userId, "Gone");
  await makeRule(system, userId, {
    actions: [
      { kind: "move", folder_id: folderId },
      { kind: "tag", tags: ["x"] },
    ],
  });
  await system.send(DeleteFolder, { userId, folderId, recursive: false });
  await save(system, userId, url);
  await rulesTried(system, userId);
  expect(await linkOf(userId)).toMatchObject({ folder_id: null, tags: ["x"] });
});

test("given a rule that is applied to the past, when that is undone, then the links are as before, and the rule leaves them so", async () => {
  const userId = newUser();
  const linkId = await save(system, userId, url);
  const folderId = await createFolder(system, userId, "Recipes");
  const { id: ruleId } = await makeRule(system, userId, {
    conditions: [{ kind: "title", any: ["bread"] }],
    actions: [{ kind: "move", folder_id: folderId }],
  });
  const bulkId = randomUUID() as never;
  const call = { userId, bulkId, linkIds: [linkId] };
  await system.send(ChangeLinks, { ...call, action: { kind: "rule", ruleId, name: "Food", folderId } });
  expect(await linkOf(userId)).toMatchObject({ folder_id: folderId });
  await system.send(ChangeLinks, { ...call, action: { kind: "undo" } });
  await described(userId, linkId, "Bread");
  await rulesTried(system, userId);
  expect(await linkOf(userId)).toMatchObject({ folder_id: null });
});

test("given an event is delivered again, also after its link was changed, then the rule has acted once", async () => {
  const userId = newUser();
  await makeRule(system, userId);
  const linkId = await save(system, userId, url);
  await rulesTried(system, userId);
  await system.send(ChangeLink, { userId, linkId, changes: { isFavorite: false } });
  const { journal, progress, client, db, bus } = {
    ...system,
    progress: { reached: async () => true, shows: async () => true } as never,
  };
  const [rules, texts] = [await openRules(bus), await openCopyTexts(bus)];
  const again = runRules({ journal, progress, client, db, rules, texts, logger: createLogger("test", "silent") });
  const [saved] = await journal.readAggregate(aggregateSubject(userId, "links", linkId));
  if (saved === undefined) throw new Error("no event");
  for (const attempt of [1, 2, 3]) expect(await again(saved, attempt)).toBe("done");
  expect(await ruledEvents(system, userId, linkId)).toHaveLength(1);
  expect(await linkOf(userId)).toMatchObject({ is_favorite: false });
});

test("given the service is killed again and again while links are saved, then a rule has acted on each of them, once", async () => {
  const killed = await startSystem(["folders"]);
  const main = new URL("../main.ts", import.meta.url);
  let service = await spawnProgram(main, { env: killed.env });
  const userId = newUser();
  // It refuses commands until it has made its tables.
  await eventually(() =>
    makeRule(killed, userId, { actions: [{ kind: "favorite" }, { kind: "tag", tags: ["ruled"] }] }),
  );
  const ids: LinkId[] = [];
  for (let round = 0; round < repetitions(1, 5); round++) {
    for (let n = 0; n < 20; n++) {
      ids.push(await eventually(() => save(killed, userId, `https://killed.example/${round}/${n}`)));
    }
    await service.kill("SIGKILL");
    service = await spawnProgram(main, { env: killed.env });
  }
  await rulesTried(killed, userId);
  const acted = await Promise.all(ids.map((id) => ruledEvents(killed, userId, id)));
  expect(acted.map((events) => events.length)).toEqual(ids.map(() => 1));
  const links = await listAll(killed, userId);
  expect(links.filter((link) => link.is_favorite && link.tags.join() === "ruled")).toHaveLength(ids.length);
});
