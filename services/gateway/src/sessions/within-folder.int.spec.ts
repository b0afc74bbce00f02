import {
  callerTexts,
  type CreatedApiToken,
  type Folder,
  type Link,
  operations,
  TOKEN_SCOPES,
} from "@satchel/contracts";
import { expect, test } from "vitest";
import { caller, type Client, startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem();

let people = 0;
const SOME_ID = "00000000-0000-4000-8000-000000000000";
const targetOf = (path: string): string =>
  path.replace(":id", SOME_ID).replace(":host", "example.org").replace(":name", "x").replace(":format", "csv");

async function bodyOf<T>(answer: Response): Promise<T> {
  expect([answer.status, answer.ok]).toEqual([answer.status, true]);
  return (await answer.json()) as T;
}

interface Limited {
  readonly owner: Client;
  readonly limited: Client;
  readonly token: string;
  readonly folder: Folder;
  /** A link in the folder, and one outside. */
  readonly inside: Link;
  readonly outside: Link;
}

/** Somebody with a token for one folder, and a link inside and outside of it. */
async function givenLimited(): Promise<Limited> {
  const owner = await system.signIn(`limited${++people}@satchel.example`);
  const folder = await bodyOf<Folder>(await owner.call("POST", "/api/folders/", { name: "Shared with an app" }));
  const save = async (url: string, folder_id: number | null): Promise<Link> =>
    bodyOf<Link>(await owner.call("POST", "/api/links/", { url, folder_id, title: `Harbour ${url}` }));
  const inside = await save("https://example.org/inside", folder.id);
  const outside = await save("https://example.org/outside", null);
  const body = { name: "App", scopes: TOKEN_SCOPES, folder_id: folder.id };
  const made = await bodyOf<CreatedApiToken>(await owner.call("POST", "/api/users/me/tokens", body));
  expect(made.folder_id).toBe(folder.id);
  const call = caller(system.url, { authorization: `Bearer ${made.token}` });
  return { owner, limited: { ...owner, call }, token: made.token, folder, inside, outside };
}

test("given a token for a folder, when every call of the API and of other doors is made, then only those that know folders are allowed", async () => {
  const { limited, token } = await givenLimited();
  for (const { id, method, path, scope, inFolder, access } of operations) {
    if (scope === "account" || access === "public") continue;
    const answer = await limited.call(method, targetOf(path));
    const isRefused = answer.status === 403 && (await answer.text()).includes(callerTexts.outOfFolder);
    expect([id, isRefused]).toEqual([id, inFolder === undefined]);
  }
  const doors = [
    [`/linkding/api/bookmarks/`, 403],
    [`/linkding/feeds/${token}/all`, 404],
    [`/opds`, 403],
    [`/opds/token/${token}`, 403],
    [`/wallabag/api/entries.json`, 403],
  ] as const;
  for (const [path, status] of doors) expect([path, (await limited.call("GET", path)).status]).toEqual([path, status]);
  const signIn = await limited.call("POST", "/wallabag/oauth/v2/token", { grant_type: "password", password: token });
  expect(signIn.status).toBe(400);
});

test("given a token for a folder, when it lists, counts and searches, then it sees that folder alone", async () => {
  const { limited, folder, inside } = await givenLimited();
  for (const query of ["", `?folder_id=${folder.id}`, "?q=harbour", "?q=-site%3Anowhere", "?sort=oldest"]) {
    const links = await bodyOf<Link[]>(await limited.call("GET", `/api/links/${query}`));
    expect([query, links.map(({ id }) => id)]).toEqual([query, [inside.id]]);
  }
  expect(await bodyOf(await limited.call("GET", "/api/links/count"))).toEqual({ count: 1 });
  expect((await limited.call("GET", "/api/links/counts")).status).toBe(403);
  expect((await limited.call("GET", "/api/links/?folder_id=0")).status).toBe(403);
  expect((await limited.call("GET", `/api/links/count?folder_id=${folder.id + 1}`)).status).toBe(403);
});

test("given a token for a folder, when an assistant uses it, then its tools are limited as calls are", async () => {
  const { limited } = await givenLimited();
  const use = async (name: string, args: object): Promise<string> => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
    return (await limited.call("POST", "/mcp", message)).text();
  };
  const found = await use("search", { query: "harbour" });
  expect([found.includes("/inside"), found.includes("/outside")]).toEqual([true, false]);
  expect(await use("list_folders", {})).toContain(callerTexts.outOfFolder);
  expect(await use("save_link", { url: "https://example.org/outside" })).toContain(callerTexts.elsewhere);
});

test("given a token for a folder, when it reads, changes and deletes links, then those elsewhere are missing, and none leaves", async () => {
  const { owner, limited, inside, outside } = await givenLimited();
  expect((await limited.call("GET", `/api/links/${inside.id}`)).status).toBe(200);
  expect((await limited.call("PATCH", `/api/links/${inside.id}`, { notes: "by the app" })).status).toBe(200);
  for (const folder_id of [0, null, 99]) {
    expect((await limited.call("PATCH", `/api/links/${inside.id}`, { folder_id })).status).toBe(403);
  }
  for (const [method, path, body] of [
    ["GET", "", undefined],
    ["PATCH", "", { notes: "no" }],
    ["DELETE", "", undefined],
    ["POST", "/visit", undefined],
    ["GET", "/article", undefined],
    ["GET", "/highlights", undefined],
    ["GET", "/preview", undefined],
  ] as const) {
    const answer = await limited.call(method, `/api/links/${outside.id}${path}`, body);
    expect([method, path, answer.status]).toEqual([method, path, 404]);
  }
  expect(await bodyOf(await owner.call("GET", `/api/links/${outside.id}`))).toMatchObject({
    notes: null,
    visit_count: 0,
  });
  expect((await limited.call("DELETE", `/api/links/${inside.id}`)).status).toBe(204);
});

test("given a token for a folder, when it saves, then into that folder; an address that is saved elsewhere, or deleted there, is refused and stays as it is", async () => {
  const { owner, limited, folder, inside, outside } = await givenLimited();
  const save = (url: string, more = {}) => limited.call("POST", "/api/links/", { url, ...more });
  expect(await bodyOf(await save("https://example.org/new"))).toMatchObject({ folder_id: folder.id });
  expect(await bodyOf(await save(inside.url, { tags: ["again"] }))).toMatchObject({ id: inside.id, tags: ["again"] });
  expect((await save("https://example.org/other", { folder_id: 0 })).status).toBe(403);
  const before = await bodyOf(await owner.call("GET", `/api/links/${outside.id}`));
  const refused = await save(outside.url, { tags: ["mine"] });
  expect([refused.status, await refused.json()]).toEqual([409, { detail: callerTexts.elsewhere }]);
  expect(await bodyOf(await owner.call("GET", `/api/links/${outside.id}`))).toEqual(before);
  await owner.call("DELETE", `/api/links/${outside.id}`);
  expect((await save(outside.url)).status).toBe(409);
});

test("given another account's folder, a missing or a smart one, when a token is to be limited to it, then none is made", async () => {
  const { owner } = await givenLimited();
  // Numbers of folders begin at 1 in each account: this is one that only the other has.
  const other = await givenLimited();
  const names = ["Two", "Three", "Four", "Five"];
  const folders = await Promise.all(
    names.map(async (name) => bodyOf<Folder>(await other.owner.call("POST", "/api/folders/", { name }))),
  );
  const theirs = Math.max(...folders.map(({ id }) => id));
  const smart = await bodyOf<Folder>(await owner.call("POST", "/api/folders/", { name: "Smart", search: "is:fav" }));
  const make = async (folder_id: number) =>
    (await owner.call("POST", "/api/users/me/tokens", { name: "App", scopes: ["read"], folder_id })).status;
  expect(await make(2 ** 31 - 1)).toBe(404);
  expect(await make(smart.id)).toBe(400);
  const own = await bodyOf<Folder[]>(await owner.call("GET", "/api/folders/"));
  expect(own.map(({ id }) => id)).not.toContain(theirs);
  expect(await make(theirs)).toBe(404);
});

test("given a folder that is deleted, when its token is used, then it sees nothing and saves nothing", async () => {
  const { owner, limited, folder } = await givenLimited();
  expect((await owner.call("DELETE", `/api/folders/${folder.id}`)).ok).toBe(true);
  expect(await bodyOf(await limited.call("GET", "/api/links/"))).toEqual([]);
  expect((await limited.call("POST", "/api/links/", { url: "https://example.org/late" })).status).toBe(404);
});
