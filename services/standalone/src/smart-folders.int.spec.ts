import { type Folder, type Link, texts } from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, signIn } from "../test/instance.ts";
import { type SharedInstance, sharedInstance } from "../test/shared-instance.ts";

let instance: SharedInstance;
let users = 0;
beforeAll(async () => {
  instance = await sharedInstance();
});

const newClient = (): Promise<Client> => signIn(instance, `smart-folders-${++users}@example.com`);
const make = (client: Client, body: object): Promise<Folder> => client.json("POST", "/api/folders/", body);
const save = (client: Client, path: string, more: object = {}): Promise<Link> =>
  client.json("POST", "/api/links/", { url: `https://smart.example/${path}`, ...more });

/** Status and detail of an answer. */
const outcome = async (client: Client, method: string, path: string, body?: unknown): Promise<[number, string]> => {
  const answer = await client.call(method, path, body);
  const text = await answer.text();
  return [answer.status, text === "" ? "" : ((JSON.parse(text) as { detail?: string }).detail ?? "")];
};

describe("given a smart folder", () => {
  test("it is shown with its search, changed, deleted and restored", async () => {
    const client = await newClient();
    const folder = await make(client, { name: "Unread", emoji: "👓", search: "is:unvisited (tag:food" });
    expect(folder).toMatchObject({ id: 1, name: "Unread", emoji: "👓", search: "is:unvisited ( tag:food )" });
    expect(await make(client, { name: "Plain" })).toMatchObject({ search: null });
    const changed = await client.json<Folder>("PATCH", "/api/folders/1", { search: "is:broken" });
    expect(changed).toEqual({ ...folder, search: "is:broken" });
    expect((await client.call("DELETE", "/api/folders/1")).status).toBe(204);
    expect(await client.json("POST", "/api/folders/1/restore")).toEqual(changed);
  });

  test("its list is that of its search", async () => {
    const client = await newClient();
    const { search } = await make(client, { name: "Food", search: "tag:food" });
    const bread = await save(client, "bread", { tags: ["food"] });
    await save(client, "stone", { tags: ["tools"] });
    const q = encodeURIComponent(search ?? "");
    const found = await client.json<Link[]>("GET", `/api/links/?q=${q}`);
    expect(found.map(({ id }) => id)).toEqual([bread.id]);
    expect(await client.json("GET", `/api/links/count?q=${q}`)).toEqual({ count: 1 });
  });

  test("no link can be in it, also after it was deleted and restored", async () => {
    const client = await newClient();
    const { id } = await make(client, { name: "Food", search: "tag:food" });
    const link = await save(client, "bread");
    const noFolder = [404, texts.folders.notFound];
    const tries = async () => {
      expect(await outcome(client, "PATCH", `/api/links/${link.id}`, { folder_id: id })).toEqual(noFolder);
      const other = { url: "https://smart.example/other", folder_id: id };
      expect(await outcome(client, "POST", "/api/links/", other)).toEqual(noFolder);
      const bulk = { action: "move", ids: [link.id], folder_id: id };
      expect(await outcome(client, "POST", "/api/links/bulk", bulk)).toEqual(noFolder);
    };
    await tries();
    await client.call("DELETE", `/api/folders/${id}`);
    await client.json("POST", `/api/folders/${id}/restore`);
    await tries();
    expect(await client.json("GET", `/api/links/${link.id}`)).toMatchObject({ folder_id: null });
  });

  test("an invalid search is a 422 that says so, and too many are", async () => {
    const client = await newClient();
    for (const search of ["", " ", "is:nothing", "after:soon", "x".repeat(501)]) {
      const answer = await client.call("POST", "/api/folders/", { name: "A", search });
      expect([answer.status, await answer.json()]).toEqual([
        422,
        { detail: texts.folders.search, errors: [{ path: "/search", message: texts.links.search }] },
      ]);
    }
    for (const search of [null, 7, ["a"], "x".repeat(1001), "a\u0000b"]) {
      expect((await outcome(client, "POST", "/api/folders/", { name: "A", search }))[0]).toBe(422);
    }
    expect(await client.json("GET", "/api/folders/")).toEqual([]);
    await Promise.all(Array.from({ length: 50 }, (_, at) => make(client, { name: `S${at}`, search: "bread" })));
    expect(await outcome(client, "POST", "/api/folders/", { name: "one more", search: "soup" })).toEqual([
      422,
      texts.folders.tooManySmart,
    ]);
  });

  test("a hostile name or search is kept as text", async () => {
    const client = await newClient();
    const search = `"'; drop table folders.folders; --" <img src=x onerror=alert(1)>`;
    const folder = await make(client, { name: "<script>alert(1)</script>\u202e", search });
    expect(folder).toMatchObject({ name: "<script>alert(1)</script>", search });
    expect(await client.json("GET", "/api/folders/")).toEqual([folder]);
    expect(await client.json("GET", `/api/links/?q=${encodeURIComponent(folder.search ?? "")}`)).toEqual([]);
  });

  test("another user's is like one that never existed", async () => {
    const [owner, other] = [await newClient(), await newClient()];
    const { id } = await make(owner, { name: "Mine", search: "secret" });
    const notFound = [404, texts.folders.notFound];
    expect(await outcome(other, "PATCH", `/api/folders/${id}`, { search: "bread" })).toEqual(notFound);
    expect(await outcome(other, "DELETE", `/api/folders/${id}`)).toEqual(notFound);
    expect(await outcome(other, "POST", `/api/folders/${id}/restore`)).toEqual(notFound);
    expect(await client404(other, id)).toBe(404);
    expect(await owner.json("GET", "/api/folders/")).toMatchObject([{ search: "secret" }]);
  });

  test("it is in the account's export, and in no export for other programs", async () => {
    const client = await newClient();
    await make(client, { name: "Only smart", search: "bread" });
    const text = async (path: string) => (await client.call("GET", path)).text();
    expect(await text("/api/users/me/export")).toContain(`"search":"bread"`);
    for (const format of ["html", "json", "csv"]) {
      expect(await text(`/api/exports/${format}`)).not.toContain("Only smart");
    }
  });
});

const client404 = async (client: Client, parent: number): Promise<number> =>
  (await client.call("POST", "/api/folders/", { name: "A", parent_folder_id: parent })).status;
