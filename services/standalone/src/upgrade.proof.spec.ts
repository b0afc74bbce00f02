import type { Capture, Folder, Import, Link, LinkHistoryEntry, User } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { buildEarlierVersion, type EarlierInstance, hasCommit, startEarlierVersion } from "../test/earlier-version.ts";
import { type Client, type Instance, type Place, sendMail, signIn, startInstance } from "../test/instance.ts";

/** A commit whose data this version takes over. */
const EARLIER = "73959f7cb21980ae4d3821a348eedd4e5068d82f";

const PATIENCE = { timeout: 60_000 };
const EMAIL = "rolled@example.com";
const at = (path: string): string => `http://pages.test/${path}`;

/** What a page shows of an account, and what must be the same after an upgrade. */
async function shown(client: Client) {
  const links = await client.json<Link[]>("GET", "/api/links/?size=100");
  const histories = await Promise.all(
    links.map(
      async ({ id }) => (await client.json<{ history: LinkHistoryEntry[] }>("GET", `/api/links/${id}/history`)).history,
    ),
  );
  return {
    user: await client.json<User>("GET", "/api/users/me"),
    folders: await client.json<Folder[]>("GET", "/api/folders/"),
    // How far the reading of pages has come goes on by itself.
    links: links.map((link) => ({ ...link, enrichment: null, health: null })),
    histories: histories.map((entries) =>
      entries.filter(({ what }) => what !== "try_failed" && what !== "unreachable"),
    ),
    tags: await client.json<object>("GET", "/api/tags/"),
    counts: await client.json<object>("GET", "/api/links/count"),
    captures: (await client.json<Capture[]>("GET", "/api/captures")).map(({ id, outcome, saved, duplicates }) => ({
      id,
      outcome,
      saved,
      duplicates,
    })),
  };
}

/** Fills an account with all that these versions have in common. */
async function live(old: EarlierInstance): Promise<Client> {
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
    const old = await startEarlierVersion(await buildEarlierVersion(EARLIER));
    const client = await live(old);
    const before = await shown(client);
    const ids = new Map(before.links.map((link) => [link.url, link.id]));
    const exported = await (await client.call("GET", "/api/users/me/export")).text();
    await old.end("SIGKILL");

    const now: Instance = await startInstance({}, old);
    // This version shows further fields; what that one showed is the same.
    expect(await shown(client)).toMatchObject(before);

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
      ["imported", "mailed", "new", "one", "three", "two"].map((path) => at(path)),
    );

    // What the earlier version has exported comes into another account.
    const other = await signIn(now, "other@example.com");
    expect(await imported(now, other, exported)).toMatchObject({ status: "done", saved: 5, known: 0, skipped: 0 });
    const there = await other.json<Link[]>("GET", "/api/links/?size=100");
    expect(there.map(({ url, title, notes }) => [url, title, notes])).toEqual(
      before.links.map(({ url, title, notes }) => [url, title, notes]),
    );

    // The account goes as a whole, with what the earlier version has left of it.
    expect((await client.call("DELETE", "/api/users/me")).status).toBe(204);
  }, 600_000);
});
