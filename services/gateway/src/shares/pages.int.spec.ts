import { randomBytes } from "node:crypto";
import { createLogger, openPool } from "@satchel/chassis";
import { SHARE_PAGE_SIZE, type Share, shareTexts, type UserId } from "@satchel/contracts";
import { addLinks } from "@satchel/links/test/tables.ts";
import { atEnd, eventually } from "@satchel/testing";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";
import { change, folderOf, ofFolder, ofLink, save, share, SHARES, titlesIn, sharingAt } from "../../test/sharing.ts";
import { inProof } from "@satchel/testing/in-proof";

const system = await startTestSystem({
  env: { REPORT_ADDRESS: "abuse@satchel.example", LEGAL_URL: "https://satchel.example/imprint" },
});
const { url } = system;
const another = await system.startAnother();
const { someone, statusOf, titlesOf, visit } = sharingAt(system);

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

test("given a host in another script, then the page and the feed name it in its own letters, and look-alikes as they are", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Abroad");
  for (const host of ["xn--e1afmkfd.xn--p1ai", "xn--80ak6aa92e.com"])
    await save(owner, "Elsewhere", { url: `https://${host}/`, folder_id: folder.id });
  const { url: page, atom_url: feed } = await share(owner, ofFolder(folder));

  const shown = await (await visit(page)).text();
  expect(shown).toContain("<bdi>пример.рф</bdi>");
  expect(shown).toContain("<bdi>xn--80ak6aa92e.com</bdi>");
  expect(await (await visit(feed ?? "")).text()).toContain("<name>пример.рф</name>");
});

test("given an address with a password in it, then a stranger sees it without, on the page and in the feed", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Intranet");
  const link = await save(owner, "Wiki", { url: "https://ada:s3cret@wiki.example/start?a=b", folder_id: folder.id });
  const inFolder = await share(owner, ofFolder(folder));
  const alone = await share(owner, ofLink(link));

  for (const address of [inFolder.url, alone.url, inFolder.json_url, inFolder.atom_url]) {
    const text = await (await visit(address ?? "")).text();
    expect(text).toContain("https://wiki.example/start?a=b");
    expect(text).not.toMatch(/s3cret|ada:/);
  }
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

inProof("given more links than a page has, then the next page has the others, and there is none beyond", async () => {
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

test("given a shared folder with many mails among its links, then no page, count or feed has any, and each page but the last is full", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Mixed");
  const shared = await share(owner, ofFolder(folder));
  const mail = (n: number) => ({
    folder_id: folder.id,
    own_title: `Mail ${n}`,
    url: `mid:${n}@news.example`,
    host: "news.example",
  });
  const link = (n: number) => ({ folder_id: folder.id, own_title: `Link ${n}` });
  const numbers = Array.from({ length: SHARE_PAGE_SIZE + 5 }, (_, n) => n);
  // Saved in turns, and at the end more mails than a page has.
  const pool = openPool({
    url: system.database.url,
    logger: createLogger("test", "silent"),
    name: "t",
    connections: 1,
  });
  atEnd(() => pool.end());
  await addLinks({ pool }, decodeJwt(owner.accessToken).sub as UserId, [
    ...numbers.flatMap((n) => [link(n), mail(n)]),
    ...numbers.map((n) => mail(100 + n)),
  ]);

  const titles = numbers.map((n) => `Link ${n}`).toReversed();
  expect(await titlesOf(shared)).toEqual(titles.slice(0, SHARE_PAGE_SIZE));
  expect(await titlesOf(shared, "?page=2")).toEqual(titles.slice(SHARE_PAGE_SIZE));
  const html = await (await visit(shared.url)).text();
  expect(html).toContain(`${titles.length} links`);
  const feed = await (await visit(shared.atom_url ?? "")).text();
  expect(feed.match(/<entry>/g)).toHaveLength(50);
  expect(feed).not.toMatch(/Mail \d|mid:/);
});
