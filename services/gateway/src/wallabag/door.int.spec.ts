import type { TokenScope } from "@satchel/contracts";
import { repetitions } from "@satchel/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";
import { articlesOf, type Reader, readersOf } from "../../test/readers.ts";

const system = await startTestSystem();
const someone = readersOf(system, "wallabag");
const SERVER = `${system.url}/wallabag`;

interface Entry {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  readonly is_archived: number;
  readonly is_starred: number;
  readonly mimetype: string;
  readonly updated_at: string;
  readonly tags: readonly { readonly label: string }[];
}
interface Page {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly _embedded: { readonly items: readonly Entry[] };
}

/** What `plugins/wallabag.koplugin` of KOReader does, with its headers and in its order. */
function koreader() {
  let token = "";
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const json = body === undefined ? undefined : JSON.stringify(body);
    return fetch(SERVER + path, {
      method,
      headers: {
        ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { "content-type": "application/json", accept: "application/json, */*" }),
      },
      ...(json === undefined ? {} : { body: json }),
    });
  };
  const json = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await call(method, path, body);
    const text = await answer.text();
    // The plugin takes 200 alone, and an object alone.
    expect([method, path, answer.status, text[0]], text).toEqual([method, path, 200, "{"]);
    return JSON.parse(text) as T;
  };
  const signIn = async (password: string): Promise<number> => {
    const credentials = { client_id: "1", client_secret: "2", username: "me", password };
    const granted = await json<{ access_token: string; expires_in: number }>("POST", "/oauth/v2/token", {
      grant_type: "password",
      ...credentials,
    });
    token = granted.access_token;
    return granted.expires_in;
  };
  const list = async (filtering = "", perPage = 30): Promise<Entry[]> => {
    const entries: Entry[] = [];
    for (let page = 1; ; page++) {
      const found = await json<Page>("GET", `/api/entries.json?archive=0&page=${page}&perPage=${perPage}${filtering}`);
      entries.push(...found._embedded.items);
      if (page >= found.pages) return entries;
    }
  };
  return { call, json, signIn, list };
}

async function signedIn(owner: Reader, scopes: TokenScope[] = ["read", "add", "change"]) {
  const device = koreader();
  await device.signIn((await owner.newToken(scopes)).token);
  return device;
}
const titles = (entries: readonly Entry[]): string[] => entries.map(({ title }) => title);

test("given KOReader, when it synchronises, then it gets unread articles as books, and what it has read is read here", async () => {
  const owner = await someone();
  const bread = await owner.keep("Bread", { tags: ["flour", "to do"] });
  await owner.keep("Soup");
  await owner.save("Nothing kept");
  const { signIn, list, call, json } = koreader();

  expect(await signIn((await owner.newToken(["read", "add", "change"])).token)).toBeGreaterThan(300);
  const entries = await list("", 1);
  expect(titles(entries)).toEqual(["Soup", "Bread"]);
  const [, entry] = entries;
  expect(entry).toMatchObject({
    url: bread.url,
    mimetype: "text/html",
    is_archived: 0,
    updated_at: bread.copy?.kept_at,
  });
  expect(entry?.tags.map(({ label }) => label)).toEqual(["flour", "to do"]);
  expect(titles(await list("&tags=flour"))).toEqual(["Bread"]);
  expect(titles(await list("&tags=flour,none"))).toEqual([]);
  expect(titles(await list("&starred=1"))).toEqual([]);

  const book = await call("GET", `/api/entries/${entry?.id}/export.epub`);
  expect(book.status).toBe(200);
  expect((await articlesOf(book))[0]).toContain("Words of an article.");

  await json("POST", `/api/entries/${entry?.id}/tags.json`, { tags: "good, Flour" });
  const archived = await json<Entry>("PATCH", `/api/entries/${entry?.id}.json`, { archive: 1 });
  expect(archived.is_archived).toBe(1);
  expect(archived.tags.map(({ label }) => label)).toEqual(["flour", "to do", "good"]);
  expect(titles(await list())).toEqual(["Soup"]);
  expect(await (await owner.call("GET", `/api/links/${bread.id}/article`)).json()).toMatchObject({ read: 1 });
});

test("given KOReader, when it adds an address, then it is saved with its tags, and a known one keeps what it has", async () => {
  const owner = await someone();
  const device = await signedIn(owner);
  const sent = { url: "https://example.org/added", tags: "from reader,late" };
  const added = await device.json<Entry>("POST", "/api/entries.json", sent);
  await owner.call("PATCH", `/api/links/${(await found(owner, sent.url)).id}`, { title: "Mine" });
  const again = await device.json<Entry>("POST", "/api/entries.json", { url: sent.url, tags: "more" });
  expect(again).toMatchObject({ id: added.id, title: "Mine" });
  expect(again.tags.map(({ label }) => label)).toEqual(["from reader", "late", "more"]);
  // Without tags of its own, the plugin sends an empty text.
  expect(await device.json("POST", "/api/entries.json", { url: "https://example.org/x", tags: "" })).toMatchObject({
    tags: [],
  });
});

const found = async (owner: Reader, url: string): Promise<{ id: string }> => {
  const answer = await owner.call("GET", `/api/links/lookup?url=${encodeURIComponent(url)}`);
  return ((await answer.json()) as { link: { id: string } }).link;
};

test("given KOReader, when it deletes what was read, then the link is deleted, and can be restored", async () => {
  const owner = await someone();
  const link = await owner.keep("Over");
  const device = await signedIn(owner);
  const [entry] = await device.list();
  await device.json("DELETE", `/api/entries/${entry?.id}.json`);
  expect(await device.list()).toEqual([]);
  expect((await device.call("GET", `/api/entries/${entry?.id}/export.epub`)).status).toBe(404);
  expect((await owner.call("POST", `/api/links/${link.id}/restore`)).status).toBe(200);
});

test("given a page behind the last one, then it is not found, which the plugin takes for the end", async () => {
  const device = await signedIn(await someone());
  expect((await device.call("GET", "/api/entries.json?archive=0&page=1&perPage=30")).status).toBe(200);
  const answer = await device.call("GET", "/api/entries.json?archive=0&page=2&perPage=30");
  expect([answer.status, await answer.json()]).toEqual([404, { error: { code: 404, message: "Not Found" } }]);
});

test("given a wrong password, an ended token or one without the permission, then nobody is signed in, in OAuth's form", async () => {
  const owner = await someone();
  const ended = await owner.newToken(["read"]);
  await owner.call("DELETE", `/api/users/me/tokens/${ended.id}`);
  const adding = await owner.newToken(["add"]);
  for (const password of ["secret", ended.token, adding.token, `${adding.token}x`, ""]) {
    const answer = await koreader().call("POST", "/oauth/v2/token", { grant_type: "password", password });
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, "invalid_grant"]);
  }
  const other = await koreader().call("POST", "/oauth/v2/token", { grant_type: "client_credentials" });
  expect(await other.json()).toMatchObject({ error: "unsupported_grant_type" });
  const form = new URLSearchParams({ grant_type: "password", password: (await owner.newToken(["read"])).token });
  expect((await fetch(`${SERVER}/oauth/v2/token`, { method: "POST", body: form })).status).toBe(200);
});

test("given a deleted entry, when a token that may only add saves its address, then it comes back as its owner left it", async () => {
  const owner = await someone();
  const { id, url } = await owner.save("Mine", { tags: ["mine"] });
  await owner.call("DELETE", `/api/links/${id}`);
  const answer = await fetch(`${SERVER}/api/entries.json`, {
    method: "POST",
    headers: { authorization: `Bearer ${(await owner.newToken(["add"])).token}` },
    body: new URLSearchParams({ url, title: "Other", tags: "other" }),
  });
  expect(answer.status).toBe(200);
  const link: unknown = await (await owner.call("GET", `/api/links/${id}`)).json();
  expect(link).toMatchObject({ title: "Mine", tags: ["mine"] });
});

test("given no token, a cookie or a token of too little, then calls are refused and change nothing", async () => {
  const owner = await someone();
  await owner.keep("Safe");
  const reading = await signedIn(owner, ["read"]);
  const [entry] = await reading.list();
  const refused = await reading.call("DELETE", `/api/entries/${entry?.id}.json`);
  expect([refused.status, (await refused.json()) as object]).toMatchObject([403, { error: { code: 403 } }]);
  for (const headers of [{}, { cookie: owner.cookie }, { authorization: `Bearer ${owner.accessToken}` }]) {
    const answer = await fetch(`${SERVER}/api/entries/${entry?.id}.json`, {
      method: "DELETE",
      headers: headers as Record<string, string>,
    });
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([401, "access_denied"]);
  }
  expect(titles(await reading.list())).toEqual(["Safe"]);
});

test("given another account's entries, then they are answered as ones that do not exist", async () => {
  const [owner, other] = [await someone(), await someone()];
  await owner.keep("Private");
  const [entry] = await (await signedIn(owner)).list();
  const device = await signedIn(other);
  const own = `/api/entries/${entry?.id}`;
  for (const [method, path] of [
    ["GET", `${own}.json`],
    ["GET", `${own}/export.epub`],
    ["PATCH", `${own}.json`],
    ["POST", `${own}/tags.json`],
    ["DELETE", `${own}.json`],
  ] as const) {
    const body = method === "GET" || method === "DELETE" ? undefined : { archive: 1, tags: "x" };
    expect([method, path, (await device.call(method, path, body)).status]).toEqual([method, path, 404]);
  }
  expect((await (await signedIn(owner)).list())[0]).toMatchObject({ is_archived: 0, tags: [] });
});

/** With a longer head than Node reads (16 KiB), a request is refused before any door sees it. */
const QUERY_CHARS = 15_000;

test("whatever an app sends, the answer is JSON that says what is wrong, and a refused call changes nothing", async () => {
  const owner = await someone();
  await owner.keep("One", { tags: ["a"] });
  const device = await signedIn(owner);
  const [entry] = await device.list();
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom("\0", "\ud800", "a,b,,c", "x".repeat(5000), "https://example.org/\0", "9".repeat(40), "1", "0"),
  );
  const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text), fc.jsonValue());
  const name = fc.constantFrom(
    "url",
    "tags",
    "title",
    "archive",
    "starred",
    "page",
    "perPage",
    "grant_type",
    "password",
    "__proto__",
  );
  const id = fc.constantFrom(String(entry?.id), "0", "-1", "x", "9".repeat(12), "9".repeat(40), "%00");
  const path = fc
    .tuple(id, fc.constantFrom("LIST", ".json", "/tags.json", "/export.epub", "/none", "TOKEN"))
    .map(([of, rest]) =>
      rest === "LIST" ? "/api/entries.json" : rest === "TOKEN" ? "/oauth/v2/token" : `/api/entries/${of}${rest}`,
    );
  const method = fc.constantFrom("GET", "POST", "PATCH", "PUT");
  const fields = fc.dictionary(name, value, { maxKeys: 3 });
  await fc.assert(
    fc.asyncProperty(method, path, fields, fc.boolean(), async (how, at, sent, isBroken) => {
      const before = how === "GET" ? undefined : await device.json<Entry>("GET", `/api/entries/${entry?.id}.json`);
      const query =
        how === "GET"
          ? `?${new URLSearchParams(Object.entries(sent).map(([key, one]) => [key, typeof one === "string" ? one.toWellFormed() : JSON.stringify(one)])).toString()}`
          : "";
      fc.pre(query.length < QUERY_CHARS);
      const authorization = `Bearer ${(await tokenOf(owner)).token}`;
      const answer = await fetch(SERVER + at + query, {
        method: how,
        headers: { authorization, "content-type": "application/json" },
        ...(how === "GET" ? {} : { body: isBroken ? "{" : JSON.stringify(sent) }),
      });
      const body = await answer.arrayBuffer();
      expect(answer.status, Buffer.from(body).toString()).toBeLessThan(500);
      if (answer.headers.get("content-type") === "application/epub+zip") return;
      const json = JSON.parse(Buffer.from(body).toString()) as object;
      if (answer.status < 400) return;
      expect(json).toHaveProperty("error");
      if (before !== undefined) expect(await device.json("GET", `/api/entries/${entry?.id}.json`)).toEqual(before);
    }),
    { numRuns: repetitions(60, 200) },
  );
});

const tokens = new Map<Reader, Promise<{ token: string }>>();
/** One for all calls of a test: few may be made in an hour. */
function tokenOf(owner: Reader): Promise<{ token: string }> {
  const made = tokens.get(owner) ?? owner.newToken(["read", "add", "change"]);
  tokens.set(owner, made);
  return made;
}
