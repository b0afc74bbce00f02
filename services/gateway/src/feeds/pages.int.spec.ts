import { randomBytes } from "node:crypto";
import {
  type CreatedApiToken,
  type CreatedFeed,
  type Feed,
  FEED_CALLS_PER_MINUTE,
  type FeedSource,
  type Folder,
  laterTexts,
  type Link,
  texts,
  type UserId,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { decodeJwt } from "jose";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Client, startTestSystem } from "../../test/gateway.ts";
import { handOver } from "../../test/hand-over.ts";
import { FEED_ENTRIES } from "../limits.ts";
import { inProof } from "@satchel/testing/in-proof";

const system = await startTestSystem();
const { url } = system;
const another = await system.startAnother();

let people = 0;
const someone = (): Promise<Client> => system.signIn(`feeds${++people}@satchel.example`);
const ALL: FeedSource = { kind: "all" };

async function makeFeed(owner: Client, source: FeedSource = ALL, fullText = false): Promise<CreatedFeed> {
  const answer = await owner.call("POST", "/api/users/me/feeds", { name: "My <feed>", source, full_text: fullText });
  expect(answer.status).toBe(201);
  return (await answer.json()) as CreatedFeed;
}
const pathOf = (address: string): string => new URL(address).pathname;
/** Asks as a feed reader does: with nothing but the address. */
const read = (address: string, headers: Record<string, string> = {}, at = url): Promise<Response> =>
  fetch(at + pathOf(address), { headers });
interface Item {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly content_html?: string;
  readonly content_text?: string;
}
async function itemsOf({ json_url }: CreatedFeed): Promise<Item[]> {
  const answer = await read(json_url);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { items: Item[] }).items;
}
const titlesOf = async (feed: CreatedFeed): Promise<string[]> => (await itemsOf(feed)).map(({ title }) => title);
const save = async (owner: Client, title: string, more: object = {}): Promise<Link> =>
  (await (
    await owner.call("POST", "/api/links/", { url: `https://example.org/${encodeURIComponent(title)}`, title, ...more })
  ).json()) as Link;
const folderOf = async (owner: Client, name: string, more: object = {}): Promise<Folder> =>
  (await (await owner.call("POST", "/api/folders/", { name, ...more })).json()) as Folder;

test("given a feed of everything, then it has the newest links in Atom and JSON, without notes and visits", async () => {
  const owner = await someone();
  const link = await save(owner, "Tides & <b>moons</b>", { tags: ["sea & shore", "read"] });
  await owner.call("PATCH", `/api/links/${link.id}`, { notes: "Only for me", description: "On tides" });
  await owner.call("POST", `/api/links/${link.id}/visit`);
  await save(owner, "Newer");
  const feed = await makeFeed(owner);

  const atom = await read(feed.atom_url);
  expect(atom.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  const xml = await atom.text();
  expect(XMLValidator.validate(xml)).toBe(true);
  const parsed = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "@" }).parse(xml) as {
    feed: { title: string; id: string; entry: Record<string, unknown>[] };
  };
  expect(parsed.feed).toMatchObject({ title: "My <feed>", id: `urn:uuid:${feed.id}` });
  expect(parsed.feed.entry.map(({ title }) => title)).toEqual(["Newer", "Tides & <b>moons</b>"]);
  expect(parsed.feed.entry[1]).toMatchObject({
    id: `urn:uuid:${link.id}`,
    link: { "@href": link.url, "@rel": "alternate" },
    updated: link.saved_at,
    summary: "On tides",
    author: { name: "example.org" },
    category: [{ "@term": "sea & shore" }, { "@term": "read" }],
  });

  const json = await read(feed.json_url);
  expect(json.headers.get("content-type")).toBe("application/feed+json; charset=utf-8");
  const text = await json.text();
  expect(JSON.parse(text)).toMatchObject({ title: "My <feed>", feed_url: feed.json_url });
  for (const body of [xml, text]) expect(body).not.toMatch(/Only for me|visit|preview|favicon/);
});

test("given a feed, then its answer may be kept by no one else, runs nothing, and sets no cookie", async () => {
  const { headers } = await read((await makeFeed(await someone())).atom_url);
  expect(headers.get("cache-control")).toBe("private, no-cache");
  expect(headers.get("x-robots-tag")).toContain("noindex");
  expect(headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.getSetCookie()).toEqual([]);
});

test("given feeds of a folder, a smart folder and a tag, then each has what its list has, also after that changes", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Kitchen");
  const smart = await folderOf(owner, "Baking", { search: "tag:baking" });
  await save(owner, "In folder", { folder_id: folder.id });
  await save(owner, "Tagged", { tags: ["baking"] });
  const ofFolder = await makeFeed(owner, { kind: "folder", folder_id: folder.id });
  const ofSmart = await makeFeed(owner, { kind: "folder", folder_id: smart.id });
  const ofTag = await makeFeed(owner, { kind: "search", q: "tag:baking" });

  expect(await titlesOf(ofFolder)).toEqual(["In folder"]);
  expect(await titlesOf(ofSmart)).toEqual(["Tagged"]);
  expect(await titlesOf(ofTag)).toEqual(["Tagged"]);
  await owner.call("PATCH", `/api/folders/${smart.id}`, { search: "title:folder" });
  expect(await titlesOf(ofSmart)).toEqual(["In folder"]);
  // Nothing of a query is read.
  const altered = await fetch(`${url}${pathOf(ofFolder.json_url)}?q=tag:baking&folder_id=0&full_text=true`);
  expect(((await altered.json()) as { items: Item[] }).items.map(({ title }) => title)).toEqual(["In folder"]);
});

test("given a feed of a folder, when the folder is deleted, then the answer says so; when it is restored, the feed is back", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Soon gone");
  const feed = await makeFeed(owner, { kind: "folder", folder_id: folder.id });
  await owner.call("DELETE", `/api/folders/${folder.id}`);

  const gone = await read(feed.atom_url);
  expect([gone.status, await gone.json()]).toEqual([410, { detail: laterTexts.feeds.folderGone }]);
  expect(gone.headers.get("cache-control")).toBe("no-store");

  expect((await owner.call("POST", `/api/folders/${folder.id}/restore`)).ok).toBe(true);
  expect((await read(feed.atom_url)).status).toBe(200);
});

inProof("given more links than a feed has, then it has the newest", async () => {
  const owner = await someone();
  for (let i = 0; i <= FEED_ENTRIES; i++) await save(owner, `Link ${i}`);
  const titles = await titlesOf(await makeFeed(owner));
  expect(titles).toHaveLength(FEED_ENTRIES);
  expect([titles[0], titles.at(-1)]).toEqual([`Link ${FEED_ENTRIES}`, "Link 1"]);
});

test("given two accounts, then one can't make a feed of the other's folder, see or end its feeds, and its own shows nothing of it", async () => {
  const [mine, theirs] = [await someone(), await someone()];
  const folder = await folderOf(theirs, "Theirs");
  await save(theirs, "Secret", { folder_id: folder.id });
  const foreign = await makeFeed(theirs);

  const body = { name: "x", source: { kind: "folder", folder_id: folder.id } };
  const refused = await mine.call("POST", "/api/users/me/feeds", body);
  expect([refused.status, await refused.json()]).toEqual([404, { detail: texts.folders.notFound }]);
  const ending = await mine.call("DELETE", `/api/users/me/feeds/${foreign.id}`);
  expect([ending.status, await ending.json()]).toEqual([404, { detail: laterTexts.feeds.notFound }]);
  expect(await (await mine.call("GET", "/api/users/me/feeds")).json()).toEqual({ feeds: [] });
  expect(await titlesOf(await makeFeed(mine))).toEqual([]);
  expect(await titlesOf(foreign)).toEqual(["Secret"]);
});

test("given two gateways that know a feed, when its owner ends it, then both refuse it, and it is listed no more", async () => {
  const owner = await someone();
  const [feed, other] = [await makeFeed(owner), await makeFeed(owner)];
  for (const at of [url, another]) expect((await read(feed.atom_url, {}, at)).status).toBe(200);
  const { feeds } = (await (await owner.call("GET", "/api/users/me/feeds")).json()) as { feeds: Feed[] };
  expect(feeds.map(({ id }) => id).sort()).toEqual([feed.id, other.id].sort());

  expect((await owner.call("DELETE", `/api/users/me/feeds/${feed.id}`)).status).toBe(204);

  for (const at of [url, another]) {
    const answer = await eventually(async () => {
      const one = await read(feed.atom_url, {}, at);
      expect(one.status).toBe(404);
      return one;
    });
    expect(await answer.json()).toEqual({ detail: laterTexts.feeds.notFound });
    expect((await read(other.atom_url, {}, at)).status).toBe(200);
  }
  expect((await owner.call("DELETE", `/api/users/me/feeds/${feed.id}`)).status).toBe(404);
});

test.each<[string, (owner: Client) => Promise<Response>]>([
  [
    "sets a password",
    (owner) => owner.call("POST", "/api/auth/set-password", { new_password: "battery staple horse" }),
  ],
  ["erases the account", (owner) => owner.call("DELETE", "/api/users/me")],
])("given a feed, when its owner %s, then both gateways refuse it", async (_, change) => {
  const owner = await someone();
  const feed = await makeFeed(owner);
  for (const at of [url, another]) expect((await read(feed.atom_url, {}, at)).status).toBe(200);

  expect((await change(owner)).ok).toBe(true);

  for (const at of [url, another]) {
    await eventually(async () => expect((await read(feed.atom_url, {}, at)).status).toBe(404));
  }
});

test("given a reader that has the feed, then it gets 304 until something that is shown changes, by tag and by date", async () => {
  const owner = await someone();
  const link = await save(owner, "Before");
  const feed = await makeFeed(owner);
  const first = await read(feed.atom_url);
  const etag = first.headers.get("etag") ?? "";
  const since = first.headers.get("last-modified") ?? "";
  expect(etag).toMatch(/^W\/"[\w-]+"$/);

  for (const headers of [{ "if-none-match": etag }, { "if-modified-since": since }]) {
    const same = await read(feed.atom_url, headers as Record<string, string>);
    expect([same.status, await same.text(), same.headers.get("etag")]).toEqual([304, "", etag]);
  }
  // A visit is not shown.
  await owner.call("POST", `/api/links/${link.id}/visit`);
  expect((await read(feed.atom_url, { "if-none-match": etag })).status).toBe(304);
  // A page that is described in between would change it too, so the tag is the last thing that is compared.
  await owner.call("PATCH", `/api/links/${link.id}`, { title: "After" });
  const changed = await read(feed.atom_url, { "if-none-match": etag });
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain("After");
  const head = await fetch(url + pathOf(feed.atom_url), { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("given a kept article, then a feed with full text has it without pictures, and another feed has not", async () => {
  const owner = await someone();
  const link = await save(owner, "kept");
  await handOver(system, decodeJwt(owner.accessToken).sub as UserId, link.id);
  await eventually(async () => expect((await owner.call("GET", `/api/links/${link.id}/article`)).status).toBe(200));
  const [full, plain] = [await makeFeed(owner, ALL, true), await makeFeed(owner)];

  const [item] = await itemsOf(full);
  expect(item?.content_html).toContain("Words of an article.");
  expect(item?.content_html).not.toMatch(/<img|src=/);
  expect(await (await read(full.atom_url)).text()).toContain('<content type="html"');
  expect((await itemsOf(plain))[0]).not.toHaveProperty("content_html");
});

test("given wrong addresses of all kinds, then all have the same answer; a token is no address, and an address no token", async () => {
  const owner = await someone();
  const feed = await makeFeed(owner);
  const secret = /\/feeds\/([\w-]+)\.atom$/.exec(feed.atom_url)?.[1] ?? "";
  expect(secret).toMatch(/^[\w-]{86}$/);
  const made = await owner.call("POST", "/api/users/me/tokens", { name: "Phone", scopes: ["read"] });
  const { token } = (await made.json()) as CreatedApiToken;

  for (const name of [
    `${secret.slice(0, -4)}AAAA.atom`,
    `${randomBytes(64).toString("base64url").slice(0, 86)}.json`,
    `${secret}.rss`,
    `${secret}.atom.json`,
    `${secret}`,
    `${token.slice("satchel_".length)}.atom`,
    `${token}.atom`,
    "x.atom",
    ".atom",
    "*.json",
    "%3E.json",
    "%00.atom",
    "..%2F..%2Fapi.json",
    "a".repeat(280),
  ]) {
    const answer = await fetch(`${url}/feeds/${name}`);
    expect([name, answer.status, await answer.json()]).toEqual([name, 404, { detail: laterTexts.feeds.notFound }]);
  }
  for (const presented of [secret, `satchel_${secret}`]) {
    const answer = await fetch(`${url}/api/links/`, { headers: { authorization: `Bearer ${presented}` } });
    expect(answer.status).toBe(401);
  }
  expect((await read(feed.atom_url, { cookie: owner.cookie, authorization: "Bearer x" })).status).toBe(200);
  const byToken = await fetch(`${url}/api/users/me/feeds`, { headers: { authorization: `Bearer ${token}` } });
  expect(byToken.status).toBe(403);
});

test("whatever is asked at the place of feeds, then it opens nothing but the feed under its own address, and is no fault of ours", async () => {
  const owner = await someone();
  const path = new URL((await makeFeed(owner)).atom_url).pathname;
  const [, secret = ""] = /\/feeds\/([\w-]+)\.atom$/.exec(path) ?? [];
  const changed = fc
    .tuple(fc.nat(secret.length - 2), fc.constantFrom("A", "_", "-", "z"))
    .map(([at, by]) => `${secret.slice(0, at)}${secret[at] === by ? "B" : by}${secret.slice(at + 1)}.atom`);
  const names = fc.oneof(
    changed,
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom("%", "%ff", "%00.json", "..%2f..%2fapi", `${secret}.atom%00`, `${secret}%2eatom/x`),
  );
  let networks = 0;
  // Each from a network of its own: wrong addresses are counted by network.
  const ask = (target: string, headers: Record<string, string> = {}) =>
    fetch(url + target, { headers: { ...headers, "x-forwarded-for": `2001:db8:2:${(++networks).toString(16)}::1` } });
  await fc.assert(
    fc.asyncProperty(names, fc.string({ maxLength: 30 }), async (name, query) => {
      fc.pre(name !== "." && name !== "..");
      const answer = await ask(`/feeds/${name}?${encodeURIComponent(query.toWellFormed())}`, { cookie: owner.cookie });
      const body = (await answer.json()) as { detail: unknown };
      expect([name, answer.status >= 400 && answer.status < 500, typeof body.detail]).toEqual([name, true, "string"]);
    }),
    { numRuns: 100 },
  );
  const header = fc.oneof(
    fc.string({ unit: "grapheme-ascii", maxLength: 40 }),
    fc.constantFrom("*", 'W/"', '"",""', "Thu, 99 Foo 2026", new Date(0).toUTCString()),
  );
  await fc.assert(
    fc.asyncProperty(header, header, async (tag, since) => {
      const answer = await ask(path, { "if-none-match": tag, "if-modified-since": since });
      expect([tag, since, [200, 304].includes(answer.status)]).toEqual([tag, since, true]);
    }),
    { numRuns: 20 },
  );
});

test("given wrong input for a new feed, then it is refused and none is made", async () => {
  const owner = await someone();
  for (const body of [
    {},
    { name: "x" },
    { name: "", source: ALL },
    { name: "x".repeat(101), source: ALL },
    { name: "x", source: { kind: "notes" } },
    { name: "x", source: { kind: "folder" } },
    { name: "x", source: { kind: "folder", folder_id: "1" } },
    { name: "x", source: { kind: "folder", folder_id: 0 } },
    { name: "x", source: { kind: "search", q: "" } },
    { name: "x", source: { kind: "search", q: "x".repeat(501) } },
    { name: "x", source: { kind: "all", q: "x" } },
    { name: "x", source: ALL, full_text: "yes" },
    { name: "x", source: ALL, user_id: "x" },
  ]) {
    expect([body, (await owner.call("POST", "/api/users/me/feeds", body)).status]).toEqual([body, 422]);
  }
  expect(await (await owner.call("GET", "/api/users/me/feeds")).json()).toEqual({ feeds: [] });
});

test("given a reader that asks all the time, then it waits, and other feeds do not", async () => {
  const owner = await someone();
  const [busy, other] = [await makeFeed(owner), await makeFeed(owner)];
  const statuses: number[] = [];
  // A minute may end meanwhile, and another begin.
  for (let sent = 0; sent <= 2 * FEED_CALLS_PER_MINUTE && !statuses.includes(429); sent++) {
    const answer = await read(busy.atom_url);
    statuses.push(answer.status);
    if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(statuses).toContain(429);
  expect((await read(other.atom_url)).status).toBe(200);
});

test("given feeds were read, then the gateway's log has no address", () => {
  expect(system.log.length).toBeGreaterThan(0);
  expect(system.log.join("\n")).not.toMatch(/[\w-]{86}/);
});
