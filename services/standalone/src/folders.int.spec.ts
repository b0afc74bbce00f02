import { type Folder, type Link, STALE, texts } from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, signIn } from "../test/instance.ts";
import { type SharedInstance, sharedInstance } from "../test/shared-instance.ts";

let instance: SharedInstance;
let users = 0;
beforeAll(async () => {
  instance = await sharedInstance();
});

const newClient = (): Promise<Client> => signIn(instance, `folders-${++users}@example.com`);

/** Status and detail of an answer. */
const outcome = async (client: Client, method: string, path: string, body?: unknown): Promise<[number, string]> => {
  const answer = await client.call(method, path, body);
  const text = await answer.text();
  return [answer.status, text === "" ? "" : ((JSON.parse(text) as { detail?: string }).detail ?? "")];
};
const make = (client: Client, name: string, parent?: number): Promise<Folder> =>
  client.json("POST", "/api/folders/", { name, parent_folder_id: parent ?? null });
const treeOf = async (client: Client): Promise<string[]> => look(await client.json<Folder[]>("GET", "/api/folders/"));
const look = (tree: readonly Folder[]): string[] =>
  tree.map(({ name, children }) =>
    children.length === 0 ? name : `${name}(${children.map((child) => child.name).join()})`,
  );

describe("given a user's folders", () => {
  test("one is created with its look, changed, and returned as it is", async () => {
    const client = await newClient();
    const answer = await client.call("POST", "/api/folders/", { name: " Küche ", color: "#a1b2c3", emoji: "🍳" });
    expect(answer.status).toBe(201);
    expect(answer.headers.get(STALE)).toBeNull();
    const folder = (await answer.json()) as Folder;
    const look = { color: "#a1b2c3", emoji: "🍳" };
    expect(folder).toEqual({
      id: 1,
      name: "Küche",
      parent_folder_id: null,
      order_index: 0,
      ...look,
      search: null,
      children: [],
    });

    const changed = await client.json<Folder>("PATCH", "/api/folders/1", { name: "Kitchen", emoji: null });
    expect(changed).toEqual({ ...folder, name: "Kitchen", emoji: null });
    expect(await client.json("GET", "/api/folders/")).toEqual([changed]);
    expect(await client.json("PATCH", "/api/folders/1", { color: "#a1b2c3" })).toEqual(changed);
  });

  test("0 as a parent means the top level, when one is made and when it is moved", async () => {
    const client = await newClient();
    const parent = await client.json<Folder>("POST", "/api/folders/", { name: "A", parent_folder_id: 0 });
    expect(parent.parent_folder_id).toBeNull();
    const child = await make(client, "B", parent.id);
    const tree = await client.json<Folder[]>("PUT", "/api/folders/reorder", {
      folder_id: child.id,
      new_order_index: 0,
      parent_folder_id: 0,
    });
    expect(look(tree)).toEqual(["B", "A"]);
  });

  test("moving one answers with the whole tree, beyond the end means the end", async () => {
    const client = await newClient();
    const [a, b, c] = [await make(client, "A"), await make(client, "B"), await make(client, "C")];
    const move = (folder: Folder, index: number, parent: Folder | null = null) =>
      client.json<Folder[]>("PUT", "/api/folders/reorder", {
        folder_id: folder.id,
        new_order_index: index,
        parent_folder_id: parent?.id ?? null,
      });
    expect(look(await move(a, 99))).toEqual(["B", "C", "A"]);
    expect(look(await move(c, 0, b))).toEqual(["B(C)", "A"]);
    expect(look(await move(a, 0, b))).toEqual(["B(A,C)"]);
    expect(await treeOf(client)).toEqual(["B(A,C)"]);
  });

  test("what the rules forbid is an error of the catalogue, and changes nothing", async () => {
    const client = await newClient();
    const [a, b] = [await make(client, "A"), await make(client, "B")];
    const x = await make(client, "X", a.id);
    await make(client, "X2", a.id);
    const xTop = await make(client, "x");
    const before = await client.json("GET", "/api/folders/");
    const to = (folder: Folder, parent: Folder | null) => ({
      folder_id: folder.id,
      new_order_index: 0,
      parent_folder_id: parent?.id ?? null,
    });
    const { folders } = texts;
    const calls: [method: string, path: string, body: unknown, status: number, detail: string][] = [
      ["POST", "/api/folders/", { name: " \t" }, 400, folders.name],
      ["POST", "/api/folders/", { name: "x".repeat(101) }, 400, folders.nameTooLong],
      ["POST", "/api/folders/", { name: "a" }, 400, folders.exists],
      ["POST", "/api/folders/", { name: "x", parent_folder_id: a.id }, 400, folders.existsHere],
      ["POST", "/api/folders/", { name: "N", parent_folder_id: x.id }, 400, folders.depth],
      ["POST", "/api/folders/", { name: "N", parent_folder_id: 999 }, 404, folders.parentNotFound],
      ["POST", "/api/folders/", { name: "N", emoji: "no" }, 400, folders.emoji],
      ["POST", "/api/folders/", { name: "N", color: "red" }, 422, texts.server.invalid],
      ["POST", "/api/folders/", { name: "N", parent_folder_id: -1 }, 422, texts.server.invalid],
      ["POST", "/api/folders/", {}, 422, texts.server.invalid],
      ["PATCH", `/api/folders/${b.id}`, { name: "A" }, 400, folders.exists],
      ["PATCH", `/api/folders/${x.id}`, { name: "x2" }, 400, folders.existsHere],
      ["PATCH", `/api/folders/${b.id}`, { name: "" }, 400, folders.name],
      ["PATCH", `/api/folders/${b.id}`, { emoji: "🍳🍳" }, 400, folders.emoji],
      ["PATCH", `/api/folders/${b.id}`, {}, 422, texts.server.invalid],
      ["PATCH", `/api/folders/${b.id}`, { order_index: 1 }, 422, texts.server.invalid],
      ["PATCH", "/api/folders/999", { name: "N" }, 404, folders.notFound],
      ["PATCH", "/api/folders/0", { name: "N" }, 422, texts.server.invalid],
      ["PATCH", "/api/folders/x", { name: "N" }, 422, texts.server.invalid],
      ["PUT", "/api/folders/reorder", to(a, a), 400, folders.intoItself],
      ["PUT", "/api/folders/reorder", to(a, x), 400, folders.intoDescendant],
      ["PUT", "/api/folders/reorder", to(b, x), 400, folders.intoFull],
      ["PUT", "/api/folders/reorder", to(a, b), 400, folders.depth],
      ["PUT", "/api/folders/reorder", to(xTop, a), 400, folders.existsHere],
      ["PUT", "/api/folders/reorder", to(x, null), 400, folders.exists],
      ["PUT", "/api/folders/reorder", { ...to(b, null), parent_folder_id: 999 }, 404, folders.parentNotFound],
      ["PUT", "/api/folders/reorder", { ...to(b, null), folder_id: 999 }, 404, folders.notFound],
      ["PUT", "/api/folders/reorder", { ...to(b, null), new_order_index: -1 }, 422, texts.server.invalid],
      ["DELETE", "/api/folders/999", undefined, 404, folders.notFound],
      ["DELETE", `/api/folders/${b.id}?recursive=maybe`, undefined, 422, texts.server.invalid],
      ["POST", `/api/folders/${b.id}/restore`, undefined, 404, folders.notFound],
      ["POST", "/api/folders/999/restore", undefined, 404, folders.notFound],
    ];
    for (const [method, path, body, status, detail] of calls) {
      expect([method, path, body, await outcome(client, method, path, body)]).toEqual([
        method,
        path,
        body,
        [status, detail],
      ]);
    }
    expect(await client.json("GET", "/api/folders/")).toEqual(before);
  });

  test("those of another user are not found, by no call", async () => {
    const [ada, eve] = [await newClient(), await newClient()];
    const secret = await make(ada, "Secret");
    await make(ada, "Deleted");
    await ada.json("DELETE", "/api/folders/2");
    const own = await make(eve, "Own");
    await eve.json("DELETE", `/api/folders/${own.id}`);
    const move = { folder_id: secret.id, new_order_index: 0, parent_folder_id: null };
    for (const [method, path, body] of [
      ["PATCH", `/api/folders/${secret.id}`, { name: "Mine" }],
      ["DELETE", `/api/folders/${secret.id}`, undefined],
      ["DELETE", `/api/folders/${secret.id}?recursive=true`, undefined],
      ["POST", "/api/folders/2/restore", undefined],
      ["PUT", "/api/folders/reorder", move],
      ["POST", "/api/folders/", { name: "Mine", parent_folder_id: secret.id }],
    ] as const) {
      expect([path, (await outcome(eve, method, path, body))[0]]).toEqual([path, 404]);
    }
    expect(await treeOf(eve)).toEqual([]);
    expect(await treeOf(ada)).toEqual(["Secret"]);
  });

  test("none is shown or changed without a session", async () => {
    for (const [method, path] of [
      ["GET", "/api/folders/"],
      ["POST", "/api/folders/"],
      ["PATCH", "/api/folders/1"],
      ["DELETE", "/api/folders/1"],
      ["POST", "/api/folders/1/restore"],
      ["PUT", "/api/folders/reorder"],
    ] as const) {
      const answer = await fetch(instance.url + path, { method });
      expect([path, answer.status, await answer.json()]).toEqual([path, 401, { detail: texts.session.missing }]);
    }
  });
});

describe("given a folder with subfolders and links, when it is deleted", () => {
  async function grow(client: Client) {
    const [a, b] = [await make(client, "A"), await make(client, "B")];
    const x = await make(client, "X", b.id);
    await make(client, "A", b.id);
    const link = await client.json<Link>("POST", "/api/links/", { url: "http://127.0.0.1:1/x", folder_id: x.id });
    return { a, b, x, link };
  }

  test("without its subfolders, these move up, and going back puts everything where it was", async () => {
    const client = await newClient();
    const { b, x } = await grow(client);
    const before = await client.json("GET", "/api/folders/");

    const answer = await client.call("DELETE", `/api/folders/${b.id}`);
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect(await treeOf(client)).toEqual(["A", "X", "A (2)"]);
    expect(await outcome(client, "DELETE", `/api/folders/${b.id}`)).toEqual([404, texts.folders.notFound]);

    const back = await client.json<Folder>("POST", `/api/folders/${b.id}/restore`);
    expect([back.id, back.children.map(({ id }) => id)]).toEqual([b.id, [x.id, x.id + 1]]);
    expect(await client.json("GET", "/api/folders/")).toEqual(before);
    expect(await outcome(client, "POST", `/api/folders/${b.id}/restore`)).toEqual([404, texts.folders.notFound]);
  });

  test("with its subfolders, all go and no link does, and going back brings all", async () => {
    const client = await newClient();
    const { b, link } = await grow(client);
    const before = await client.json("GET", "/api/folders/");

    expect((await client.call("DELETE", `/api/folders/${b.id}?recursive=true`)).status).toBe(204);
    expect(await treeOf(client)).toEqual(["A"]);
    expect((await client.json<Link[]>("GET", "/api/links/")).map(({ id }) => id)).toEqual([link.id]);

    await client.json("POST", `/api/folders/${b.id}/restore`);
    expect(await client.json("GET", "/api/folders/")).toEqual(before);
  });
});
