import { randomBytes } from "node:crypto";
import {
  type Folder,
  type Link,
  SHARE_PAGE_SIZE,
  SHARE_TRIES_PER_CLIENT,
  type Share,
  shareTexts,
  texts,
  WRONG_SHARES_PER_MINUTE,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { type Client, startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem({
  env: { REPORT_ADDRESS: "abuse@satchel.example", LEGAL_URL: "https://satchel.example/imprint" },
});
const { url } = system;
const another = await system.startAnother();

let people = 0;
const someone = (): Promise<Client> => system.signIn(`sharing${++people}@satchel.example`);
const SHARES = "/api/users/me/shares";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const save = async (owner: Client, title: string, more: object = {}): Promise<Link> =>
  (await (
    await owner.call("POST", "/api/links/", { url: `https://example.org/${encodeURIComponent(title)}`, title, ...more })
  ).json()) as Link;
const folderOf = async (owner: Client, name: string, more: object = {}): Promise<Folder> =>
  (await (await owner.call("POST", "/api/folders/", { name, ...more })).json()) as Folder;
const ofFolder = ({ id }: Folder): object => ({ source: { kind: "folder", folder_id: id } });
const ofLink = ({ id }: Link): object => ({ source: { kind: "link", link_id: id } });

async function share(owner: Client, body: object): Promise<Share> {
  const answer = await owner.call("POST", SHARES, body);
  expect([answer.status, answer.ok ? "" : await answer.text()]).toEqual([201, ""]);
  return (await answer.json()) as Share;
}
const change = async (owner: Client, { id }: Share, body: object): Promise<Share> => {
  const answer = await owner.call("PATCH", `${SHARES}/${id}`, body);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Share;
};

/** A stranger's browser, from a network of its own. */
let strangers = 0;
function stranger(at = url): (address: string, init?: RequestInit) => Promise<Response> {
  const from = `2001:db8:1:${(++strangers).toString(16)}::1`;
  return (address, init = {}) =>
    fetch(at + address.replace(/^https?:\/\/[^/]+/, ""), {
      redirect: "manual",
      ...init,
      headers: { "x-forwarded-for": from, "user-agent": FIREFOX, ...(init.headers as Record<string, string>) },
    });
}
const visit = (address: string, init: RequestInit = {}, at = url): Promise<Response> => stranger(at)(address, init);
const titlesIn = (html: string): string[] =>
  [...html.matchAll(/<h2><a [^>]*><bdi>([^<]*)<\/bdi>/g)].map(([, title = ""]) => title);
async function titlesOf({ url: address }: Share, page = ""): Promise<string[]> {
  const answer = await visit(address + page);
  expect(answer.status).toBe(200);
  return titlesIn(await answer.text());
}
const statusOf = async (address: string, at = url): Promise<number> => (await visit(address, {}, at)).status;

test("given a shared folder, then a stranger sees its links, and none of its notes, tags, copies and neighbours", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Tides & moons", { emoji: "🌊" });
  const child = await folderOf(owner, "Below", { parent_id: folder.id });
  const link = await save(owner, "On tides", { folder_id: folder.id, tags: ["secret-tag"] });
  await owner.call("PATCH", `/api/links/${link.id}`, { notes: "Only for me", description: "How <b>they</b> come" });
  await save(owner, "In a subfolder", { folder_id: child.id });
  await save(owner, "Elsewhere");
  const shared = await share(owner, ofFolder(folder));

  expect(new URL(shared.url).pathname).toMatch(/^\/s\/[\w-]{22}$/);
  const answer = await visit(shared.url);
  const html = await answer.text();
  expect(titlesIn(html)).toEqual(["On tides"]);
  expect(html).toContain("<bdi>Tides &amp; moons</bdi>");
  expect(html).toContain("How &lt;b&gt;they&lt;/b&gt; come");
  expect(html).toContain("1 link");
  expect(html).not.toMatch(/Only for me|secret-tag|In a subfolder|Elsewhere|Below|\/api\/|<script/);
  expect(html).toContain("mailto:abuse@satchel.example?subject=");
  expect(html).toContain('href="https://satchel.example/imprint"');
  expect(html).toContain(`<meta property="og:title" content="Tides &amp; moons">`);

  const shown = await change(owner, shared, { notes: true });
  await eventually(async () => expect(await (await visit(shown.url)).text()).toContain("Only for me"));
  await change(owner, shared, { notes: false });
  await eventually(async () => expect(await (await visit(shown.url)).text()).not.toContain("Only for me"));
});

test("given a shared page, then it runs nothing, sets no cookie, is not indexed, and speaks the visitor's language", async () => {
  const owner = await someone();
  const { url: address } = await share(owner, ofFolder(await folderOf(owner, "Quiet")));
  const { headers } = await visit(address);
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'/,
  );
  expect(headers.get("x-robots-tag")).toContain("noindex");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("cache-control")).toBe("private, no-cache");
  expect(headers.getSetCookie()).toEqual([]);
  const german = await (await visit(address, { headers: { "accept-language": "de-AT, en;q=0.5" } })).text();
  expect(german).toContain('<html lang="de">');
  expect(german).toContain("Hier ist noch nichts.");
  const style = await visit(/href="(\/s\/style\.css[^"]*)"/.exec(german)?.[1] ?? "");
  expect([style.status, style.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
});

test("given a public name, then it is the address, may be indexed, and nobody else gets it; made secret, the old address is closed", async () => {
  const [owner, other] = [await someone(), await someone()];
  const shared = await share(owner, { ...ofFolder(await folderOf(owner, "Reading")), public_name: "ada-reading" });
  expect(new URL(shared.url).pathname).toBe("/s/ada-reading");
  const answer = await visit(shared.url);
  expect(answer.headers.get("x-robots-tag")).toBeNull();
  expect(await answer.text()).not.toContain("noindex");

  const taken = await other.call("POST", SHARES, {
    ...ofFolder(await folderOf(other, "Mine")),
    public_name: "ada-reading",
  });
  expect([taken.status, await taken.json()]).toEqual([409, { detail: shareTexts.nameTaken }]);

  const secret = await change(owner, shared, { public_name: null });
  expect(secret.url).not.toBe(shared.url);
  await eventually(async () => expect(await statusOf(shared.url)).toBe(404));
  const hidden = await visit(secret.url);
  expect(hidden.headers.get("x-robots-tag")).toContain("noindex");
});

test("given a shared folder, when links are moved in and out and deleted, then strangers see it at once; deleted, it is closed until it is restored", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Moving");
  const shared = await share(owner, ofFolder(folder));
  const link = await save(owner, "Mover");
  expect(await titlesOf(shared)).toEqual([]);
  await owner.call("PATCH", `/api/links/${link.id}`, { folder_id: folder.id });
  expect(await titlesOf(shared)).toEqual(["Mover"]);
  const icon = `${shared.url}/icons/${link.id}`;
  expect(await statusOf(icon)).toBe(200);
  await owner.call("PATCH", `/api/links/${link.id}`, { folder_id: null });
  expect(await titlesOf(shared)).toEqual([]);
  expect(await statusOf(icon)).toBe(404);
  await owner.call("PATCH", `/api/links/${link.id}`, { folder_id: folder.id });
  await owner.call("DELETE", `/api/links/${link.id}`);
  expect(await titlesOf(shared)).toEqual([]);
  expect(await statusOf(icon)).toBe(404);

  await owner.call("DELETE", `/api/folders/${folder.id}`);
  expect([await statusOf(shared.url), await statusOf(`${shared.url}/feed.atom`)]).toEqual([404, 404]);
  expect((await owner.call("POST", `/api/folders/${folder.id}/restore`)).ok).toBe(true);
  expect(await statusOf(shared.url)).toBe(200);
});

test("given a shared smart folder, then it shows what its search finds, with icons of those links alone", async () => {
  const owner = await someone();
  const smart = await folderOf(owner, "Baking", { search: "tag:baking" });
  const rye = await save(owner, "Rye", { tags: ["baking"] });
  const other = await save(owner, "Other");
  const shared = await share(owner, ofFolder(smart));
  expect(await titlesOf(shared)).toEqual(["Rye"]);
  expect(await (await visit(shared.url)).text()).not.toContain("tag:baking");
  expect([await statusOf(`${shared.url}/icons/${rye.id}`), await statusOf(`${shared.url}/icons/${other.id}`)]).toEqual([
    200, 404,
  ]);
});

test("given a shared link, then it is shown alone, until it is deleted", async () => {
  const owner = await someone();
  const link = await save(owner, "Alone");
  const other = await save(owner, "Not this one");
  const shared = await share(owner, ofLink(link));
  const html = await (await visit(shared.url)).text();
  expect(html).toContain("<bdi>Alone</bdi>");
  expect(html).not.toContain("Not this one");
  expect([shared.atom_url, await statusOf(`${shared.url}/feed.atom`)]).toEqual([null, 404]);
  expect([await statusOf(`${shared.url}/icons/${link.id}`), await statusOf(`${shared.url}/icons/${other.id}`)]).toEqual(
    [200, 404],
  );
  await owner.call("DELETE", `/api/links/${link.id}`);
  expect(await statusOf(shared.url)).toBe(404);
});

test("given more links than a page has, then the next page has the others, and there is none beyond", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Many");
  for (let i = 0; i <= SHARE_PAGE_SIZE; i++) await save(owner, `Link ${i}`, { folder_id: folder.id });
  const shared = await share(owner, ofFolder(folder));
  const first = await (await visit(shared.url)).text();
  expect(titlesIn(first)).toHaveLength(SHARE_PAGE_SIZE);
  expect(first).toContain(`${SHARE_PAGE_SIZE + 1} links`);
  expect(first).toContain("?page=2");
  expect(await titlesOf(shared, "?page=2")).toEqual(["Link 0"]);
  for (const page of ["3", "0", "-1", "101", "9999", "1e9", "x", "1&page=2", ""]) {
    expect([page, await statusOf(`${shared.url}?page=${page}`)]).toEqual([page, 404]);
  }
});

test("given two gateways that know an address, when its owner ends it, then both answer as to an address that never was", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Ending");
  const shared = await share(owner, ofFolder(folder));
  for (const at of [url, another]) expect(await statusOf(shared.url, at)).toBe(200);
  expect((await owner.call("DELETE", `${SHARES}/${shared.id}`)).status).toBe(204);
  const never = await (await visit(`/s/${randomBytes(16).toString("base64url")}`)).text();
  for (const at of [url, another]) {
    await eventually(async () => {
      const answer = await visit(shared.url, {}, at);
      expect([answer.status, await answer.text()]).toEqual([404, never]);
    });
  }
  expect((await owner.call("DELETE", `${SHARES}/${shared.id}`)).status).toBe(404);
  // Shared again it has another address.
  expect((await share(owner, ofFolder(folder))).url).not.toBe(shared.url);
});

test("given an expiry, then the address is closed at that moment; one that is past is refused", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Expiring");
  for (const expires_at of ["2020-01-01T00:00:00.000Z", "2030-99-99T99:99:99.999Z"]) {
    const refused = await owner.call("POST", SHARES, { ...ofFolder(folder), expires_at });
    expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([422, shareTexts.past]);
  }
  const end = Date.now() + 2500;
  const shared = await share(owner, { ...ofFolder(folder), expires_at: new Date(end).toISOString() });
  expect(await statusOf(shared.url)).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, end - Date.now() + 10));
  expect(await statusOf(shared.url)).toBe(404);
  const { shares } = (await (await owner.call("GET", SHARES)).json()) as { shares: Share[] };
  expect(shares).toMatchObject([{ id: shared.id, title: "Expiring" }]);
});

test("given a password, then nothing is seen without it; who knows it gets a cookie for this address alone, until it is changed", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Locked title");
  const link = await save(owner, "Locked link", { folder_id: folder.id });
  const shared = await share(owner, { ...ofFolder(folder), public_name: "locked-one", password: "open sesame" });
  const open = await share(owner, ofFolder(await folderOf(owner, "Other")));
  const browse = stranger();
  const enter = (password: string, headers: Record<string, string> = {}) =>
    browse(shared.url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({ password }).toString(),
    });

  const asking = await browse(shared.url);
  const form = await asking.text();
  expect([asking.status, asking.headers.get("x-robots-tag")]).toEqual([200, "noindex, nofollow, noarchive"]);
  expect(form).not.toMatch(/Locked (?:title|link)/);
  for (const path of [`/icons/${link.id}`, `/pictures/${link.id}`, "/feed.atom", "/feed.json"]) {
    expect([path, await statusOf(shared.url + path)]).toEqual([path, 404]);
  }

  const wrong = await enter("open barley");
  expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([403, []]);
  expect(await wrong.text()).toContain('role="alert"');
  const forgedPost = await enter("open sesame", { "sec-fetch-site": "cross-site" });
  expect([forgedPost.status, forgedPost.headers.getSetCookie()]).toEqual([403, []]);
  const right = await enter("open sesame", { "sec-fetch-site": "same-origin" });
  expect([right.status, right.headers.get("location")]).toEqual([303, "/s/locked-one"]);
  const [cookie = ""] = right.headers.getSetCookie();
  expect(cookie).toMatch(/^satchel_share=[^;]+; Path=\/s\/locked-one; HttpOnly; SameSite=Lax$/);
  const headers = { cookie: cookie.split(";")[0] ?? "" };
  const seen = await browse(shared.url, { headers });
  expect(titlesIn(await seen.text())).toEqual(["Locked link"]);
  expect(seen.headers.get("x-robots-tag")).toContain("noindex");
  expect((await browse(`${shared.url}/icons/${link.id}`, { headers })).status).toBe(200);

  for (const forged of ["satchel_share=1.x", `${headers.cookie}x`, "satchel_share=9999999999.", "satchel_share"]) {
    expect(await (await browse(shared.url, { headers: { cookie: forged } })).text()).toBe(form);
  }
  // Where there is none, nobody is asked for one.
  const post = await browse(open.url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "password=x",
  });
  expect([post.status, post.headers.getSetCookie()]).toEqual([303, []]);

  await change(owner, shared, { password: "open barley" });
  await eventually(async () => expect(await (await browse(shared.url, { headers })).text()).toBe(form));
});

test("given a client that guesses passwords, then it has to wait, on a page; others need not", async () => {
  const owner = await someone();
  const shared = await share(owner, { ...ofFolder(await folderOf(owner, "Guessed")), password: "open sesame" });
  const browse = stranger();
  const body = (password: string): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ password }).toString(),
  });
  for (let tried = 0; tried < SHARE_TRIES_PER_CLIENT; tried++) {
    expect((await browse(shared.url, body(`wrong ${tried}`))).status).toBe(403);
  }
  const limited = await browse(shared.url, body("open sesame"));
  expect([limited.status, Number(limited.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect(await limited.text()).toContain("Too many requests");
  expect((await visit(shared.url, body("open sesame"))).status).toBe(303);
});

test("given a shared folder, then its feeds have its links without tags, and with the notes only where they are shared", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Feed & me");
  const link = await save(owner, "Tides", { folder_id: folder.id, tags: ["mine"] });
  await owner.call("PATCH", `/api/links/${link.id}`, { notes: "My note", description: "On tides" });
  const shared = await share(owner, ofFolder(folder));
  const atom = await visit(shared.atom_url ?? "");
  expect(atom.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  expect(atom.headers.get("content-security-policy")).toMatch(/^sandbox/);
  const xml = await atom.text();
  expect(XMLValidator.validate(xml)).toBe(true);
  expect((new XMLParser().parse(xml) as { feed: object }).feed).toMatchObject({
    title: "Feed & me",
    entry: { title: "Tides", summary: "On tides" },
  });
  expect(xml).not.toMatch(/mine|My note|category/);
  const again = await visit(shared.atom_url ?? "", { headers: { "if-none-match": atom.headers.get("etag") ?? "" } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  await change(owner, shared, { notes: true });
  await eventually(async () => {
    const { items } = (await (await visit(shared.json_url ?? "")).json()) as { items: { summary: string }[] };
    expect(items[0]?.summary).toBe("On tides\n\nMy note");
  });
});

test("given another account, then it can't share what is not its own, or see, change and end what others share", async () => {
  const [mine, theirs] = [await someone(), await someone()];
  const folder = await folderOf(theirs, "Theirs");
  const link = await save(theirs, "Their link", { folder_id: folder.id });
  const shared = await share(theirs, ofFolder(folder));
  for (const [body, detail] of [
    [ofFolder(folder), texts.folders.notFound],
    [ofLink(link), texts.links.notFound],
  ] as const) {
    const refused = await mine.call("POST", SHARES, body);
    expect([refused.status, await refused.json()]).toEqual([404, { detail }]);
  }
  for (const [method, body] of [["PATCH", { notes: true }], ["DELETE"]] as const) {
    const refused = await mine.call(method, `${SHARES}/${shared.id}`, body);
    expect([refused.status, await refused.json()]).toEqual([404, { detail: shareTexts.notFound }]);
  }
  expect(await (await mine.call("GET", SHARES)).json()).toEqual({ shares: [] });
  expect(await titlesOf(shared)).toEqual(["Their link"]);
  // A picture of my own link is none of their folder's.
  expect(await statusOf(`${shared.url}/icons/${(await save(mine, "Own")).id}`)).toBe(404);
  const token = (await (
    await mine.call("POST", "/api/users/me/tokens", { name: "x", scopes: ["read", "add", "change"] })
  ).json()) as { token: string };
  const byToken = await fetch(url + SHARES, { headers: { authorization: `Bearer ${token.token}` } });
  expect(byToken.status).toBe(403);
});

test("given wrong input, then it is refused with its fault, and nothing is shared or changed", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Strict");
  const source = { kind: "folder", folder_id: folder.id };
  const wrong = [
    { public_name: "" },
    { public_name: "ab" },
    { public_name: "Ada" },
    { public_name: "-ada" },
    { public_name: "ada--lovelace" },
    { public_name: "ada/../api" },
    { public_name: "ada\u0000" },
    { public_name: "x".repeat(61) },
    { public_name: 7 },
    { notes: "yes" },
    { expires_at: "tomorrow" },
    { expires_at: 0 },
    { password: "short" },
    { password: "x".repeat(1001) },
    { password: 123456 },
    { user_id: "x" },
  ];
  for (const body of [
    {},
    { source: { kind: "all" } },
    { source: { kind: "folder" } },
    { source: { kind: "folder", folder_id: "1" } },
    { source: { kind: "link", link_id: "../x" } },
    ...wrong.map((more) => ({ source, ...more })),
  ]) {
    expect([body, (await owner.call("POST", SHARES, body)).status]).toEqual([body, 422]);
  }
  expect(await (await owner.call("GET", SHARES)).json()).toEqual({ shares: [] });
  const shared = await share(owner, { source });
  for (const body of [...wrong, { source }]) {
    expect([body, (await owner.call("PATCH", `${SHARES}/${shared.id}`, body)).status]).toEqual([body, 422]);
  }
  expect((await owner.call("PATCH", `${SHARES}/not-an-id`, {})).status).toBe(422);
  expect(await (await owner.call("GET", SHARES)).json()).toEqual({ shares: [shared] });
});

test("given addresses of all kinds that open nothing, then each has the same page and status; too many of one client have to wait", async () => {
  const never = await (await visit("/s/nothing-here")).text();
  const names = [
    "x",
    "..%2F..%2Fapi",
    "%00",
    "%3Cscript%3E",
    "a".repeat(59),
    "a".repeat(290),
    "ada*",
    "at.x",
    ">",
    "a/b",
    "a/feed.rss",
    "a/icons/x",
    "a/pictures/..%2f",
  ];
  for (const name of names) {
    const answer = await visit(`/s/${name}`);
    expect([name, answer.status, await answer.text()]).toEqual([name, 404, never]);
  }
  for (const [type, body] of [
    ["application/json", '{"password":7}'],
    ["application/json", "{"],
    ["text/plain", "x"],
    ["application/x-www-form-urlencoded", "password=a&password=b&%ff%00=%"],
    ["multipart/form-data; boundary=x", "--x"],
  ] as const) {
    const answer = await visit("/s/nothing-here", { method: "POST", headers: { "content-type": type }, body });
    expect([type, answer.status >= 400 && answer.status < 500, answer.headers.getSetCookie()]).toEqual([
      type,
      true,
      [],
    ]);
  }
  const guess = stranger();
  const statuses: number[] = [];
  // A minute may end meanwhile, and another begin.
  for (let sent = 0; sent <= 2 * WRONG_SHARES_PER_MINUTE && !statuses.includes(429); sent++) {
    statuses.push((await guess(`/s/${randomBytes(16).toString("base64url")}`)).status);
  }
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
});

test("given visits, then their number is what the owner sees; when the account is erased, then everything is closed", async () => {
  const owner = await someone();
  const shared = await share(owner, ofFolder(await folderOf(owner, "Visited")));
  const gateway = await system.startAnother();
  for (let i = 0; i < 3; i++) expect(await statusOf(shared.url, gateway)).toBe(200);
  await visit(shared.url, { headers: { "user-agent": "Googlebot/2.1" } }, gateway);
  await visit(shared.url, { method: "HEAD" }, gateway);
  await eventually(async () => {
    const { shares } = (await (await owner.call("GET", SHARES)).json()) as { shares: Share[] };
    expect(shares[0]?.visits.total).toBe(3);
  });
  expect((await owner.call("DELETE", "/api/users/me")).ok).toBe(true);
  await eventually(async () => expect(await statusOf(shared.url)).toBe(404));
});
