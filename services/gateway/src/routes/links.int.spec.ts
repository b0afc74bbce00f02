import { expect, test } from "vitest";
import { type Folder, type Link, listLinks, NEXT_CURSOR, texts, titleKey } from "@satchel/contracts";
import { Value } from "typebox/value";
import { startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem();
const anna = await system.signIn("anna@satchel.example");
const bert = await system.signIn("bert@satchel.example");

const save = async (url: string, more: object = {}): Promise<Link> => {
  const answer = await anna.call("POST", "/api/links/", { url, ...more });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Link;
};
const linksOf = async (query = ""): Promise<Link[]> =>
  (await (await anna.call("GET", `/api/links/${query}`)).json()) as Link[];

test("a saved link is the answer, and the first of the list that is asked for next", async () => {
  const link = await save("https://example.org/saved", { title: "Saved", tags: ["one"] });

  expect(link).toMatchObject({ url: "https://example.org/saved", title: "Saved", tags: ["one"], folder_id: null });
  const listed = await anna.call("GET", "/api/links/?size=1");
  const body = (await listed.json()) as Link[];
  expect(Value.Errors(listLinks.responses[200], body)).toEqual([]);
  expect(body[0]?.id).toBe(link.id);
});

test("given a link is kept, when it is saved again, then the answer is 200 with the same link", async () => {
  const first = await save("https://example.org/twice");

  const again = await anna.call("POST", "/api/links", { url: "https://example.org/twice" });

  expect(again.status).toBe(200);
  expect(await again.json()).toMatchObject({ id: first.id });
});

test("given more links than a page, when the cursor is followed, then each link comes once", async () => {
  for (const n of [1, 2, 3]) await save(`https://example.org/page/${n}`);

  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const answer: Response = await anna.call("GET", `/api/links/?size=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
    seen.push(...((await answer.json()) as Link[]).map(({ id }) => id));
    cursor = answer.headers.get(NEXT_CURSOR);
  }

  const { count } = (await (await anna.call("GET", "/api/links/count")).json()) as { count: number };
  expect(seen).toHaveLength(count);
  expect(new Set(seen).size).toBe(count);
});

test("a list comes in the order that is asked for; one that there is not is refused", async () => {
  const newest = await linksOf("?size=100&sort=newest");
  expect(newest).toEqual(await linksOf("?size=100"));
  expect(await linksOf("?size=100&sort=oldest")).toEqual(newest.toReversed());
  const titles = (await linksOf("?size=100&sort=title")).map(({ title, url }) => titleKey(title, url));
  expect(titles).toEqual(titles.toSorted((a, b) => Number(a > b) - Number(a < b)));

  for (const query of ["sort=best", "sort=", "sort=title&q=page", "sort=newest&sort=oldest"]) {
    expect((await anna.call("GET", `/api/links/?${query}`)).status).toBe(422);
  }
});

test("a link becomes a favourite, goes into a folder, and by 0 or null out of it again", async () => {
  const { id } = await save("https://example.org/change");
  const folder = (await (await anna.call("POST", "/api/folders/", { name: "Reading" })).json()) as Folder;
  const change = async (body: object): Promise<unknown> => (await anna.call("PATCH", `/api/links/${id}`, body)).json();

  expect(await change({ is_favorite: true, folder_id: folder.id })).toMatchObject({ folder_id: folder.id });
  expect((await linksOf(`?folder_id=${folder.id}&favorites_only=true`)).map((link) => link.id)).toEqual([id]);
  expect(await change({ folder_id: 0 })).toMatchObject({ folder_id: null, is_favorite: true });
  await change({ folder_id: folder.id });
  expect(await change({ folder_id: null })).toMatchObject({ folder_id: null });
});

test("a folder that is none of the caller's is not found, for a new link and for a change", async () => {
  const { id } = await save("https://example.org/foreign-folder");

  for (const answer of [
    await anna.call("POST", "/api/links/", { url: "https://example.org/x", folder_id: 999 }),
    await anna.call("PATCH", `/api/links/${id}`, { folder_id: 999 }),
  ]) {
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ detail: texts.folders.notFound });
  }
});

test("a visit is counted whatever a beacon sends as its body", async () => {
  const visit = async (type: string | undefined, body: string): Promise<Response> => {
    const { id } = await save(`https://example.org/visit?${encodeURIComponent(body)}`);
    return fetch(`${system.url}/api/links/${id}/visit`, {
      method: "POST",
      headers: { authorization: `Bearer ${anna.accessToken}`, ...(type === undefined ? {} : { "content-type": type }) },
      body,
    });
  };

  for (const [type, body] of [
    ["application/json", ""],
    ["application/json", "{no json"],
    ["text/plain;charset=UTF-8", "{}"],
    ["application/xml", "<a/>"],
  ] as const) {
    const answer = await visit(type, body);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ visit_count: 1, first_visited_at: expect.any(String) as string });
  }
});

test("a deleted link is gone from the list and the count", async () => {
  const { id } = await save("https://example.org/delete");

  const answer = await anna.call("DELETE", `/api/links/${id}`);

  expect(answer.status).toBe(204);
  expect(await answer.text()).toBe("");
  expect((await linksOf("?size=100")).map((link) => link.id)).not.toContain(id);
  expect((await anna.call("DELETE", `/api/links/${id}`)).status).toBe(404);
});

test("another user's link can't be seen, changed, visited or deleted, and is answered like one that never existed", async () => {
  const { id } = await save("https://example.org/private");

  for (const [method, path, body] of [
    ["PATCH", `/api/links/${id}`, { is_favorite: true }],
    ["POST", `/api/links/${id}/visit`],
    ["DELETE", `/api/links/${id}`],
    ["GET", `/api/links/${id}/preview`],
  ] as const) {
    const answer = await bert.call(method, path, body);
    expect([method, path, answer.status]).toEqual([method, path, 404]);
  }
  expect(await (await bert.call("GET", "/api/links/")).json()).toEqual([]);
  expect((await anna.call("PATCH", `/api/links/${id}`, { is_favorite: true })).status).toBe(200);
});

test("folders form a tree of two levels; a third, a twin and a foreign parent are turned away", async () => {
  const make = (body: object): Promise<Response> => anna.call("POST", "/api/folders/", body);
  const top = (await (await make({ name: " Top ", parent_folder_id: 0 })).json()) as Folder;
  const child = (await (await make({ name: "Child", parent_folder_id: top.id })).json()) as Folder;

  expect(top).toMatchObject({ name: "Top", parent_folder_id: null, children: [] });
  const tree = (await (await anna.call("GET", "/api/folders/")).json()) as Folder[];
  expect(tree.find(({ id }) => id === top.id)?.children.map(({ id }) => id)).toEqual([child.id]);

  expect([
    (await make({ name: "Top" })).status,
    (await make({ name: "Deep", parent_folder_id: child.id })).status,
  ]).toEqual([400, 400]);
  expect((await bert.call("POST", "/api/folders/", { name: "Mine", parent_folder_id: top.id })).status).toBe(404);
});
