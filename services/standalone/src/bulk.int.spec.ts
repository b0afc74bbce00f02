import { randomUUID } from "node:crypto";
import {
  BULK_CHUNK,
  BULK_LINKS,
  type BulkAnswer,
  type ErrorBody,
  type Folder,
  laterTexts,
  type Link,
  texts,
} from "@satchel/contracts";
import { eventually, repetitions } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, signIn } from "../test/instance.ts";
import { type SharedInstance, sharedInstance } from "../test/shared-instance.ts";

let instance: SharedInstance;
let users = 0;
beforeAll(async () => {
  instance = await sharedInstance();
});

const newClient = (): Promise<Client> => signIn(instance, `bulk-${++users}@example.com`);
const save = (client: Client, n: number, more: object = {}): Promise<Link> =>
  client.json("POST", "/api/links/", { url: `https://bulk.test/${n}`, ...more });
const bulk = (client: Client, body: object): Promise<BulkAnswer> => client.json("POST", "/api/links/bulk", body);
const undo = (client: Client, { bulk_id }: BulkAnswer): Promise<BulkAnswer> =>
  client.json("POST", `/api/links/bulk/${bulk_id}/undo`);
/** All links, without what is found out about their pages, which comes when it comes. */
const list = async (client: Client) => (await client.json<Link[]>("GET", "/api/links/?size=100")).map(bare);
const bare = (link: Link) => ({
  ...link,
  enrichment: null,
  // Pages that can't be had are called by their address.
  title: link.title === new URL(link.url).hostname ? null : link.title,
});
const count = async (client: Client, query: string): Promise<number> =>
  (await client.json<{ count: number }>("GET", `/api/links/count?${query}`)).count;

async function saveSome(client: Client, number: number): Promise<Link[]> {
  const links: Link[] = [];
  for (let n = 0; n < number; n++) links.push(await save(client, n, n === 0 ? { tags: ["old"] } : {}));
  return links;
}
const idsOf = (links: readonly Pick<Link, "id">[]): string[] => links.map(({ id }) => id);

describe("given links, when one call changes many", () => {
  test("then the answer has the numbers of changed and unchanged links, and the call is undone as one, for each action", async () => {
    const client = await newClient();
    const links = await saveSome(client, 5);
    const ids = idsOf(links);
    const folder = await client.json<Folder>("POST", "/api/folders/", { name: "Reading" });
    await client.json("POST", `/api/links/${ids[0]}/visit`, {});
    const before = await list(client);

    const actions: [object, (link: Omit<Link, "enrichment">) => boolean, number][] = [
      [{ action: "move", folder_id: folder.id }, (link) => link.folder_id === folder.id, 5],
      [{ action: "favorite", is_favorite: true }, (link) => link.is_favorite, 5],
      [{ action: "visited", is_visited: true }, (link) => link.visit_count === 1 && link.first_visited_at !== null, 4],
      [{ action: "visited", is_visited: false }, (link) => link.visit_count === 0 && link.last_visited_at === null, 1],
      [{ action: "tag", tags: ["OLD", "new"] }, (link) => link.tags.includes("new"), 5],
      [{ action: "untag", tags: ["Old"] }, (link) => link.tags.length === 0, 1],
    ];
    for (const [action, holds, changed] of actions) {
      const answer = await bulk(client, { ids, ...action });
      expect(answer).toEqual({
        bulk_id: expect.any(String) as string,
        changed,
        unchanged: 5 - changed,
        failed: [],
      });
      expect((await list(client)).every(holds)).toBe(true);
      expect(await bulk(client, { ids, ...action })).toMatchObject({ changed: 0, unchanged: 5 });
      expect(await undo(client, answer)).toMatchObject({ bulk_id: answer.bulk_id, changed, failed: [] });
      expect(await list(client)).toEqual(before);
    }
  });

  test("deleting them, then they are gone until that is undone, or they are restored together", async () => {
    const client = await newClient();
    const ids = idsOf(await saveSome(client, 4));
    const before = await list(client);
    const deleted = await bulk(client, { ids: ids.slice(0, 3), action: "delete" });
    expect(deleted).toMatchObject({ changed: 3, unchanged: 0 });
    expect(idsOf(await list(client))).toEqual(ids.slice(3));
    expect(await undo(client, deleted)).toMatchObject({ changed: 3 });
    expect(await list(client)).toEqual(before);

    await bulk(client, { ids, action: "delete" });
    const restored = await bulk(client, { ids, action: "restore" });
    expect(restored).toMatchObject({ changed: 4, failed: [] });
    expect(await list(client)).toEqual(before);
    await undo(client, restored);
    expect(await list(client)).toEqual([]);
  });

  test("by a filter, then all links of that list are changed, and no others", async () => {
    const client = await newClient();
    const links = await saveSome(client, 6);
    for (const link of links.slice(0, 4)) {
      await client.json("PATCH", `/api/links/${link.id}`, { is_favorite: true, title: "walnut" });
    }
    await client.call("POST", `/api/links/${links[0]?.id}/visit`);
    const filter = { favorites_only: true, unvisited_only: true };
    expect(await bulk(client, { filter, action: "tag", tags: ["x"] })).toMatchObject({ changed: 3 });
    expect((await list(client)).filter(({ tags }) => tags.includes("x"))).toHaveLength(3);
    expect(await bulk(client, { filter: { q: "walnut" }, action: "tag", tags: ["y"] })).toMatchObject({ changed: 4 });
    expect(await bulk(client, { filter: { folder_id: 99 }, action: "delete" })).toMatchObject({ changed: 0 });
    expect(await bulk(client, { filter: {}, action: "delete" })).toMatchObject({ changed: 6 });
    expect(await list(client)).toEqual([]);
  });

  test("and some of them can't be changed, then the others are, and the answer has the reasons", async () => {
    const client = await newClient();
    const other = await newClient();
    const [mine, full, gone] = await saveSome(client, 3);
    const [theirs] = await saveSome(other, 1);
    if (!mine || !full || !gone || !theirs) throw new Error("no links");
    const tags = Array.from({ length: 50 }, (_, n) => `t${n}`);
    await client.json("PATCH", `/api/links/${full.id}`, { tags });
    await client.json("DELETE", `/api/links/${gone.id}`);
    const never = randomUUID();
    const answer = await bulk(client, {
      ids: [mine.id, full.id, gone.id, theirs.id, never],
      action: "tag",
      tags: ["x"],
    });
    expect(answer).toMatchObject({ changed: 1, unchanged: 0 });
    expect(new Map<string, string>(answer.failed.map(({ id, detail }) => [id, detail]))).toEqual(
      new Map<string, unknown>([
        [full.id, laterTexts.tags.tooMany],
        [gone.id, texts.links.notFound],
        [theirs.id, texts.links.notFound],
        [never, texts.links.notFound],
      ]),
    );
    expect(await list(other)).toEqual([bare(theirs)]);
  });

  test("by a filter that finds more than fit one command, and than one call may name, then all are changed and the counts are right", async () => {
    const client = await newClient();
    const number = repetitions(BULK_CHUNK + 50, BULK_LINKS + 1);
    const file = Array.from({ length: number }, (_, n) => `<DT><A HREF="https://many.test/${n}">${n}</A>`).join("\n");
    const started = await fetch(`${instance.url}/api/imports`, {
      method: "POST",
      headers: { authorization: `Bearer ${client.token}`, "content-type": "text/html" },
      body: `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${file}\n</DL><p>`,
    });
    expect(started.ok).toBe(true);
    await eventually(async () => (await count(client, "")) === number, { timeout: 240_000 });
    const answer = await bulk(client, { filter: {}, action: "favorite", is_favorite: true });
    expect(answer).toMatchObject({ changed: number, unchanged: 0, failed: [] });
    expect(await count(client, "favorites_only=true")).toBe(number);
    expect(await undo(client, answer)).toMatchObject({ changed: number });
    expect(await count(client, "favorites_only=true")).toBe(0);
  });
});

describe("given a bulk call, when it is undone", () => {
  test("then links that were changed since stay as they are, and a second time there is nothing to undo", async () => {
    const client = await newClient();
    const [a, b, c] = await saveSome(client, 3);
    if (!a || !b || !c) throw new Error("no links");
    const answer = await bulk(client, { ids: idsOf([a, b, c]), action: "tag", tags: ["x"] });
    await client.json("PATCH", `/api/links/${b.id}`, { title: "Changed" });
    expect(await undo(client, answer)).toMatchObject({ changed: 2 });
    const tags = new Map<string, string[]>((await list(client)).map((link) => [link.id, link.tags]));
    expect(tags).toEqual(
      new Map<string, unknown>([
        [a.id, ["old"]],
        [b.id, ["x"]],
        [c.id, []],
      ]),
    );
    const again = await client.call("POST", `/api/links/bulk/${answer.bulk_id}/undo`);
    expect([again.status, ((await again.json()) as ErrorBody).detail]).toEqual([404, texts.links.undone]);
  });

  test("by another user, or never made, then it is 404 and nothing happens", async () => {
    const [client, other] = [await newClient(), await newClient()];
    const links = await saveSome(client, 2);
    const { bulk_id } = await bulk(client, { ids: idsOf(links), action: "favorite", is_favorite: true });
    for (const id of [bulk_id, randomUUID()]) {
      expect((await other.call("POST", `/api/links/bulk/${id}/undo`)).status).toBe(404);
    }
    expect((await list(client)).every((link) => link.is_favorite)).toBe(true);
  });
});

describe("given an invalid bulk call", () => {
  const id = "8b4571bd-f45a-580c-8bfe-60e1632dbf9a";
  test.each([
    [{ action: "delete" }, "/ids"],
    [{ ids: [id], filter: {}, action: "delete" }, "/ids"],
    [{ ids: [], action: "delete" }, "/ids"],
    [{ ids: [id, id], action: "delete" }, "/ids"],
    [{ ids: ["x"], action: "delete" }, "/ids/0"],
    [{ ids: [id], action: "move" }, "/folder_id"],
    [{ ids: [id], action: "favorite" }, "/is_favorite"],
    [{ ids: [id], action: "tag" }, "/tags"],
    [{ ids: [id], action: "tag", tags: ["x"], folder_id: 1 }, "/folder_id"],
    [{ ids: [id], action: "delete", is_favorite: true }, "/is_favorite"],
    [{ ids: [id], action: "explode" }, "/action"],
  ])("%j, then it is 422 and says where", async (body, path) => {
    const client = await newClient();
    const answer = await client.call("POST", "/api/links/bulk", body);
    expect(answer.status).toBe(422);
    expect(((await answer.json()) as ErrorBody).errors?.map((error) => error.path)).toContain(path);
  });

  test("into a folder that does not exist, then it is 404, and nothing is moved", async () => {
    const client = await newClient();
    const links = await saveSome(client, 2);
    const answer = await client.call("POST", "/api/links/bulk", { ids: idsOf(links), action: "move", folder_id: 99 });
    expect([answer.status, ((await answer.json()) as ErrorBody).detail]).toEqual([404, texts.folders.notFound]);
  });
});
