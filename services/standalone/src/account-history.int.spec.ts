import type { Folder, Import, Link, LinkDetail } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { type Client, signIn } from "../test/instance.ts";
import { type SharedInstance, sharedInstance, startSharedSite } from "../test/shared-instance.ts";

let instance: SharedInstance;
let site: string;

beforeAll(async () => {
  instance = await sharedInstance();
  site = await startSharedSite(({ url = "" }, response) => {
    if (url.startsWith("/gone")) response.writeHead(404).end();
    else {
      const head = `<title>Page ${url}</title><meta name="description" content="What ${url} is about">`;
      response.writeHead(200, { "content-type": "text/html" }).end(`<html lang="en">${head}<p>Words.`);
    }
  });
});

interface ExportedEvent {
  readonly id: string;
  readonly type: string;
  readonly time: string;
  readonly context: string;
  readonly aggregate: string | null;
  readonly data: Record<string, unknown>;
}

const save = (client: Client, path: string, more: object = {}): Promise<Link> =>
  client.json("POST", "/api/links/", { url: site + path, ...more });
const folder = (client: Client, name: string, more: object = {}): Promise<Folder> =>
  client.json("POST", "/api/folders/", { name, ...more });
const list = (client: Client): Promise<Link[]> => client.json("GET", "/api/links/?size=100");

/** Every link's page was looked at. */
const described = (client: Client): Promise<unknown> =>
  eventually(async () =>
    expect((await list(client)).map(({ enrichment }) => enrichment.state)).not.toContain("pending"),
  );

async function exportOf(client: Client): Promise<{ text: string; events: ExportedEvent[] }> {
  const text = await (await client.call("GET", "/api/users/me/export")).text();
  return { text, events: (JSON.parse(text) as { events: ExportedEvent[] }).events };
}

async function importFile(client: Client, file: string): Promise<Import> {
  const response = await fetch(`${instance.url}/api/imports?name=satchel.json`, {
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

/** What an account of this address shows, each link by its address, but for the copies of pages, which an export of events lacks. */
async function reads(client: Client): Promise<unknown> {
  const links = await list(client);
  const urls = new Map(links.map(({ id, url }) => [id, url]));
  const details = await Promise.all(
    links.map(async ({ id }) => {
      const { same_as, copy: _copy, ...detail } = await client.json<LinkDetail>("GET", `/api/links/${id}`);
      const history = await client.json("GET", `/api/links/${id}/history`);
      return { ...detail, id: null, same_as: same_as.map((other) => urls.get(other)), history };
    }),
  );
  return {
    details,
    folders: await client.json("GET", "/api/folders/"),
    tags: await client.json("GET", "/api/tags/"),
    counts: await client.json("GET", "/api/links/count"),
    unvisited: await client.json("GET", "/api/links/count?visited=false"),
    html: (await (await client.call("GET", "/api/exports/html")).text()).replace(/<!--[\s\S]*?-->/g, ""),
  };
}

/** The events of what is imported, without ids: each id is told by its place among those that were named before. */
function log(events: readonly ExportedEvent[]): unknown[] {
  const ids = new Map<string, number>();
  const bare = (value: unknown): unknown => {
    if (typeof value === "string" && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(value)) {
      if (!ids.has(value)) ids.set(value, ids.size);
      return ids.get(value);
    }
    if (Array.isArray(value)) return value.map(bare);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, bare(one)]));
  };
  return events
    .filter(({ type, context }) => !/^(?:Import|Mail)/.test(type) && /^(?:links|folders|enrichment)$/.test(context))
    .map(({ type, time, context, aggregate, data }) => bare({ type, time, context, aggregate, data }));
}

/** An account to which everything has happened that can. */
async function lively(email: string): Promise<{ client: Client; deletedUrl: string; deletedFolder: number }> {
  const client = await signIn(instance, email);
  const kitchen = await folder(client, "Kitchen", { color: "#a1b2c3", emoji: "🍞" });
  const bread = await folder(client, "Bread", { parent_folder_id: kitchen.id });
  const lost = await folder(client, "Lost");
  const work = await folder(client, "Work");
  await client.json("PATCH", `/api/folders/${work.id}`, { name: "Study" });
  await client.json("PUT", "/api/folders/reorder", { folder_id: work.id, new_order_index: 0, parent_folder_id: null });
  const one = await save(client, "/one", { tags: ["a", "B"], folder_id: bread.id });
  const two = await save(client, "/two", { folder_id: lost.id, title: "Mine" });
  const three = await save(client, "/three");
  const four = await save(client, "/gone/four", { folder_id: kitchen.id });
  await described(client);
  await client.json("PATCH", `/api/links/${one.id}`, { notes: "Mind the crust", is_favorite: true });
  await client.call("POST", `/api/links/${one.id}/visit`);
  await client.json("POST", "/api/links/bulk", { ids: [one.id, three.id], action: "tag", tags: ["many"] });
  await client.json("POST", "/api/links/bulk", { ids: [three.id], action: "move", folder_id: work.id });
  await client.json("DELETE", `/api/links/${three.id}`);
  await client.json("DELETE", `/api/folders/${lost.id}`);
  await client.json("DELETE", `/api/folders/${kitchen.id}?recursive=true`);
  await client.json("POST", `/api/folders/${kitchen.id}/restore`);
  await save(client, "/two");
  await client.call("POST", `/api/links/${four.id}/visit`);
  const gone = await folder(client, "Deleted");
  await client.json("PATCH", `/api/links/${two.id}`, { folder_id: gone.id });
  await client.json("DELETE", `/api/folders/${gone.id}`);
  return { client, deletedUrl: three.url, deletedFolder: gone.id };
}

test("given an account was exported and erased, when its export is imported into a new one, then every read is the same, what was deleted can be restored, and so are its events but for ids", async () => {
  const { client: before } = await lively("history@example.com");
  const shown = await reads(before);
  const file = await exportOf(before);
  expect(log(file.events).length).toBeGreaterThan(25);
  expect((await before.call("DELETE", "/api/users/me")).status).toBe(204);
  const client = await signIn(instance, "history@example.com");
  expect(await list(client)).toEqual([]);

  const done = await importFile(client, file.text);

  expect(done).toMatchObject({ status: "done", format: "satchel-events", saved: 4, known: 0, skipped: 0, faults: [] });
  expect(await reads(client)).toEqual(shown);
  const after = await exportOf(client);
  expect(log(after.events)).toEqual(log(file.events));

  // Twice is once, and the account may have gone on meanwhile.
  await folder(client, "Of its own");
  await save(client, "/own");
  await described(client);
  const since = await reads(client);
  expect(await importFile(client, file.text)).toMatchObject({ saved: 0, known: 4, skipped: 0 });
  expect(await reads(client)).toEqual(since);

  // The deletions of the other account are taken back in this one.
  const three = after.events.find(({ type, data }) => type === "LinkSaved" && data.url === `${site}/three`);
  expect((await client.call("POST", `/api/links/${three?.aggregate}/restore`)).status).toBe(200);
  expect(await client.json<Link>("GET", `/api/links/${three?.aggregate}`)).toMatchObject({
    title: "Page /three",
    tags: ["many"],
    enrichment: { state: "done" },
  });
  const tree = await client.json<Folder[]>("GET", "/api/folders/");
  const study = tree.find(({ name }) => name === "Study");
  expect((await list(client)).find(({ url }) => url === `${site}/three`)?.folder_id).toBe(study?.id);
});
