import { randomUUID } from "node:crypto";
import { type Folder, type Link, NEXT_CURSOR, texts, laterTexts } from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, signIn } from "../test/instance.ts";
import { type SharedInstance, sharedInstance } from "../test/shared-instance.ts";

let instance: SharedInstance;
let users = 0;
beforeAll(async () => {
  instance = await sharedInstance();
});

const newClient = (): Promise<Client> => signIn(instance, `links-${++users}@example.com`);
const url = (n: number | string): string => `https://links.test/${n}`;

const save = (client: Client, n: number | string, more: object = {}): Promise<Link> =>
  client.json("POST", "/api/links/", { url: url(n), ...more });
const list = (client: Client, query = ""): Promise<Link[]> => client.json("GET", `/api/links/${query}`);
const urls = async (client: Client, query = ""): Promise<string[]> =>
  (await list(client, query)).map((link) => link.url);
const count = async (client: Client, query = ""): Promise<number> =>
  (await client.json<{ count: number }>("GET", `/api/links/count${query}`)).count;
const change = (client: Client, link: Link, changes: object): Promise<Link> =>
  client.json("PATCH", `/api/links/${link.id}`, changes);

/** A link without what is found out about its page, which comes when it comes. */
const bare = (link: Link) => ({
  ...link,
  enrichment: null,
  // Pages that can't be had are called by their address.
  title: link.title === new URL(link.url).hostname ? null : link.title,
});
const bareList = async (client: Client) => (await list(client)).map(bare);

/** Status and detail of an answer. */
async function outcome(client: Client, method: string, path: string, body?: unknown): Promise<[number, string]> {
  const answer = await client.call(method, path, body);
  const text = await answer.text();
  return [answer.status, text === "" ? "" : ((JSON.parse(text) as { detail?: string }).detail ?? "")];
}

describe("given a link, when it is kept", () => {
  test("then the answer is 201, and it is in the list at once", async () => {
    const client = await newClient();
    const answer = await client.call("POST", "/api/links/", { url: url(1), title: " Mine ", tags: ["b", "a", "B"] });
    expect(answer.status).toBe(201);
    const link = (await answer.json()) as Link;
    expect(link).toMatchObject({ url: url(1), title: "Mine", tags: ["b", "a"], is_favorite: false, folder_id: null });
    expect(await list(client)).toMatchObject([{ id: link.id, tags: ["b", "a"] }]);
  });

  test.each(["example.com", "javascript:alert(1)", "ftp://example.com/", " "])(
    "from %j, then it is 422",
    async (bad) => {
      const client = await newClient();
      expect(await outcome(client, "POST", "/api/links/", { url: bad })).toEqual([422, texts.links.badUrl]);
      expect(await count(client)).toBe(0);
    },
  );
});

describe("given a link, when it is changed", () => {
  test("then every field can be changed, and empty texts and folder 0 remove values", async () => {
    const client = await newClient();
    const folder = await client.json<Folder>("POST", "/api/folders/", { name: "Reading" });
    const link = await save(client, 1, { title: "Mine" });
    const all = { title: "T", description: "D", notes: "N\nN", tags: ["x"], is_favorite: true, folder_id: folder.id };
    expect(await change(client, link, all)).toMatchObject(all);
    expect(await count(client, `?folder_id=${folder.id}&favorites_only=true`)).toBe(1);

    const none = { title: "", description: "", notes: "", tags: [], folder_id: 0 };
    expect(bare(await change(client, link, none))).toMatchObject({
      title: null,
      description: null,
      notes: null,
      tags: [],
      folder_id: null,
      is_favorite: true,
    });
    await change(client, link, { folder_id: folder.id });
    expect(await change(client, link, { folder_id: null })).toMatchObject({ folder_id: null });
  });

  test.each<[string, object, number]>([
    ["nothing", {}, 422],
    ["another address", { url: "https://other.test/" }, 422],
    ["a word for a yes", { is_favorite: "yes" }, 422],
    ["an empty tag", { tags: [""] }, 422],
    ["51 tags", { tags: Array.from({ length: 51 }, (_, n) => `t${n}`) }, 422],
    ["notes that are too long", { notes: "n".repeat(10_001) }, 422],
    ["a folder that is not there", { folder_id: 99 }, 404],
  ])("by %s, then it is refused and stays as it was", async (_, body, status) => {
    const client = await newClient();
    const link = await save(client, 1, { title: "Mine" });
    expect((await client.call("PATCH", `/api/links/${link.id}`, body)).status).toBe(status);
    expect(await bareList(client)).toEqual([bare(link)]);
    if (status === 404) expect((await client.call("POST", "/api/links/", { url: url(2), ...body })).status).toBe(404);
  });
});

describe("given a link, when it is visited", () => {
  interface Beacon {
    readonly body?: BodyInit;
    readonly type?: string;
    readonly keepalive?: boolean;
  }
  const visit = (client: Client, link: Link, { type, ...init }: Beacon): Promise<Response> =>
    fetch(`${instance.url}/api/links/${link.id}/visit`, {
      ...init,
      method: "POST",
      headers: {
        authorization: `Bearer ${client.token}`,
        ...(type === undefined ? {} : { "content-type": type }),
      },
    });

  test("then the call counts, with any body and type that a beacon sends", async () => {
    const client = await newClient();
    const calls: Beacon[] = [
      {},
      { body: "{}", type: "application/json" },
      { body: "", type: "application/json" },
      { body: "{}" },
      { body: new Blob(["{}"]) },
      { body: new Blob(["{}"], { type: "text/plain;charset=UTF-8" }) },
      { body: new Blob(["{broken"], { type: "application/json" }) },
      { body: new URLSearchParams({ a: "1" }) },
      { body: "{}", keepalive: true, type: "application/json" },
    ];
    for (const [n, init] of calls.entries()) {
      const answer = await visit(client, await save(client, n), init);
      expect([answer.status, ((await answer.json()) as Link).visit_count]).toEqual([200, 1]);
    }
    expect(await count(client, "?unvisited_only=true")).toBe(0);
  });

  test("and clicked again soon after, then that is the same visit", async () => {
    const client = await newClient();
    const link = await save(client, 1);
    for (let n = 0; n < 5; n++) expect((await visit(client, link, {})).status).toBe(200);
    const [visited] = await list(client);
    expect(visited?.visit_count).toBe(1);
    expect(visited?.first_visited_at).toBe(visited?.last_visited_at);
  });

  test("with a body that is far too large, then it does not count", async () => {
    const client = await newClient();
    const link = await save(client, 1);
    expect((await visit(client, link, { body: "x".repeat(200_000) })).status).toBe(413);
    expect(await bareList(client)).toEqual([bare(link)]);
  });
});

test("given more links than fit a page, then the answer names the next one; another list refuses its cursor", async () => {
  const client = await newClient();
  for (let n = 1; n <= 3; n++) await save(client, n);
  const first = await client.call("GET", "/api/links/?size=2");
  const cursor = first.headers.get(NEXT_CURSOR) ?? "";
  const second = await client.call("GET", `/api/links/?size=2&cursor=${cursor}`);
  const seen = [first, second].map(async (page) => ((await page.json()) as Link[]).map((link) => link.url));
  expect(await Promise.all(seen)).toEqual([[url(3), url(2)], [url(1)]]);
  expect(second.headers.get(NEXT_CURSOR)).toBeNull();

  const another = await newClient();
  for (const [who, query] of [
    [client, "favorites_only=true"],
    [another, "size=2"],
  ] as const) {
    expect(await outcome(who, "GET", `/api/links/?${query}&cursor=${cursor}`)).toEqual([422, laterTexts.lists.cursor]);
  }
  for (const bad of ["x", "1", `${cursor}0.`, "..", "%00"]) {
    expect((await client.call("GET", `/api/links/?size=2&cursor=${bad}`)).status).toBe(422);
  }
});

test("a list comes in the order that is asked for; one that there is not is refused", async () => {
  const client = await newClient();
  for (const [n, title] of ["Oak", "ash", "Elm"].entries()) await save(client, n, { title });
  expect(await urls(client)).toEqual([url(2), url(1), url(0)]);
  expect(await urls(client, "?sort=newest")).toEqual([url(2), url(1), url(0)]);
  expect(await urls(client, "?sort=oldest")).toEqual([url(0), url(1), url(2)]);
  expect((await list(client, "?sort=title")).map(({ title }) => title)).toEqual(["ash", "Elm", "Oak"]);
  for (const query of ["sort=best", "sort=", "sort=title&q=page", "sort=newest&sort=oldest"]) {
    expect((await client.call("GET", `/api/links/?${query}`)).status).toBe(422);
  }
});

describe("given a deleted link, when it is restored", () => {
  test("then it has its former place and all its fields, and the counts include it", async () => {
    const client = await newClient();
    const folder = await client.json<Folder>("POST", "/api/folders/", { name: "Reading" });
    await save(client, 1);
    const link = await save(client, 2, { title: "Mine", tags: ["x"], folder_id: folder.id });
    await save(client, 3);
    const before = await bareList(client);
    await client.json("DELETE", `/api/links/${link.id}`);
    expect(await outcome(client, "DELETE", `/api/links/${link.id}`)).toEqual([404, texts.links.notFound]);
    expect(await urls(client)).toEqual([url(3), url(1)]);
    expect(await count(client, `?folder_id=${folder.id}`)).toBe(0);

    expect(bare(await client.json<Link>("POST", `/api/links/${link.id}/restore`))).toEqual(bare(link));
    expect(await bareList(client)).toEqual(before);
    expect(await count(client, `?folder_id=${folder.id}`)).toBe(1);
  });

  test("while it is not deleted, or never existed, then it is 404", async () => {
    const client = await newClient();
    const link = await save(client, 1);
    for (const id of [link.id, randomUUID()]) {
      expect(await outcome(client, "POST", `/api/links/${id}/restore`)).toEqual([404, texts.links.notFound]);
    }
  });
});

describe("given a folder with links, when it is deleted and restored", () => {
  test("then its links are in no folder meanwhile, and in it again afterwards, except those that were moved", async () => {
    const client = await newClient();
    const [reading, other] = [
      await client.json<Folder>("POST", "/api/folders/", { name: "Reading" }),
      await client.json<Folder>("POST", "/api/folders/", { name: "Other" }),
    ];
    await save(client, "stays", { folder_id: reading.id });
    const moved = await save(client, "moved", { folder_id: reading.id });
    const loose = await save(client, "loose", { folder_id: reading.id });
    await client.json("DELETE", `/api/folders/${reading.id}`);
    expect(await count(client, "?folder_id=0")).toBe(3);
    expect(await count(client, `?folder_id=${reading.id}`)).toBe(0);
    await change(client, moved, { folder_id: other.id });
    await change(client, loose, { folder_id: other.id });
    await change(client, loose, { folder_id: 0 });
    expect(await outcome(client, "PATCH", `/api/links/${loose.id}`, { folder_id: reading.id })).toEqual([
      404,
      texts.folders.notFound,
    ]);

    await client.json("POST", `/api/folders/${reading.id}/restore`);
    expect(await urls(client, `?folder_id=${reading.id}`)).toEqual([url("stays")]);
    expect(await urls(client, `?folder_id=${other.id}`)).toEqual([url("moved")]);
    expect(await urls(client, "?folder_id=0")).toEqual([url("loose")]);
    expect(await count(client, `?folder_id=${reading.id}`)).toBe(1);
  });

  test("while links are moved into it, then no link is ever in a folder that does not exist", async () => {
    const client = await newClient();
    const folder = await client.json<Folder>("POST", "/api/folders/", { name: "Reading" });
    const saving = Array.from({ length: 20 }, (_, n) =>
      client.call("POST", "/api/links/", { url: url(n), folder_id: folder.id }),
    );
    const deleting = client.call("DELETE", `/api/folders/${folder.id}`);
    const statuses = (await Promise.all(saving)).map(({ status }) => status);
    expect((await deleting).status).toBe(204);
    const kept = statuses.filter((status) => status === 201).length;
    expect(statuses.filter((status) => status !== 201 && status !== 404)).toEqual([]);
    expect((await list(client, "?size=100")).map(({ folder_id }) => folder_id)).toEqual(
      Array.from({ length: kept }, () => null),
    );
    expect(await count(client, `?folder_id=${folder.id}`)).toBe(0);
    expect(await count(client, "?folder_id=0")).toBe(kept);
  });
});

test("given another user's link, when it is used in any call, then it is 404 and unchanged", async () => {
  const [owner, other] = [await newClient(), await newClient()];
  const link = await save(owner, 1, { title: "Mine" });
  const deleted = await save(owner, 2);
  await owner.json("DELETE", `/api/links/${deleted.id}`);
  const calls: [string, string, unknown?][] = [
    ["PATCH", `/api/links/${link.id}`, { is_favorite: true }],
    ["DELETE", `/api/links/${link.id}`],
    ["POST", `/api/links/${deleted.id}/restore`],
    ["POST", `/api/links/${link.id}/visit`],
    ["GET", `/api/links/${link.id}/history`],
  ];
  for (const [method, path, body] of calls) {
    expect([path, await outcome(other, method, path, body)]).toEqual([path, [404, texts.links.notFound]]);
  }
  expect((await other.call("GET", `/api/links/${link.id}/preview`)).status).toBe(404);
  expect(await list(other)).toEqual([]);
  expect(await bareList(owner)).toEqual([bare(link)]);
});
