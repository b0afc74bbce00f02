import { laterTexts, type Link, type Tag } from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, signIn } from "../test/instance.ts";
import { type SharedInstance, sharedInstance } from "../test/shared-instance.ts";

let instance: SharedInstance;
let users = 0;
beforeAll(async () => {
  instance = await sharedInstance();
});

const newClient = (): Promise<Client> => signIn(instance, `tags-${++users}@example.com`);
const save = (client: Client, n: number, tags: string[]): Promise<Link> =>
  client.json("POST", "/api/links/", { url: `https://tags.test/${n}`, tags });
const tagsOf = async (client: Client): Promise<[string, number][]> =>
  (await client.json<{ tags: Tag[] }>("GET", "/api/tags/")).tags.map(({ name, count }) => [name, count]);
const ofLinks = async (client: Client): Promise<string[][]> =>
  (await client.json<Link[]>("GET", "/api/links/")).map(({ tags }) => tags).reverse();
const path = (name: string): string => `/api/tags/${encodeURIComponent(name)}`;

describe("given links with tags", () => {
  test("each tag is listed with the number of its links, by name, whatever the case it is written in", async () => {
    const client = await newClient();
    await save(client, 1, ["rust", "Baking"]);
    await save(client, 2, ["Rust", "caf\u00e9"]);
    await save(client, 3, ["rust", "cafe\u0301"]);
    const gone = await save(client, 4, ["rust", "gone"]);
    expect((await tagsOf(client)).map(([name, count]) => [name.normalize("NFC"), count])).toEqual([
      ["Baking", 1],
      ["caf\u00e9", 2],
      ["gone", 1],
      ["rust", 4],
    ]);

    await client.json("DELETE", `/api/links/${gone.id}`);
    expect(await tagsOf(client)).toEqual(expect.arrayContaining([["rust", 3]]));
    expect((await tagsOf(client)).map(([name]) => name)).not.toContain("gone");
    await client.json("POST", `/api/links/${gone.id}/restore`);
    expect(await tagsOf(client)).toEqual(
      expect.arrayContaining([
        ["rust", 4],
        ["gone", 1],
      ]),
    );
    expect(await tagsOf(await newClient())).toEqual([]);
  });

  test("one is renamed on all of them, and one undo reverts it", async () => {
    const client = await newClient();
    await save(client, 1, ["a", "old", "z"]);
    await save(client, 2, ["Old"]);
    await save(client, 3, ["z"]);
    const answer = await client.json<{ bulk_id: string }>("PATCH", path("OLD"), { name: " New  name " });
    expect(answer).toMatchObject({ name: "New name", changed: 2 });
    expect(await ofLinks(client)).toEqual([["a", "New name", "z"], ["New name"], ["z"]]);
    expect(await tagsOf(client)).toEqual([
      ["a", 1],
      ["New name", 2],
      ["z", 2],
    ]);

    await client.json("POST", `/api/links/bulk/${answer.bulk_id}/undo`);
    expect(await ofLinks(client)).toEqual([["a", "old", "z"], ["Old"], ["z"]]);
  });

  test("renamed to the name of another tag, both become one tag, once on each link", async () => {
    const client = await newClient();
    await save(client, 1, ["js", "x", "JavaScript"]);
    await save(client, 2, ["JS"]);
    await save(client, 3, ["JavaScript"]);
    expect(await client.json("PATCH", path("js"), { name: "javascript" })).toMatchObject({ name: "JavaScript" });
    expect(await ofLinks(client)).toEqual([["JavaScript", "x"], ["JavaScript"], ["JavaScript"]]);
    expect(await tagsOf(client)).toEqual([
      ["JavaScript", 3],
      ["x", 1],
    ]);
  });

  test("renamed to another spelling, every link has the new spelling", async () => {
    const client = await newClient();
    await save(client, 1, ["rust"]);
    await save(client, 2, ["RUST"]);
    await client.json("PATCH", path("rust"), { name: "Rust" });
    expect(await tagsOf(client)).toEqual([["Rust", 2]]);
  });

  test("deleted, no link has it any more, and the links stay", async () => {
    const client = await newClient();
    await save(client, 1, ["a/b", "x"]);
    await save(client, 2, ["A/B"]);
    expect((await client.call("DELETE", path("a/b"))).status).toBe(204);
    expect(await ofLinks(client)).toEqual([["x"], []]);
    expect(await tagsOf(client)).toEqual([["x", 1]]);
  });
});

describe("given a tag that does not exist, or only of another user", () => {
  test("then renaming and deleting it is 404, and that of the other user stays", async () => {
    const [client, other] = [await newClient(), await newClient()];
    await save(other, 1, ["theirs"]);
    for (const name of ["theirs", "never"]) {
      for (const [method, body] of [
        ["PATCH", { name: "x" }],
        ["DELETE", undefined],
      ] as const) {
        const answer = await client.call(method, path(name), body);
        expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
          404,
          laterTexts.tags.notFound,
        ]);
      }
    }
    expect(await tagsOf(other)).toEqual([["theirs", 1]]);
  });

  test.each([[{ name: " " }], [{ name: "\u0001" }], [{ name: "" }], [{}], [{ name: "n".repeat(41) }]])(
    "then renaming to %j is 422",
    async (body) => {
      const client = await newClient();
      await save(client, 1, ["a"]);
      expect((await client.call("PATCH", path("a"), body)).status).toBe(422);
      expect(await tagsOf(client)).toEqual([["a", 1]]);
    },
  );
});
