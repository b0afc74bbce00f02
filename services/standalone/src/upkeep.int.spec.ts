import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Link, LinkDetail, MovedLink } from "@satchel/contracts";
import { atEnd, eventually, spawnProgram } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, type Instance, signIn, startInstance } from "../test/instance.ts";

let instance: Instance;
let site: string;
let users = 0;
const pages = new Map<string, (response: ServerResponse) => void>();
const page = (title: string) => (response: ServerResponse) =>
  void response.writeHead(200, { "content-type": "text/html" }).end(`<title>${title}</title><p>Words.`);
const redirect = (location: string) => (response: ServerResponse) => void response.writeHead(301, { location }).end();

beforeAll(async () => {
  const server = createServer((request, response) => {
    const answer = pages.get(request.url ?? "");
    if (answer === undefined) response.writeHead(404).end();
    else answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  instance = await startInstance({ FETCH_ALLOW: new URL(site).host, LINK_HEALTH: "on" });
});

const newClient = (): Promise<Client> => signIn(instance, `upkeep-${++users}@example.com`);
const save = (client: Client, path: string): Promise<Link> =>
  client.json("POST", "/api/links/", { url: path.startsWith("http") ? path : site + path });
const detail = (client: Client, { id }: Pick<Link, "id">): Promise<LinkDetail> =>
  client.json("GET", `/api/links/${id}`);
const until = (client: Client, link: Pick<Link, "id">, state: string): Promise<LinkDetail> =>
  eventually(async () => {
    const shown = await detail(client, link);
    expect(shown.enrichment.state).toBe(state);
    return shown;
  });

describe("given a link whose page could not be fetched", () => {
  test("when its owner requests a refetch, then it is pending at once, and is then described", async () => {
    const client = await newClient();
    const link = await save(client, "/later");
    expect(await until(client, link, "failed")).toMatchObject({
      title: "Later",
      enrichment: { reason: "http-status", attempts: 1 },
    });
    pages.set("/later", page("Here now"));
    const answer = await client.call("POST", `/api/links/${link.id}/refresh`);
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ id: link.id, enrichment: { state: "pending", attempts: 0 } });
    expect(await until(client, link, "done")).toMatchObject({ title: "Here now" });

    const again = await client.call("POST", `/api/links/${link.id}/refresh`);
    expect(again.status).toBe(429);
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(0);
    const { history } = await client.json<{ history: { what: string }[] }>("GET", `/api/links/${link.id}/history`);
    expect(history.map(({ what }) => what)).toEqual(["saved", "unreachable", "refresh_requested", "described"]);
  });

  test("when the operator has such pages refetched, then it is described without an action of its owner", async () => {
    const client = await newClient();
    const link = await save(client, "/after-the-outage");
    const { tried_at } = (await until(client, link, "failed")).enrichment;
    pages.set("/after-the-outage", page("Mended"));
    // Older than no days at all: what failed a moment ago would be left alone for an hour.
    expect(tried_at).not.toBeNull();
    const done = await spawnProgram(new URL("./enrich-again.ts", import.meta.url), {
      args: ["--where", "older-than", "0"],
      env: { DATA_DIR: instance.dataDir },
    });
    expect(await done.exited).toMatchObject({ code: 0 });
    expect(done.stdout.join("\n")).toMatch(/links are to be described again/);
    expect(await until(client, link, "done")).toMatchObject({ title: "Mended" });
  });
});

describe("given another user's link, a deleted one, or none at all", () => {
  test.each([
    ["GET", "", undefined],
    ["POST", "/refresh", undefined],
    ["POST", "/move-address", { new_url: "https://example.com/" }],
  ])("then %s /api/links/:id%s is not found", async (method, path, body) => {
    const [ada, eve] = [await newClient(), await newClient()];
    const hers = await save(ada, "/hers");
    const deleted = await save(eve, "/deleted");
    await eve.call("DELETE", `/api/links/${deleted.id}`);
    for (const id of [hers.id, deleted.id, "9a1c0e6e-6f2f-4c1e-9a53-0d6f6a1f6a01"]) {
      const answer = await eve.call(method, `/api/links/${id}${path}`, body);
      expect([answer.status, await answer.json()]).toEqual([404, { detail: "Link not found" }]);
    }
    expect((await eve.call(method, `/api/links/not-an-id${path}`, body)).status).toBe(422);
  });
});

test("given a short link and its article, then the target of the short link is shown and found, and both are reported as duplicates", async () => {
  pages.set("/AbC", redirect("/the-article?utm_source=t"));
  pages.set("/the-article?utm_source=t", page("The article"));
  pages.set("/the-article", page("The article"));
  const client = await newClient();
  const [short, article] = [await save(client, "/AbC"), await save(client, "/the-article")];
  await until(client, article, "done");
  expect(await until(client, short, "done")).toMatchObject({
    final_url: `${site}/the-article?utm_source=t`,
    same_as: [article.id],
    health: { state: "fine", new_url: null },
  });
  expect((await detail(client, article)).same_as).toEqual([short.id]);
  // A program that may see the folder of one of them is not told of the other.
  const { id: folder_id } = await client.json<{ id: number }>("POST", "/api/folders/", { name: "For an app" });
  await client.json("PATCH", `/api/links/${article.id}`, { folder_id });
  const made = { name: "App", scopes: ["read"], folder_id };
  const { token } = await client.json<{ token: string }>("POST", "/api/users/me/tokens", made);
  const authorization = `Bearer ${token}`;
  const seen = await fetch(`${instance.url}/api/links/${article.id}`, { headers: { authorization } });
  expect(await seen.json()).toMatchObject({ id: article.id, same_as: [] });
  const found = await client.json<Link[]>("GET", "/api/links/?q=is%3Aduplicate");
  expect(found.map(({ id }) => id).sort()).toEqual([short.id, article.id].sort());
});

test("given a link without a redirect, then moving it to another address is refused", async () => {
  const client = await newClient();
  const link = await save(client, "/stays");
  const answer = await client.call("POST", `/api/links/${link.id}/move-address`, { new_url: "https://evil.example/" });
  expect(answer.status).toBe(409);
  expect((await client.json<Link[]>("GET", "/api/links/")).map(({ id }) => id)).toEqual([link.id]);
  const bad = await client.call("POST", `/api/links/${link.id}/move-address`, {});
  expect(bad.status).toBe(422);
  expect((await bad.json()) as Partial<MovedLink>).not.toHaveProperty("link");
});
