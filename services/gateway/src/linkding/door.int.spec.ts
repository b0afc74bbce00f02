import { TOKEN_SCOPES } from "@satchel/contracts";
import { expect, test } from "vitest";
import { caller, startTestSystem } from "../../test/gateway.ts";
import { linkdingApps, type Page } from "../../test/linkding.ts";

const system = await startTestSystem();
const ROOT = `${system.url}/linkding`;
const { appOf, newApp } = linkdingApps(system, "door");

const url = (name: string): string => `https://example.org/${name}`;
test("faults are told by field, as Django REST framework does", async () => {
  const app = await newApp();
  const post = (body: unknown): Promise<unknown> => app.ask("POST", "/bookmarks/", 400, body);
  expect(await post({})).toEqual({ url: ["This field is required."] });
  expect(await post({ url: null })).toEqual({ url: ["This field may not be null."] });
  expect(await post({ url: " " })).toEqual({ url: ["This field may not be blank."] });
  expect(await post({ url: "no address" })).toEqual({ url: ["Enter a valid URL."] });
  expect(await post({ url: "javascript:alert(1)" })).toEqual({ url: ["Enter a valid URL."] });
  expect(await post({ url: url("x"), title: [], unread: "maybe", notes: "n".repeat(10_001) })).toEqual({
    title: ["Not a valid string."],
    unread: ["Must be a valid boolean."],
    notes: ["Ensure this field has no more than 10000 characters."],
  });
  expect(await post({ url: url("x"), tag_names: "a" })).toEqual({
    tag_names: ['Expected a list of items but got type "str".'],
  });
  expect(await post({ url: url("x"), tag_names: ["a", null] })).toEqual({
    tag_names: { 1: ["This field may not be null."] },
  });
  expect(await post([])).toEqual({ non_field_errors: ["Invalid data. Expected a dictionary, but got list."] });
});

test("without a token, with a wrong one, or with a session's, nobody gets in", async () => {
  const app = await newApp();
  const ask = async (authorization?: string, cookie?: string) => {
    const headers = { ...(authorization ? { authorization } : {}), ...(cookie ? { cookie } : {}) };
    const answer = await caller(system.url, headers)("GET", "/linkding/api/bookmarks/");
    return [answer.status, await answer.json(), answer.headers.get("www-authenticate")];
  };
  const missing = [401, { detail: "Authentication credentials were not provided." }, "Token"];
  const wrong = [401, { detail: "Invalid token." }, "Token"];
  expect(await ask()).toEqual(missing);
  expect(await ask(undefined, app.owner.cookie)).toEqual(missing);
  expect(await ask("Basic YTpi", app.owner.cookie)).toEqual(missing);
  expect(await ask(`Bearer ${app.owner.accessToken}`)).toEqual(wrong);
  expect(await ask(`Token ${app.token}x`, app.owner.cookie)).toEqual(wrong);
  expect(await ask("Token", app.owner.cookie)).toEqual(missing);
  expect((await ask(`Bearer ${app.token}`))[0]).toBe(200);
});

test("a token may do what its scopes say: list, add what is new, or change", async () => {
  const all = await newApp();
  const [read, add, change] = await Promise.all(TOKEN_SCOPES.map((scope) => appOf(all.owner, [scope])));
  const refused = { detail: "You do not have permission to perform this action." };
  const { id } = await add!.ask("POST", "/bookmarks/", 201, { url: url("scoped"), description: "New", unread: false });
  expect(await add!.ask("POST", "/bookmarks/", 403, { url: url("scoped"), title: "Changed" })).toEqual(refused);
  for (const [method, path] of [
    ["POST", "/bookmarks/"],
    ["PATCH", `/bookmarks/${id}/`],
    ["DELETE", `/bookmarks/${id}/`],
    ["POST", `/bookmarks/${id}/archive/`],
    ["POST", "/tags/"],
    ["POST", "/bundles/"],
  ] as const) {
    expect(await read!.ask(method, path, 403, { url: url("scoped") })).toEqual(refused);
  }
  for (const app of [add!, change!]) expect(await app.ask("GET", `/bookmarks/${id}/`, 403)).toEqual(refused);
  await read!.ask("GET", `/bookmarks/${id}/`, 200);
  await change!.ask("PATCH", `/bookmarks/${id}/`, 200, { title: "Changed" });
});

test("given a deleted bookmark, when a token that may only add sends its address, then it comes back as its owner left it", async () => {
  const { owner } = await newApp();
  const sent = { url: url("back"), title: "Mine", notes: "My notes", tag_names: ["mine"] };
  const all = await appOf(owner);
  const { id } = await all.ask("POST", "/bookmarks/", 201, sent);
  const other = { ...sent, title: "Other", description: "Other", notes: "", tag_names: ["other"], unread: false };
  await all.ask("DELETE", `/bookmarks/${id}/`, 204);

  await (await appOf(owner, ["add"])).ask("POST", "/bookmarks/", 201, other);
  expect(await all.ask("GET", `/bookmarks/${id}/`, 200)).toMatchObject({ ...sent, description: "", unread: true });

  await all.ask("DELETE", `/bookmarks/${id}/`, 204);
  expect(await all.ask("POST", "/bookmarks/", 201, other)).toMatchObject({ ...other, id });
});

test("given two accounts, when one asks for the other's bookmarks, bundles or assets, then there are none", async () => {
  const [mine, theirs] = [await newApp(), await newApp()];
  const { id } = await theirs.ask("POST", "/bookmarks/", 201, { url: url("theirs"), tag_names: ["secret"] });
  const bundle = await theirs.ask("POST", "/bundles/", 201, { name: "Theirs", search: "secret" });
  const [tag] = (await theirs.ask<Page>("GET", "/tags/", 200)).results;

  await mine.ask("POST", "/bookmarks/", 201, { url: url("mine") });
  for (const [method, path] of [
    ["GET", ""],
    ["PATCH", ""],
    ["PUT", ""],
    ["DELETE", ""],
    ["POST", "archive/"],
    ["POST", "unarchive/"],
    ["GET", "assets/"],
    ["POST", "assets/upload/"],
    ["GET", "assets/1/"],
  ] as const) {
    await mine.ask(method, `/bookmarks/${id}/${path}`, 404, method === "GET" ? undefined : { url: url("mine") });
  }
  for (const method of ["GET", "PATCH", "DELETE"]) {
    await mine.ask(method, `/bundles/${bundle.id}/`, 404, method === "GET" ? undefined : { name: "Mine" });
    if (method !== "PATCH") await mine.ask(method, `/tags/${tag?.id}/`, 404);
  }
  const found = await mine.ask<Page>("GET", `/bookmarks/?bundle=${bundle.id}`, 200);
  expect(found.results.map((one) => one.url)).toEqual([url("mine")]);
  await theirs.ask("GET", `/bookmarks/${id}/`, 200);
});

test("what is not there, and what can't be done, is answered as in linkding; slashes at the end make no difference", async () => {
  const app = await newApp();
  expect(await app.ask("GET", "/nowhere/", 404)).toEqual({ detail: "Not found." });
  expect(await app.ask("GET", "/bookmarks/x/", 404)).toEqual({ detail: "Not found." });
  expect(await app.ask("PUT", "/bookmarks/", 405, {})).toEqual({ detail: 'Method "PUT" not allowed.' });
  const put = await fetch(`${ROOT}/api/bookmarks/`, { method: "PUT", body: "{}" });
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  expect(await app.ask("GET", "/", 200)).toEqual({});
  expect(await app.ask("GET", "", 200)).toEqual({});
  for (const path of ["/bookmarks", "/bookmarks/", "/tags", "/user/profile", "/user/profile/", "/bundles"]) {
    await app.ask("GET", path, 200);
  }
  const text = await fetch(`${ROOT}/api/bookmarks/`, {
    method: "POST",
    headers: { authorization: `Token ${app.token}`, "content-type": "text/plain" },
    body: "x",
  });
  expect([text.status, await text.json()]).toEqual([
    415,
    { detail: 'Unsupported media type "text/plain" in request.' },
  ]);
  expect((await app.call("HEAD", "/bookmarks/")).status).toBe(200);
  expect((await app.call("GET", "/bookmarks/")).headers.get("cache-control")).toBe("no-store");
});

test("linkding's pages lead to those of this server, and saving is asked for there", async () => {
  const app = await newApp();
  const get = async (path: string): Promise<string | null> =>
    (await caller(system.url)("GET", `/linkding${path}`)).headers.get("location");
  expect(await get("")).toBe("/links");
  expect(await get("/")).toBe("/links");
  expect(await get("/bookmarks?q=rye")).toBe("/links?q=rye");
  expect(await get("/bookmarks/new?url=https%3A%2F%2Fexample.org%2Fnew&title=N&auto_close")).toBe(
    "/share?url=https%3A%2F%2Fexample.org%2Fnew&title=N&close=1",
  );
  expect(await get("/bookmarks/new?url=https%3A%2F%2Fexample.org%2Fnew")).toBe(
    "/share?url=https%3A%2F%2Fexample.org%2Fnew",
  );
  expect(await get("/bookmarks/new?auto_close")).toBe("/share");
  expect((await app.ask<Page>("GET", "/bookmarks/", 200)).count).toBe(0);
});
