import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Capture, Folder, Import, Link } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { buildEarlierVersion, hasCommit, startEarlierVersion } from "../test/earlier-version.ts";
import { everyRead, expectSameReads } from "../test/every-read.ts";
import {
  type Client,
  type Instance,
  launchInstance,
  type Place,
  sendMail,
  signIn,
  startInstance,
} from "../test/instance.ts";

/** A commit whose data this version takes over. It is built with the packages of this one: where one of its own is gone, a later one is named. */
const EARLIER = "8155ac455050bfb5e687baab65121c1b5341e678";

const PATIENCE = { timeout: 60_000 };
const EMAIL = "rolled@example.com";
const at = (path: string): string => `http://pages.test/${path}`;

/** Where the pages of {@link live} are: one that can be read and kept, and the picture in it. */
async function startSite(): Promise<string> {
  const text = "The saddler's thread is waxed by hand, and holds for a lifetime. ".repeat(40);
  const page = `<!doctype html><html lang="en"><title>One</title><article><h1>One</h1><p>${text}</p></article></html>`;
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(page));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Whether an operation is among those that a running version documents. */
async function documentedBy({ url }: Place): Promise<(path: string) => boolean> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: Record<string, object> };
  return (path) => "get" in (paths[path.replaceAll(/:([a-z]+)/g, "{$1}")] ?? {});
}

/** Fills an account with all that these versions have in common. */
async function live(old: Place, site: string): Promise<Client> {
  const client = await signIn(old, EMAIL);
  const folder = await client.json<Folder>("POST", "/api/folders/", { name: "Reading" });
  const save = (path: string, more: object = {}) =>
    client.json<Link>("POST", "/api/links/", { url: at(path), ...more });
  const one = await save("one", { title: "One", tags: ["a"], folder_id: folder.id });
  const two = await save("two");
  const three = await save("three");
  await client.json("PATCH", `/api/links/${two.id}`, { notes: "Mine", is_favorite: true });
  await client.json("POST", `/api/links/${one.id}/visit`, {});
  await client.json("POST", "/api/links/bulk", { ids: [one.id, two.id], action: "tag", tags: ["many"] });
  await client.call("DELETE", `/api/links/${three.id}`);
  await mailed(old, client, "<first@example.com>", [at("mailed"), at("one")]);
  const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="${at("imported")}">x</A><DT><A HREF="ftp://a">y</A></DL>`;
  expect(await imported(old, client, file)).toMatchObject({ status: "done", saved: 1, skipped: 1 });
  const kept = await client.json<Link>("POST", "/api/links/", { url: `http://${site}/kept` });
  await eventually(async () => {
    expect(await client.json<Link>("GET", `/api/links/${kept.id}`)).toMatchObject({ enrichment: { state: "done" } });
    expect(JSON.stringify(await client.json("GET", `/api/links/${kept.id}/copies`))).toContain('"version"');
  }, PATIENCE);
  await client.json("POST", `/api/users/me/tokens`, { name: "A program", scopes: ["read"] });
  await client.json("POST", `/api/users/me/feeds`, { name: "All", source: { kind: "all" } });
  return client;
}

/** Sends links by mail and waits until they were worked through. */
async function mailed(to: Place, client: Client, messageId: string, urls: readonly string[]): Promise<Capture> {
  const before = (await client.json<Capture[]>("GET", "/api/captures")).length;
  await sendMail(to, { from: EMAIL, text: urls.join("\r\n"), messageId });
  return (await eventually(async () => {
    const [newest, ...others] = await client.json<Capture[]>("GET", "/api/captures");
    return others.length === before && newest?.outcome !== "pending" && newest;
  }, PATIENCE)) as Capture;
}

async function imported({ url }: Place, client: Client, file: string): Promise<Import> {
  const answer = await fetch(`${url}/api/imports?name=file`, {
    method: "POST",
    headers: { authorization: `Bearer ${client.token}`, "content-type": "application/octet-stream" },
    body: file,
  });
  const { id } = (await answer.json()) as Import;
  return (await eventually(async () => {
    const found = await client.json<Import>("GET", `/api/imports/${id}`);
    return found.status !== "running" && found;
  }, PATIENCE)) as Import;
}

describe("given an earlier version was run on a folder of data", () => {
  test(`when it is killed and this one is started there, then nothing is lost, and nothing is there twice (needs the commit ${EARLIER.slice(0, 8)})`, async () => {
    if (!hasCommit(EARLIER)) throw new Error(`This clone lacks the commit ${EARLIER}: git fetch --unshallow brings it`);
    const site = await startSite();
    const env = { FETCH_ALLOW: site };
    const program = await buildEarlierVersion(EARLIER);
    const old = await startEarlierVersion(program, env);
    const client = await live(old, site);
    const before = await everyRead(client, await documentedBy(old));
    const first = await client.json<Link[]>("GET", "/api/links/?size=100");
    const ids = new Map(first.map((link) => [link.url, link.id]));
    const exported = await (await client.call("GET", "/api/users/me/export")).text();
    await old.end("SIGKILL");

    const between: Instance = await startInstance(env, old);
    expectSameReads(await everyRead(client), before);

    // Back again: the earlier version refuses, says why, and has changed nothing.
    await between.process.kill("SIGTERM");
    const back = await startEarlierVersion(program, env, old, "a newer version of Satchel than this one");
    await back.end("SIGTERM");
    const now: Instance = await startInstance(env, old);
    expectSameReads(await everyRead(client), before);

    // The same addresses are the same links, whichever way they come.
    const again = await client.call("POST", "/api/links/", { url: `${at("two")}#top` });
    expect([again.status, ((await again.json()) as Link).id]).toEqual([200, ids.get(at("two"))]);
    expect(await client.json("GET", `/api/links/lookup?url=${at("one")}`)).toMatchObject({
      link: { id: ids.get(at("one")) },
    });
    expect(await mailed(now, client, "<second@example.com>", [at("mailed"), at("new")])).toMatchObject({
      outcome: "partly",
      duplicates: [{ id: ids.get(at("mailed")) }],
    });
    const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="${at("imported")}">x</A></DL>`;
    expect(await imported(now, client, file)).toMatchObject({ saved: 0, known: 1 });
    expect((await client.call("POST", "/api/links/", { url: at("three") })).status).toBe(200);
    const links = await client.json<Link[]>("GET", "/api/links/?size=100");
    expect(links.map(({ url }) => url).sort()).toEqual(
      [...["imported", "mailed", "new", "one", "three", "two"].map((path) => at(path)), `http://${site}/kept`].sort(),
    );

    // What the earlier version has exported comes into another account.
    const other = await signIn(now, "other@example.com");
    expect(await imported(now, other, exported)).toMatchObject({ status: "done", saved: 6, known: 0, skipped: 0 });
    const there = await other.json<Link[]>("GET", "/api/links/?size=100");
    expect(there.map(({ url, title, notes }) => [url, title, notes])).toEqual(
      first.map(({ url, title, notes }) => [url, title, notes]),
    );

    // The account goes as a whole, with what the earlier version has left of it.
    expect((await client.call("DELETE", "/api/users/me")).status).toBe(204);
  }, 1_800_000);
});

/** The next release as far as data goes: this one, whose tables of links have another version. */
async function buildNextVersion(): Promise<string> {
  return buildEarlierVersion("HEAD", async (folder) => {
    const file = join(folder, "services/links/src/projection/projection.ts");
    const source = await readFile(file, "utf8");
    const next = source.replace(/name: "links", version: (\d+)/, (_, n) => `name: "links", version: ${Number(n) + 1}`);
    expect(next).not.toBe(source);
    await writeFile(file, next);
  });
}

test("given a later version has run on this one's data, when this one is started there again, then it refuses with a sentence, and the later one reads everything as before", async () => {
  const site = await startSite();
  const env = { FETCH_ALLOW: site };
  const program = await buildNextVersion();
  const now = await startInstance(env);
  const client = await live(now, site);
  const before = await everyRead(client);
  await now.process.kill("SIGTERM");

  const later = await startEarlierVersion(program, env, now);
  expectSameReads(await everyRead(client), before);
  await later.end("SIGTERM");

  const refused = await launchInstance(env, now);
  expect(await refused.process.exited).toEqual({ code: 78, signal: null });
  expect(refused.process.stderr.join("\n")).toMatch(/a newer version of Satchel than this one .*its tables: links/);

  await startEarlierVersion(program, env, now);
  expectSameReads(await everyRead(client), before);
}, 1_800_000);
