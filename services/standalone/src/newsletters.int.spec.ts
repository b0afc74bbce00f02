import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Article, Link, LinkCopies, Newsletters, SecretAddress } from "@satchel/contracts";
import { connectSmtp, sendRaw } from "@satchel/mail-ingest/test/smtp-client.ts";
import { mailNamed, mailNames } from "@satchel/mail-ingest/test/mails.ts";
import { mutate, seededNumbers } from "@satchel/mail-ingest/test/mutations.ts";
import { atEnd, eventually } from "@satchel/testing";
import { inProof } from "@satchel/testing/in-proof";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, type Instance, signIn, startInstance } from "../test/instance.ts";
import { filesWith } from "../test/traces.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let instance: Instance;
/** A web site that would notice any request: the instance may fetch from it. */
let site: string;
const asked: string[] = [];
let users = 0;

beforeAll(async () => {
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { host } = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  site = `http://${host}`;
  instance = await startInstance({ FETCH_ALLOW: host, WEBHOOK_ALLOW: host });
});

/** What mails bring that is to run, to load or to send something. */
const HOSTILE = [
  "<script>alert(1)</script><img src=x onerror=alert(1)>",
  '<img src="SITE/p.gif"><img srcset="SITE/a 1x, SITE/b 2x"><picture><source srcset="SITE/c"><img src="SITE/d"></picture>',
  '<link rel=stylesheet href="SITE/s.css"><style>@import "SITE/i.css";@font-face{src:url(SITE/f)}</style>',
  '<base href="SITE/"><meta http-equiv=refresh content="0;url=SITE/r"><body background="SITE/b">',
  '<iframe src="SITE/f"></iframe><object data="SITE/o"></object><embed src="SITE/e"><video poster="SITE/v" src="SITE/w"></video>',
  '<form action="SITE/f"><input name=a autofocus onfocus=alert(1)><button>Send</button></form>',
  '<a href="javascript:alert(1)">a</a><a href="data:text/html,<script>alert(1)</script>">b</a><a ping="SITE/ping" href="SITE/l">c</a>',
  '<svg onload=alert(1)><image href="SITE/svg"/></svg><math><mtext><img src="SITE/m"></mtext></math>',
  '<div style="background:url(SITE/bg)">x</div><table background="SITE/t"><td background="SITE/u">y</table>',
  '<!--[if mso]><img src="SITE/mso"><![endif]--><v:fill src="SITE/vml"/>',
] as const;

const newClient = (): Promise<Client> => signIn(instance, `letters-${++users}@example.com`);
const make = (client: Client, name: string, more: object = {}): Promise<SecretAddress> =>
  client.json("POST", "/api/newsletters/addresses", { name, folder_id: null, ...more });
const newsletters = (client: Client): Promise<Newsletters> => client.json("GET", "/api/newsletters");
const linksOf = (client: Client, query = ""): Promise<Link[]> => client.json("GET", `/api/links/${query}`);
const send = (to: string, lines: readonly string[]): Promise<string> =>
  sendRaw(instance.smtpPort, to, lines.join("\r\n"), "bounces@news.example");

/** An item with its article. */
const read = (client: Client, title: string): Promise<{ link: Link; article: Article }> =>
  eventually(async () => {
    const link = (await linksOf(client)).find((one) => one.title === title);
    expect(link?.enrichment.state).toBe("done");
    const article = await client.json<Article>("GET", `/api/links/${link?.id}/article`);
    expect(article.html).toBeTruthy();
    return { link: link as Link, article };
  });

const newsletter = (id: string, subject: string): string[] => [
  "From: =?utf-8?q?Caf=C3=A9_Weekly?= <Weekly@News.example>",
  `Subject: ${subject}`,
  `Message-ID: <${id}@news.example>`,
  "Date: Wed, 25 Nov 2026 08:00:00 +0100",
  "List-Id: <weekly.news.example>",
  "Precedence: bulk",
  "MIME-Version: 1.0",
  'Content-Type: multipart/related; boundary="r"',
  "",
  "--r",
  'Content-Type: multipart/alternative; boundary="a"',
  "",
  "--a",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "The plain text, which nobody reads.",
  "--a",
  "Content-Type: text/html; charset=utf-8",
  "",
  '<html lang="en"><head><style>@import url(SITE/s.css); td{background:url(SITE/b.png)}</style></head><body>'.replaceAll(
    "SITE",
    site,
  ),
  '<div style="display:none">Preview words that lists show</div>',
  '<table width="100%"><tr><td><table><tr><td><h1>Tides of the week</h1></td></tr>',
  "<tr><td><p>The moon pulls the bathwater of the world about, and twice a day it comes back to where it was.</p>",
  '<img src="cid:moon@news" alt="Moon" width="300" height="300"><p>Beneath the picture the tale goes on for quite a while.</p></td></tr></table>',
  "<table><tr><th>Port</th><th>High water</th></tr><tr><td>Calais</td><td>11:40</td></tr><tr><td>Dover</td><td>11:10</td></tr></table>",
  `<p>Read <a href="https://news.example/tides">more</a>.</p><img src="${site}/pixel.gif?u=1" width="1" height="1">`,
  `<script src="${site}/x.js"></script><iframe src="${site}/f"></iframe></td></tr></table></body></html>`,
  "--a--",
  "--r",
  "Content-Type: image/png",
  "Content-ID: <moon@news>",
  "Content-Transfer-Encoding: base64",
  "",
  PNG.toString("base64"),
  "--r--",
];

describe("given a secret address", () => {
  test("when a newsletter comes, then it is an item of its folder with its tags, readable without a request to anybody, and found", async () => {
    const client = await newClient();
    const folder = await client.json<{ id: number }>("POST", "/api/folders/", {
      name: "Reading",
      parent_folder_id: null,
    });
    const { address } = await make(client, "Café & Co", { folder_id: folder.id, tags: ["news"] });
    expect(address).toMatch(/^cafe-co\.[a-z2-7]{12}@localhost$/);

    expect(await send(address.toUpperCase(), newsletter("1", "Tides"))).toMatch(/^250 2\.6\.0 /);

    const { link, article } = await read(client, "Tides");
    expect(link).toMatchObject({
      url: "mid:1@news.example",
      site_name: "Café Weekly",
      saved_by: "letter",
      folder_id: folder.id,
      tags: ["news"],
    });
    expect(article.html).toContain("The moon pulls");
    expect(article.html).toContain("Beneath the picture");
    expect(article.html).toMatch(/<img[^>]* alt="Moon"/);
    expect(article.html).toMatch(/<table>[^]*Calais[^]*<\/table>/);
    expect(article.html.match(/<table/g)).toHaveLength(1);
    expect(article.html).not.toMatch(/Preview words|pixel|script|iframe|plain text/);
    const { copies } = await client.json<LinkCopies>("GET", `/api/links/${link.id}/copies`);
    expect(copies).toMatchObject([{ source: "mail", kind: "article", left_out: 0 }]);
    await eventually(async () => {
      for (const words of ["bathwater", "calais"]) expect(await linksOf(client, `?q=${words}`)).toHaveLength(1);
    });
    expect(asked).toEqual([]);
  });

  test("when the same mail comes again, and once more at the same moment, then there is one item, and one that was deleted stays so", async () => {
    const client = await newClient();
    const { address } = await make(client, "Twice");
    const mail = newsletter("twice", "Twice");
    for (const answer of await Promise.all([1, 2, 3].map(() => send(address, mail)))) expect(answer).toMatch(/^250 /);
    const { link } = await read(client, "Twice");
    await client.json("DELETE", `/api/links/${link.id}`);
    const { address: other } = await make(client, "Another");
    expect(await send(address, mail)).toMatch(/^250 /);
    expect(await send(other, mail)).toMatch(/^250 /);
    expect(await send(other, newsletter("later", "Later"))).toMatch(/^250 /);
    await read(client, "Later");
    expect(await linksOf(client)).toHaveLength(1);
  });

  test("when it is revoked, then it is refused with the answer of one that never was; nobody else can revoke or change it", async () => {
    const [anna, bert] = [await newClient(), await newClient()];
    const { id, address } = await make(anna, "Mine");
    for (const [method, body] of [
      ["DELETE", undefined],
      ["PATCH", { name: "Bert's" }],
    ] as const) {
      await expect(bert.json(method, `/api/newsletters/addresses/${id}`, body)).rejects.toThrow(/404/);
    }
    expect((await newsletters(bert)).addresses).toEqual([]);
    await anna.json("PATCH", `/api/newsletters/addresses/${id}`, { name: "Renamed" });
    expect((await newsletters(anna)).addresses).toMatchObject([{ id, name: "Renamed", address }]);
    await anna.json("DELETE", `/api/newsletters/addresses/${id}`);

    const smtp = await connectSmtp(instance.smtpPort);
    for (const line of ["EHLO x", "MAIL FROM:<a@b.example>"]) await smtp.command(line);
    const revoked = await smtp.command(`RCPT TO:<${address}>`);
    expect(revoked).toMatch(/^550 5\.1\.1 /);
    for (const never of ["mine.aaaaaaaaaaaa", "aaaaaaaaaaaa", "somebody", "mine"]) {
      expect((await smtp.command(`RCPT TO:<${never}@localhost>`)).replace(never, "")).toBe(
        revoked.replace(address.split("@")[0] ?? "", ""),
      );
    }
    smtp.close();
  });

  test("when a sender is muted, then its mails are dropped, and others come", async () => {
    const client = await newClient();
    const { address } = await make(client, "Muted");
    await send(address, newsletter("m1", "First"));
    await read(client, "First");
    await client.json("POST", "/api/newsletters/mute", { sender: "weekly@NEWS.example", is_muted: true });
    expect(await send(address, newsletter("m2", "Second"))).toMatch(/^250 /);
    expect(await send(address, ["From: other@example.org", "Subject: Third", "", "Hello"])).toMatch(/^250 /);
    await read(client, "Third");
    expect((await linksOf(client)).map(({ title }) => title)).toEqual(["Third", "First"]);
    const { sources } = await newsletters(client);
    expect(sources).toMatchObject([
      { sender: "other@example.org", name: null, count: 1, is_muted: false },
      { sender: "weekly@news.example", name: "Café Weekly", count: 1, is_muted: true, last: { subject: "First" } },
    ]);
    await client.json("POST", "/api/newsletters/mute", { sender: "weekly@news.example", is_muted: false });
    await send(address, newsletter("m3", "Fourth"));
    await read(client, "Fourth");
  });
});

test("given a mail that confirms a forwarding, then its code and link are shown, and nobody has opened the link", async () => {
  const client = await newClient();
  const { address } = await make(client, "Gmail");
  await send(address, [
    "From: Gmail Team <forwarding-noreply@google.com>",
    "Subject: (#123456789) Gmail Forwarding Confirmation - Receive Mail from ada@gmail.com",
    "Message-ID: <fwd@google.com>",
    "",
    "ada@gmail.com has requested to automatically forward mail to your email address.",
    "Confirmation code: 123456789",
    "",
    "To allow this, please click the link below to confirm the request:",
    "",
    `${site}/mail/vf-abc`,
    "",
    "If you do not approve of this request, click:",
    `${site}/mail/uf-abc`,
  ]);
  await eventually(async () =>
    expect((await newsletters(client)).confirmations).toMatchObject([
      { code: "123456789", url: `${site}/mail/vf-abc`, sender: "forwarding-noreply@google.com" },
    ]),
  );
  expect(asked).toEqual([]);
});

test("given a plain mail without a Message-ID and a subject, then it is an item with paragraphs and links, named by its sender", async () => {
  const client = await newClient();
  const { address } = await make(client, "Plain");
  await send(address, [
    'From: "Ada, Countess" <ada@example.org>',
    "",
    "A first line that is as long as those that programs break by themselves",
    "and goes on.",
    "",
    "> quoted <b>",
    "",
    "See https://example.org/a?b=1&c=2.",
  ]);
  const { article } = await read(client, "Ada, Countess");
  expect(article.html).toContain("break by themselves\nand goes on.</p>");
  expect(article.html).toContain("quoted &lt;b&gt;");
  expect(article.html).toContain('href="https://example.org/a?b=1&amp;c=2"');
});

inProof(
  "given broken and hostile mails of every kind, when they come, then each is refused or an item without anything active, and nobody is asked",
  async () => {
    const client = await newClient();
    const examples = mailNames().map(mailNamed);
    const random = seededNumbers(20_261_126);
    const mails = [
      ...examples,
      ...Array.from({ length: 60 }, (_, n) =>
        mutate(examples[n % examples.length] ?? Buffer.alloc(0), examples, random),
      ),
      ...HOSTILE.map((html) =>
        Buffer.from(`From: h@x.example\r\nContent-Type: text/html\r\n\r\n${html.replaceAll("SITE", site)}<p>Words.`),
      ),
    ].map((mail) =>
      mail
        .toString("latin1")
        .replaceAll(/\r\n|\r|\n/g, "\r\n")
        .replaceAll(/^\./gm, "..")
        .slice(0, 200_000),
    );
    let taken = 0;
    let address = "";
    for (const [n, mail] of mails.entries()) {
      if (n % 50 === 0) ({ address } = await make(client, `Hostile ${n}`));
      const answer = await sendRaw(instance.smtpPort, address, mail);
      expect(answer).toMatch(/^(?:250|5\d\d) /);
      if (answer.startsWith("250")) taken++;
    }
    expect(taken).toBeGreaterThan(HOSTILE.length + 30);
    const links = await eventually(async () => {
      const found = await linksOf(client, "?size=100");
      expect(found.length).toBeGreaterThan(HOSTILE.length + 20);
      expect(found.filter(({ enrichment }) => enrichment.state !== "done")).toEqual([]);
      for (const { id } of found) {
        const { copies, reason } = await client.json<LinkCopies>("GET", `/api/links/${id}/copies`);
        expect(copies.length > 0 || reason !== null).toBe(true);
      }
      return found;
    });
    for (const { id } of links) {
      const answer = await client.call("GET", `/api/links/${id}/article`);
      const { html = "" } = answer.ok ? ((await answer.json()) as Article) : {};
      expect(html).not.toMatch(
        /<(?:script|iframe|form|style|link|base|object|svg)|\son\w+\s*=|javascript:|src="(?:http|\/\/)/i,
      );
    }
    expect(asked).toEqual([]);
  },
);

describe("given a mail in a shared folder", () => {
  test("then strangers don't see it, it can't be shared by itself, no bookmark file has it, and a feed leads to the reading view", async () => {
    const client = await newClient();
    const folder = await client.json<{ id: number }>("POST", "/api/folders/", { name: "Open", parent_folder_id: null });
    const { address } = await make(client, "Shared", { folder_id: folder.id });
    const web = "http://127.0.0.1:1/shared";
    await client.json("POST", "/api/links/", { url: web, folder_id: folder.id });
    await send(address, newsletter("s1", "A private code"));
    const { link } = await read(client, "A private code");

    const source = { kind: "folder", folder_id: folder.id };
    const share = await client.json<{ url: string; atom_url: string }>("POST", "/api/users/me/shares", { source });
    for (const url of [share.url, share.atom_url]) {
      const shown = await (await fetch(url)).text();
      expect(shown).toContain(web);
      expect(shown).not.toMatch(/private code|mid:/);
    }
    const alone = { source: { kind: "link", link_id: link.id } };
    expect((await client.call("POST", "/api/users/me/shares", alone)).status).toBe(404);
    for (const path of [`/api/links/${link.id}/refresh`, `/api/links/${link.id}/copies`]) {
      expect((await client.call("POST", path)).status, path).toBe(400);
    }
    expect((await client.call("POST", "/api/links/", { url: "mid:made@up.example" })).ok).toBe(false);
    const bookmarks = await (await client.call("GET", "/api/exports/html")).text();
    expect(bookmarks).toContain(web);
    expect(bookmarks).not.toContain("mid:");
    const feed = await client.json<{ atom_url: string }>("POST", "/api/users/me/feeds", {
      name: "All",
      source: { kind: "all" },
    });
    expect(await (await fetch(feed.atom_url)).text()).toContain(`href="${instance.url}/read/${link.id}"`);
  });
});

test("given a mail, then other products' apps and feeds are shown its reading view as its address, and may send that back", async () => {
  const client = await newClient();
  const { address } = await make(client, "Apps");
  await send(address, newsletter("app", "In apps"));
  const { link } = await read(client, "In apps");
  const readable = `${instance.url}/read/${link.id}`;
  const { token } = await client.json<{ token: string }>("POST", "/api/users/me/tokens", {
    name: "App",
    scopes: ["read", "add", "change"],
  });
  const headers = { authorization: `Token ${token}`, "content-type": "application/json" };
  const bookmarks = `${instance.url}/linkding/api/bookmarks/`;
  const { results } = (await (await fetch(bookmarks, { headers })).json()) as { results: { id: number }[] };
  expect(results).toMatchObject([{ url: readable, title: "In apps", web_archive_snapshot_url: "" }]);
  const body = JSON.stringify({ url: readable, title: "Renamed" });
  const changed = await fetch(`${bookmarks}${results[0]?.id}/`, { method: "PUT", headers, body });
  expect([changed.status, await changed.json()]).toMatchObject([200, { url: readable, title: "Renamed" }]);
  const rss = await (await fetch(`${instance.url}/linkding/feeds/${token}/all`)).text();
  expect(rss).toContain(`<link>${readable}</link>`);
  expect(rss).not.toContain("mid:");
  const entries = await fetch(`${instance.url}/wallabag/api/entries.json`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await entries.json()).toMatchObject({ _embedded: { items: [{ url: readable }] } });
});

test("given an account with mails, then its export has its addresses and mails, and after its erasure nothing of them is left", async () => {
  const client = await newClient();
  const { address } = await make(client, "Erased letters");
  await send(address, newsletter("erased", "Zwiebelfisch"));
  await read(client, "Zwiebelfisch");
  await client.json("POST", "/api/newsletters/mute", { sender: "muted@zwiebel.example", is_muted: true });
  const all = await client.json<Record<string, unknown>>("GET", "/api/users/me/export");
  expect(all).toMatchObject({ secret_addresses: [{ address }], muted_senders: ["muted@zwiebel.example"] });
  expect(JSON.stringify(all["events"])).toContain("LetterReceived");

  const texts = ["Zwiebelfisch", "zwiebel.example", address, "erased@news.example"];
  expect(await filesWith(instance.dataDir, texts)).not.toEqual([]);
  await client.json("DELETE", "/api/users/me");

  expect(await send(address, newsletter("late", "Late"))).toMatch(/^550 5\.1\.1 /);
  await eventually(async () => {
    expect(await filesWith(instance.dataDir, texts, "postgres")).toEqual([]);
  });
});
