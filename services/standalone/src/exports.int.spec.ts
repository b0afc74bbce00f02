import type { Folder, Import, Link } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { type Client, signIn } from "../test/instance.ts";
import { sharedInstance } from "../test/shared-instance.ts";

const instance = await sharedInstance();

async function importFile(client: Client, file: string): Promise<Import> {
  const response = await fetch(`${instance.url}/api/imports`, {
    method: "POST",
    headers: { authorization: `Bearer ${client.token}`, "content-type": "application/octet-stream" },
    body: Buffer.from(file),
  });
  expect(response.status).toBe(202);
  const { id } = (await response.json()) as Import;
  return eventually(async () => {
    const found = await client.json<Import>("GET", `/api/imports/${id}`);
    return found.status !== "running" && found;
  }) as Promise<Import>;
}

async function exported(client: Client, format: string): Promise<{ response: Response; text: string }> {
  const response = await client.call("GET", `/api/exports/${format}`);
  return { response, text: Buffer.from(await response.arrayBuffer()).toString() };
}

/** A folder by its names, a link without what another account or server has of its own. */
interface Shown {
  readonly folders: unknown[];
  readonly links: Record<string, unknown>[];
}

/** What a link is called whose owner gave it no title, once its page turned out to be away. */
const AWAY = "archive.example";

/** What may differ: ids, and what is told of the page, which is fetched anew. */
async function shown(client: Client): Promise<Shown> {
  const tree = await client.json<Folder[]>("GET", "/api/folders/");
  const names = new Map<number, string>();
  for (const { id, name, children } of tree) {
    names.set(id, name);
    for (const child of children) names.set(child.id, `${name}/${child.name}`);
  }
  const folders = tree
    .flatMap((folder) => [folder, ...folder.children])
    .map(({ id, order_index, color, emoji }) => ({ name: names.get(id), order_index, color, emoji }));
  const links: Record<string, unknown>[] = [];
  for (let page = 1, more = true; more; page++) {
    const found = await client.json<Link[]>("GET", `/api/links/?size=100&page=${page}`);
    // Also without how it was saved: here by an import.
    for (const {
      id: _,
      folder_id,
      preview_image_url: _p,
      favicon_url: _f,
      enrichment: _e,
      saved_by: _b,
      ...link
    } of found)
      links.push({
        ...link,
        title: link.title === AWAY ? null : link.title,
        folder: folder_id === null ? null : names.get(folder_id),
      });
    more = found.length === 100;
  }
  return { folders, links };
}

const TITLES = [
  "Plain",
  "=cmd|' /C calc'!A0",
  "-1",
  "Ünïcödé 🍞",
  '"quoted", with; commas',
  "<b>&amp; co</b>",
  "'apostrophe",
];
const day = (n: number): string => new Date(Date.UTC(2020, 0, 1, 0, 0, n)).toISOString();
const link = (n: number) => ({
  url: `https://archive.example/${n}?a=1&copy=2`,
  title: n % 10 === 9 ? null : `${TITLES[n % TITLES.length]} ${n}`,
  description: n % 3 === 0 ? `Line one of ${n},\nline "two"` : null,
  notes: n % 4 === 0 ? `@note ${n}\nmore` : null,
  tags: n % 2 === 0 ? ["=tag", "a,b", "ü", `n${n % 5}`] : [],
  is_favorite: n % 5 === 0,
  folder_id: [null, 1, 2, 3][n % 4],
  visit_count: n % 3,
  first_visited_at: n % 3 === 0 ? null : day(n + 10_000),
  last_visited_at: n % 3 === 0 ? null : day(n + 20_000),
  created_at: day(n),
  saved_at: day(2 * n),
});
const ARCHIVE = {
  satchel: 1,
  folders: [
    { id: 2, name: "Second in name, first in order", parent_folder_id: null, color: "#a1b2c3", emoji: "🍞" },
    { id: 3, name: "Sub/with slash", parent_folder_id: 2, color: null, emoji: null },
    { id: 1, name: "=Formula", parent_folder_id: null, color: null, emoji: null },
    { id: 4, name: "Empty", parent_folder_id: null, color: null, emoji: null },
  ],
  links: Array.from({ length: 230 }, (_, n) => link(n)),
};

const anna = await signIn(instance, "anna@exports.example");
await importFile(anna, JSON.stringify(ARCHIVE));
await anna.json("POST", "/api/links/", { url: "https://by.hand.example/", title: "By hand" });
const before = await shown(anna);

test("given an archive, then it holds what the file said", () => {
  expect(before.links).toHaveLength(231);
  expect(before.folders).toHaveLength(4);
  expect(before.folders[0]).toMatchObject({ name: "Second in name, first in order", order_index: 0 });
  expect(before.links.at(-1)).toMatchObject({ url: link(0).url, saved_at: link(0).saved_at, notes: link(0).notes });
});

test("JSON: given it is imported into a new account, then every folder and link is there in every field", async () => {
  const { response, text } = await exported(anna, "json");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="satchel-\d{4}-\d\d-\d\d\.json"$/);
  const bert = await signIn(instance, "bert@exports.example");

  const done = await importFile(bert, text);

  expect(done).toMatchObject({ status: "done", format: "satchel-json", saved: 231, skipped: 0 });
  expect(await shown(bert)).toEqual(before);
  // And once more the same.
  const again = (await exported(bert, "json")).text;
  expect((JSON.parse(again) as typeof ARCHIVE).links.map(({ url }) => url)).toEqual(
    (JSON.parse(text) as typeof ARCHIVE).links.map(({ url }) => url),
  );
});

test("JSON: given links whose title was made from their address, then the export has the titles that the page shows", async () => {
  const fay = await signIn(instance, "fay@exports.example");
  await fay.json("POST", "/api/links/", { url: "http://127.0.0.1:1/the-long-way-home" });
  const [link] = await eventually(async () => {
    const links = await fay.json<Link[]>("GET", "/api/links/");
    expect(links[0]?.title).not.toBeNull();
    return links;
  });

  const { links } = JSON.parse((await exported(fay, "json")).text) as typeof ARCHIVE;

  expect(links.map(({ title }) => title)).toEqual([link?.title]);
});

test("JSON: given the account was deleted, then its export brings everything back", async () => {
  const erna = await signIn(instance, "erna@exports.example");
  await importFile(erna, JSON.stringify(ARCHIVE));
  const archive = await shown(erna);
  const { text } = await exported(erna, "json");
  expect((await erna.call("DELETE", "/api/users/me")).ok).toBe(true);

  const again = await signIn(instance, "erna@exports.example");
  expect(await again.json("GET", "/api/links/")).toEqual([]);
  await importFile(again, text);

  expect(await shown(again)).toEqual(archive);
});

test("CSV: only the looks of folders, their order and empty ones are lost", async () => {
  const { response, text } = await exported(anna, "csv");
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const carl = await signIn(instance, "carl@exports.example");

  const done = await importFile(carl, text);

  expect(done).toMatchObject({ status: "done", format: "satchel-csv", saved: 231, skipped: 0 });
  const after = await shown(carl);
  expect(after.links).toEqual(before.links);
  expect(after.folders).toHaveLength(3);
});

test("HTML: dates lose their milliseconds and when a link was first kept, tags their commas, visits their number", async () => {
  const { response, text } = await exported(anna, "html");
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("content-security-policy")).toContain("sandbox");
  const dora = await signIn(instance, "dora@exports.example");

  const done = await importFile(dora, text);

  expect(done).toMatchObject({ status: "done", format: "html", saved: 231, skipped: 0 });
  const after = await shown(dora);
  const seconds = (instant: unknown): string => `${String(instant).slice(0, 19)}.000Z`;
  const byUrl = (links: Shown["links"]) => [...links].sort((a, b) => (String(a.url) < String(b.url) ? -1 : 1));
  expect(byUrl(after.links)).toEqual(
    byUrl(before.links).map((kept) => ({
      ...kept,
      created_at: seconds(kept.saved_at),
      saved_at: seconds(kept.saved_at),
      tags: (kept.tags as string[]).map((tag) => tag.replaceAll(",", " ")),
      visit_count: kept.visit_count === 0 ? 0 : 1,
      first_visited_at: null,
    })),
  );
  expect(after.folders).toHaveLength(3);
});

test("an export that is not read to its end stops, and the next one comes whole", async () => {
  const stop = new AbortController();
  const response = await fetch(`${instance.url}/api/exports/json`, {
    headers: { authorization: `Bearer ${anna.token}` },
    signal: stop.signal,
  });
  stop.abort();
  await response.arrayBuffer().catch(() => undefined);

  await eventually(async () => (await exported(anna, "json")).response.status === 200);
});

test("a format that there is not is refused, and nobody reads without signing in", async () => {
  expect((await anna.call("GET", "/api/exports/docx")).status).toBe(422);
  expect((await fetch(`${instance.url}/api/exports/json`)).status).toBe(401);
});
