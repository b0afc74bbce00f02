import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Folder, Import, Link, LinkCopies, LinkHistory, Newsletters, Rule } from "@satchel/contracts";
import { sendRaw } from "@satchel/mail-ingest/test/smtp-client.ts";
import { eventually, startHttpServer } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { type Client, type Instance, mailedCode, signIn, startInstance } from "../test/instance.ts";

let instance: Instance;
let site: string;
let users = 0;

/** An article about something. */
const pageOf = (about: string): string =>
  `<html lang="de"><title>${about}</title><article><h1>${about}</h1>${`<p>${about} is told of here, at some length, and with care for its details.</p>`.repeat(20)}</article>`;

beforeAll(async () => {
  const server = await startHttpServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(pageOf(decodeURIComponent((request.url ?? "/").slice(1))));
  });
  site = server.url;
  instance = await startInstance({ FETCH_ALLOW: new URL(site).host });
});

const RULES = "/api/users/me/rules";
const newClient = (): Promise<Client> => signIn(instance, `rules-${++users}@example.com`);
const save = (client: Client, about: string): Promise<Link> =>
  client.json("POST", "/api/links/", { url: `${site}/${about}` });
const find = (client: Client, id: string): Promise<Link> => client.json("GET", `/api/links/${id}`);
const makeRule = (client: Client, name: string, conditions: object[], actions: object[]): Promise<Rule> =>
  client.json("POST", RULES, { name, is_on: true, conditions, actions });
const copiesOf = async (client: Client, id: string): Promise<LinkCopies> =>
  client.json("GET", `/api/links/${id}/copies`);

test("given rules about a title and a text, when pages are fetched and kept, then the links are tagged and done, and their histories say by which rule", async () => {
  const client = await newClient();
  await makeRule(client, "By title", [{ kind: "title", any: ["caraway"] }], [{ kind: "tag", tags: ["spice"] }]);
  const said = [
    { kind: "text", any: ["caraway is told"] },
    { kind: "language", any: ["de"] },
  ];
  await makeRule(client, "By text", said, [{ kind: "done" }, { kind: "favorite" }]);
  const [spice, salt] = [await save(client, "Caraway"), await save(client, "Salt")];

  await eventually(async () => {
    expect(await find(client, spice.id)).toMatchObject({ tags: ["spice"], is_favorite: true, copy: { read: 1 } });
    expect(await find(client, salt.id)).toMatchObject({ tags: [], is_favorite: false, copy: { read: 0 } });
  });
  const { history } = await client.json<LinkHistory>("GET", `/api/links/${spice.id}/history`);
  expect(history.flatMap(({ rules = [] }) => rules)).toEqual(["By title", "By text"]);
});

test("given rules that copies are not wanted, then none is made for a site, and that of a title is deleted, and can be restored", async () => {
  const client = await newClient();
  const keepNot = [{ kind: "keep", is_on: false }];
  await makeRule(client, "Not these", [{ kind: "title", any: ["private"] }], keepNot);
  const [kept, deleted] = [await save(client, "Public"), await save(client, "Private")];
  await eventually(async () => {
    expect((await copiesOf(client, kept.id)).copies).toHaveLength(1);
    const { copies, is_on } = (await copiesOf(client, deleted.id)) as LinkCopies & { is_on: unknown };
    expect([copies.filter((copy) => !("deleted_at" in copy) || copy.deleted_at === null).length, is_on]).toEqual([
      0,
      false,
    ]);
  });

  const other = await newClient();
  await makeRule(other, "None of it", [{ kind: "site", any: [new URL(site).hostname] }], keepNot);
  const never = await save(other, "Anything");
  const { history } = await eventually(async () => {
    const found = await other.json<LinkHistory>("GET", `/api/links/${never.id}/history`);
    expect(found.history.flatMap(({ rules = [] }) => rules)).toEqual(["None of it"]);
    return found;
  });
  expect(history.some(({ changes }) => changes?.["keep"] === false)).toBe(true);
  await eventually(async () => expect((await find(other, never.id)).enrichment.state).toBe("done"));
  // A copy of a later link is there: by then this one would have had its own.
  const later = await save(client, "Later");
  await eventually(async () => expect((await copiesOf(client, later.id)).copies).toHaveLength(1));
  expect((await copiesOf(other, never.id)).copies).toEqual([]);
});

test("given a rule about a newsletter's sender, when a mail comes, then it is moved, and the sender is muted", async () => {
  const client = await newClient();
  const { id: folder } = await client.json<Folder>("POST", "/api/folders/", { name: "Ads" });
  const actions = [{ kind: "move", folder_id: folder }, { kind: "mute" }];
  await makeRule(client, "Ads", [{ kind: "sender", any: ["loud letter"] }], actions);
  const { address } = await client.json<{ address: string }>("POST", "/api/newsletters/addresses", {
    name: "Letters",
    folder_id: null,
  });
  const mail = (n: number): string =>
    [
      "From: Loud Letter <ads@loud.example>",
      `Subject: Issue ${n}`,
      `Message-ID: <${n}@loud.example>`,
      "Date: Wed, 25 Nov 2026 08:00:00 +0100",
      "List-Id: <loud.example>",
      "",
      "Buy more of everything, and buy it now.",
    ].join("\r\n");
  const send = (n: number): Promise<string> => sendRaw(instance.smtpPort, address, mail(n), "bounces@loud.example");
  await send(1);
  await eventually(async () => {
    const links = await client.json<Link[]>("GET", "/api/links/");
    expect(links).toMatchObject([{ title: "Issue 1", folder_id: folder, saved_by: "letter" }]);
    const { sources } = await client.json<Newsletters>("GET", "/api/newsletters");
    expect(sources).toMatchObject([{ sender: "ads@loud.example", is_muted: true }]);
  });
  // It is taken and dropped.
  await send(2);
  await save(client, "A later link");
  await eventually(async () => expect(await client.json("GET", "/api/links/count")).toEqual({ count: 2 }));
});

test("given a rule that sends articles to an e-reader, when a page was kept, then its book is mailed, once, and only to an own address", async () => {
  const email = `rules-${++users}@example.com`;
  const client = await signIn(instance, email);
  const reader = `reader-${users}@kindle.com`;
  await client.json("POST", "/api/users/me/readers", { email: reader });
  const rule = {
    name: "To read",
    is_on: true,
    conditions: [{ kind: "unfiled" }],
    actions: [{ kind: "send", email: reader }],
  };
  // It is not confirmed yet.
  expect((await client.call("POST", RULES, rule)).status).toBe(404);
  const code = await mailedCode(instance, email);
  await client.json("POST", "/api/users/me/readers/confirm", { email: reader, code });
  const stranger = await newClient();
  expect((await stranger.call("POST", RULES, rule)).status).toBe(404);
  await client.json("POST", RULES, rule);
  const { id } = await save(client, "Sourdough");
  const booksTo = async (): Promise<string[]> => {
    const folder = join(instance.dataDir, "outbox");
    const files = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
    const mails = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
    return mails.filter((mail) => mail.includes(`To: ${reader}`) && mail.includes("application/epub+zip"));
  };
  await eventually(async () => expect(await booksTo()).toHaveLength(1));
  const { history } = await client.json<LinkHistory>("GET", `/api/links/${id}/history`);
  expect(history.find(({ rules }) => rules !== undefined)?.changes).toEqual({ sent_to: reader });
  // A later link's book is there: by then this one's would have come a second time.
  await save(client, "Rye");
  await eventually(async () => expect(await booksTo()).toHaveLength(2));
});

test("given an account with rules, when its export is imported elsewhere, then the rules are there, switched off, with the folders there", async () => {
  const client = await newClient();
  await client.json("POST", "/api/folders/", { name: "First" });
  const { id: folder } = await client.json<Folder>("POST", "/api/folders/", { name: "Recipes" });
  const conditions = [{ kind: "site", any: ["example.com"] }];
  await makeRule(client, "Food", conditions, [{ kind: "move", folder_id: folder }, { kind: "favorite" }]);
  const file = await (await client.call("GET", "/api/users/me/export")).text();

  const other = await newClient();
  // Its folders have other ids.
  for (const name of ["A", "B", "C"]) await other.json("POST", "/api/folders/", { name });
  for (let time = 0; time < 2; time++) {
    const started = await fetch(`${instance.url}/api/imports?name=satchel.json`, {
      method: "POST",
      headers: { authorization: `Bearer ${other.token}`, "content-type": "application/octet-stream" },
      body: Buffer.from(file),
    });
    const { id } = (await started.json()) as Import;
    await eventually(async () =>
      expect(await other.json<Import>("GET", `/api/imports/${id}`)).toMatchObject({ status: "done", skipped: 0 }),
    );
  }
  const { rules } = await other.json<{ rules: Rule[] }>("GET", RULES);
  const here = (await other.json<Folder[]>("GET", "/api/folders/")).find(({ name }) => name === "Recipes");
  expect(rules).toMatchObject([
    { name: "Food", is_on: false, conditions, actions: [{ kind: "move", folder_id: here?.id }, { kind: "favorite" }] },
  ]);
  expect(here?.id).not.toBe(folder);
});
