import { randomInt } from "node:crypto";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Folder, Link } from "@satchel/contracts";
import { expect, test } from "vitest";
import { type Client, signIn, startInstance } from "../test/instance.ts";

// Six programs of one account change links and folders at random and at the same time. Then all that can be read has to fit
// together, and to be the same once the tables are rebuilt from the journal. RANDOM_SEED makes the same choices, though not at the same moments.
const SEED = Number(process.env["RANDOM_SEED"] ?? randomInt(2 ** 31));
const PROGRAMS = 6;
const CHANGES = 1500;
const WORDS = ["zebra", "quartz", "lantern", "mosaic", "pylon", "Käse", "こんにちは"];
const TAGS = ["red", "Red", "blue", "to read", "ÄB", "c++", "x,y", "日本"];
const SITES = ["a.example", "b.example", "sub.a.example", "xn--mller-kva.example"];
const NOTHING = "00000000-0000-4000-8000-000000000000";

let state = SEED;
/** A number from 0 to below 1 (the generator of Numerical Recipes, modulo 2^32). */
function random(): number {
  state = (state * 1664525 + 1013904223) % 2 ** 32;
  return state / 2 ** 32;
}
const often = (share: number): boolean => random() < share;
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const some = <T>(values: readonly T[], most: number): T[] =>
  values.length === 0 ? [] : [...new Set(Array.from({ length: most }, () => oneOf(values)))];

type Call = readonly [method: string, path: string, body?: object];

/** What the programs have learnt from answers. */
const links = new Set<string>();
const folders = new Set<number>();
const bulks: string[] = [];

function anyCall(): Call {
  const link = () => `/api/links/${oneOf([...links]) ?? NOTHING}`;
  const folder = () => oneOf([0, ...folders]);
  const url = () =>
    `https://${oneOf(SITES)}/${Math.floor(random() * 60)}${oneOf(["", "?utm_source=x", "#part", "/", "?a=1"])}`;
  const change = () =>
    oneOf<object>([
      { is_favorite: often(0.5) },
      { folder_id: folder() },
      { title: oneOf([...WORDS, ""]) },
      { description: oneOf([...WORDS, ""]) },
      { notes: oneOf([...WORDS, ""]) },
      { tags: some(TAGS, 3) },
      { tags: [] },
      { add_tags: some(TAGS, 2) },
      { remove_tags: some(TAGS, 2) },
    ]);
  const bulkAction = () =>
    oneOf<object>([
      { action: "move", folder_id: folder() },
      { action: "favorite", is_favorite: often(0.5) },
      { action: "visited", is_visited: often(0.5) },
      { action: "tag", tags: some(TAGS, 2) },
      { action: "untag", tags: some(TAGS, 2) },
    ]);
  const filter = () =>
    oneOf<object>([
      { favorites_only: true },
      { unvisited_only: true },
      { folder_id: folder() },
      { q: "tag:red" },
      { q: oneOf(WORDS) },
    ]);
  const name = () => `${oneOf(WORDS)}${Math.floor(random() * 5)}`;
  const parent = () => oneOf([null, null, ...folders]);
  return oneOf<() => Call>([
    () => ["POST", "/api/links/", { url: url(), title: `${oneOf(WORDS)} ${oneOf(WORDS)}`, tags: some(TAGS, 2) }],
    () => ["POST", "/api/links/", { url: url(), folder_id: folder() }],
    () => ["PATCH", link(), change()],
    () => ["PATCH", link(), change()],
    () => ["DELETE", link()],
    () => ["POST", `${link()}/restore`],
    () => ["POST", `${link()}/visit`, {}],
    () => ["POST", "/api/links/bulk", { ids: some([...links], 8), ...bulkAction() }],
    () => ["POST", "/api/links/bulk", { filter: filter(), ...bulkAction() }],
    () => ["POST", "/api/links/bulk", { ids: some([...links], 4), action: oneOf(["delete", "restore"]) }],
    () => ["POST", `/api/links/bulk/${oneOf(bulks) ?? NOTHING}/undo`],
    () => ["PATCH", `/api/tags/${encodeURIComponent(oneOf(TAGS))}`, { name: oneOf([...TAGS, "green"]) }],
    () => ["POST", "/api/folders/", { name: name(), parent_folder_id: parent() }],
    () => ["PATCH", `/api/folders/${folder()}`, { name: name() }],
    () => ["PUT", "/api/folders/reorder", { folder_id: folder(), new_order_index: 1, parent_folder_id: parent() }],
    () => ["DELETE", `/api/folders/${folder()}?recursive=${often(0.5)}`],
    () => ["POST", `/api/folders/${folder()}/restore`],
  ])();
}

/** @returns the call, where the server failed */
async function change(client: Client): Promise<string | undefined> {
  const [method, path, body] = anyCall();
  const response = await client.call(method, path, body);
  const text = await response.text();
  if (response.status >= 500) return `${response.status} ${method} ${path} ${JSON.stringify(body)}`;
  if (!response.ok || text === "") return undefined;
  const made = JSON.parse(text) as { id?: string | number; bulk_id?: string };
  if (response.status === 201 && typeof made.id === "string") links.add(made.id);
  if (response.status === 201 && typeof made.id === "number") folders.add(made.id);
  if (made.bulk_id !== undefined) bulks.push(made.bulk_id);
  return undefined;
}

async function list(client: Client, query: Record<string, string> = {}, size = 100): Promise<Link[]> {
  const found: Link[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const search = new URLSearchParams({ ...query, size: String(size), ...(cursor === "" ? {} : { cursor }) });
    const response = await client.call("GET", `/api/links/?${search}`);
    expect([response.status, response.headers.get("x-satchel-stale")]).toEqual([200, null]);
    found.push(...((await response.json()) as Link[]));
    cursor = response.headers.get("x-next-cursor");
  }
  return found;
}

const idsOf = (found: readonly { readonly id: string }[]): string[] => found.map(({ id }) => id);
/** A tag is the same whatever its case. */
const same = (tag: string): string => tag.normalize("NFC").toLowerCase();

/** All that is read of the account; what describes pages is left out, it changes by itself. */
async function readAll(client: Client) {
  const shown = await list(client);
  const searches = [...WORDS, ...TAGS.map((tag) => `tag:"${tag}"`), "is:duplicate", "site:a.example", "zeb", "-zebra"];
  const found = await Promise.all(searches.map(async (q) => [q, idsOf(await list(client, { q }))] as const));
  return {
    shown: shown.map(({ id, url, notes, tags, is_favorite, folder_id, visit_count, saved_at }) => {
      return { id, url, notes, tags, is_favorite, folder_id, visit_count, saved_at };
    }),
    folders: await client.json<Folder[]>("GET", "/api/folders/"),
    counts: await client.json<object>("GET", "/api/links/counts"),
    tags: (await client.json<{ tags: { name: string; count: number }[] }>("GET", "/api/tags/")).tags,
    deleted: idsOf(await client.json<Link[]>("GET", "/api/links/deleted?size=100")),
    byTitle: idsOf(await list(client, { sort: "title" })).sort(),
    found: Object.fromEntries(found),
  };
}

async function expectToFit(client: Client, read: Awaited<ReturnType<typeof readAll>>): Promise<void> {
  const { shown, counts, found } = read;
  const ids = idsOf(shown);
  const where = (isIt: (link: (typeof shown)[number]) => boolean): string[] => idsOf(shown.filter(isIt));
  expect(new Set(ids).size).toBe(ids.length);
  expect(idsOf(await list(client, {}, 7))).toEqual(ids);
  expect(idsOf(await list(client, { sort: "oldest" })).reverse()).toEqual(ids);
  expect(read.byTitle).toEqual([...ids].sort());
  expect(read.deleted.filter((id) => ids.includes(id))).toEqual([]);

  const isUnvisited = ({ visit_count }: { visit_count: number }) => visit_count === 0;
  const filters: [Record<string, string>, string[]][] = [
    [{ favorites_only: "true" }, where((link) => link.is_favorite)],
    [{ q: "is:fav" }, where((link) => link.is_favorite)],
    [{ unvisited_only: "true" }, where(isUnvisited)],
    [{ q: "is:unvisited" }, where(isUnvisited)],
    [{ q: "is:untagged" }, where(({ tags }) => tags.length === 0)],
    ...TAGS.map((tag): [Record<string, string>, string[]] => [
      { q: `tag:"${tag}"` },
      where(({ tags }) => tags.some((one) => same(one) === same(tag))),
    ]),
  ];
  for (const [query, expected] of filters) expect([query, idsOf(await list(client, query))]).toEqual([query, expected]);

  const tagCounts = new Map<string, number>();
  for (const tag of shown.flatMap(({ tags }) => tags.map(same))) tagCounts.set(tag, (tagCounts.get(tag) ?? 0) + 1);
  expect(new Map(read.tags.map(({ name, count }) => [same(name), count]))).toEqual(tagCounts);

  const all = read.folders.flatMap((top) => [top, ...top.children]);
  for (const siblings of [read.folders, ...read.folders.map(({ children }) => children)]) {
    expect(siblings.map(({ order_index }) => order_index)).toEqual(siblings.map((_, n) => n));
    expect(new Set(siblings.map(({ name }) => same(name))).size).toBe(siblings.length);
  }
  const inFolders: Record<string, number> = {};
  for (const id of [0, ...all.map((one) => one.id)]) {
    const inFolder = where(({ folder_id }) => (folder_id ?? 0) === id);
    expect(idsOf(await list(client, { folder_id: String(id) }))).toEqual(inFolder);
    if (id !== 0 && inFolder.length > 0) inFolders[id] = inFolder.length;
  }
  expect(counts).toEqual({
    all: ids.length,
    favorites: where((link) => link.is_favorite).length,
    unvisited: where(isUnvisited).length,
    folders: inFolders,
  });
  expect(shown.filter(({ folder_id }) => folder_id !== null && !(folder_id in inFolders))).toEqual([]);
  expect([...(found["-zebra"] ?? []), ...(found["zebra"] ?? [])].sort()).toEqual([...ids].sort());
}

test(`given changes of several programs at once, then all that is read fits together, before and after a rebuild (seed ${SEED})`, async () => {
  const instance = await startInstance();
  const client = await signIn(instance, "random@post.example");
  const failed: string[] = [];
  const program = async (): Promise<void> => {
    for (let n = 0; n < CHANGES / PROGRAMS; n++)
      failed.push(...[await change(client)].filter((one) => one !== undefined));
  };
  await Promise.all(Array.from({ length: PROGRAMS }, program));
  expect(failed).toEqual([]);
  expect(links.size).toBeGreaterThan(50);

  const before = await readAll(client);
  await expectToFit(client, before);

  const rebuild = ["run", "-s", "rebuild", "--", "all"];
  const env = { ...process.env, DATA_DIR: instance.dataDir };
  await promisify(execFile)("npm", rebuild, { cwd: new URL("../../..", import.meta.url), env });

  expect(await readAll(client)).toEqual(before);
});
