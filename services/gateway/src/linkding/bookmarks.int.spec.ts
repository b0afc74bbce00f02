import { once } from "node:events";
import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { createLogger, openPool } from "@satchel/chassis";
import type { Link, UserId } from "@satchel/contracts";
import { addLinks } from "@satchel/links/test/tables.ts";
import { atEnd } from "@satchel/testing";
import { inProof } from "@satchel/testing/in-proof";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";
import { type Bookmark, linkdingApps, linkOf, type Page } from "../../test/linkding.ts";

const system = await startTestSystem();
const { newApp } = linkdingApps(system, "bookmarks");

const url = (name: string): string => `https://example.org/${name}`;

test("a bookmark that is saved is answered as linkding does, and is an unvisited link of the archive", async () => {
  const app = await newApp();
  const bookmark = await app.ask("POST", "/bookmarks/", 201, {
    url: url("saved"),
    title: "Saved",
    description: "What it is",
    notes: "Mine",
    tag_names: ["Rust", "read later"],
  });

  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string;
  expect(bookmark).toEqual({
    id: expect.any(Number) as number,
    url: url("saved"),
    title: "Saved",
    description: "What it is",
    notes: "Mine",
    web_archive_snapshot_url: expect.stringMatching(/^https:\/\/web\.archive\.org\/web\/\d{14}\/https:/) as string,
    favicon_url: null,
    preview_image_url: null,
    is_archived: false,
    unread: true,
    shared: false,
    tag_names: ["Rust", "read-later"],
    date_added: time,
    date_modified: time,
    website_title: null,
    website_description: null,
  });
  expect(bookmark.id).toBeLessThan(2 ** 31);
  expect(await app.ask("GET", `/bookmarks/${bookmark.id}/`, 200)).toEqual(bookmark);
  const link = await linkOf(app, url("saved"));
  expect(link).toMatchObject({ title: "Saved", notes: "Mine", visit_count: 0, saved_by: "token" });
});

test("saving a known address changes what was sent, keeps the rest and its id, and does not make a second one", async () => {
  const app = await newApp();
  const first = await app.ask("POST", "/bookmarks/", 201, { url: url("again"), notes: "Mine", tag_names: ["a"] });
  const again = await app.ask("POST", "/bookmarks/", 201, {
    url: `${url("again")}?utm_source=x`,
    title: "New",
    tag_names: ["b"],
  });

  expect(again).toMatchObject({ id: first.id, url: url("again"), title: "New", notes: "Mine", tag_names: ["b"] });
  expect(Date.parse(again.date_modified)).toBeGreaterThan(Date.parse(first.date_modified));
  expect(again.date_added).toBe(first.date_added);
  expect((await app.ask<Page>("GET", "/bookmarks/", 200)).count).toBe(1);
});

test("an id stays the same when the link is deleted and restored, and is 404 in between", async () => {
  const app = await newApp();
  const { id } = await app.ask("POST", "/bookmarks/", 201, { url: url("stays") });
  const link = await linkOf(app, url("stays"));
  await app.ask("DELETE", `/bookmarks/${id}/`, 204);
  expect(await app.ask("GET", `/bookmarks/${id}/`, 404)).toEqual({ detail: "No Bookmark matches the given query." });
  expect((await app.owner.call("POST", `/api/links/${link.id}/restore`)).status).toBe(200);
  expect((await app.ask("GET", `/bookmarks/${id}/`, 200)).id).toBe(id);
});

test.each(["PUT", "PATCH"])(
  "%s leaves what is missing as it is, and what is sent back unchanged too",
  async (method) => {
    const app = await newApp();
    const { owner } = app;
    const saved = (await (
      await owner.call("POST", "/api/links/", {
        url: url("kept"),
        suggested_title: "Suggested",
        tags: ["read later", "a, b"],
      })
    ).json()) as Link;
    const [bookmark] = (await app.ask<Page>("GET", "/bookmarks/", 200)).results;
    const path = `/bookmarks/${bookmark?.id}/`;
    expect(bookmark).toMatchObject({ title: "Suggested", tag_names: ["a-b", "read-later"] });

    expect(await app.ask(method, path, 200, { ...bookmark, notes: "Added" })).toMatchObject({ notes: "Added" });
    await app.ask(method, path, 200, { url: url("kept"), description: "Later" });

    const link = (await (await owner.call("GET", `/api/links/${saved.id}`)).json()) as Link;
    expect(link).toMatchObject({ notes: "Added", description: "Later", tags: ["read later", "a, b"] });
    // The suggested title has not become the owner's own: the history has no change of it.
    const { history } = (await (await owner.call("GET", `/api/links/${saved.id}/history`)).json()) as {
      history: { changes?: object }[];
    };
    const changed = history.slice(1).flatMap(({ changes = {} }) => Object.keys(changes));
    expect(changed).toEqual(["notes", "description"]);
  },
);

test("marked as read it is visited once, archived it is read to the end, and both lists follow", async () => {
  const app = await newApp();
  const { id } = await app.ask("POST", "/bookmarks/", 201, { url: url("read") });
  const path = `/bookmarks/${id}/`;
  expect(await app.ask("PATCH", path, 200, { unread: false })).toMatchObject({ unread: false });
  await app.ask("PATCH", path, 200, { unread: false });
  expect((await linkOf(app, url("read"))).visit_count).toBe(1);
  expect(await app.ask("PATCH", path, 200, { unread: true })).toMatchObject({ unread: true });
  expect(await linkOf(app, url("read"))).toMatchObject({ visit_count: 0, first_visited_at: null });
  expect(await app.ask("PATCH", path, 200, { unread: false })).toMatchObject({ unread: false });

  const lists = async (): Promise<number[]> =>
    Promise.all(
      ["/bookmarks/", "/bookmarks/archived/"].map(async (list) => (await app.ask<Page>("GET", list, 200)).count),
    );
  expect(await lists()).toEqual([1, 0]);
  await app.ask("POST", `${path}archive/`, 204);
  expect([await lists(), (await app.ask("GET", path, 200))["is_archived"]]).toEqual([[0, 1], true]);
  await app.ask("POST", `${path}unarchive/`, 204);
  expect(await lists()).toEqual([1, 0]);
  expect(await app.ask("PATCH", path, 200, { is_archived: true })).toMatchObject({ is_archived: true });
  const saved = await app.ask("POST", "/bookmarks/", 201, { url: url("done"), unread: false, is_archived: true });
  expect(saved).toMatchObject({ unread: false, is_archived: true });
});

test("another bookmark's address is refused, and so is an address that would make another link of it", async () => {
  const app = await newApp();
  await app.ask("POST", "/bookmarks/", 201, { url: url("one") });
  const { id } = await app.ask("POST", "/bookmarks/", 201, { url: url("two") });
  for (const method of ["PUT", "PATCH"]) {
    expect(await app.ask(method, `/bookmarks/${id}/`, 400, { url: url("one") })).toEqual({
      url: ["A bookmark with this URL already exists."],
    });
    expect(await app.ask(method, `/bookmarks/${id}/`, 400, { url: url("three") })).toHaveProperty("url");
    expect(await app.ask(method, `/bookmarks/${id}/`, 200, { url: `${url("two")}#part` })).toMatchObject({ id });
  }
});

test("lists are paged, filtered, searched and sorted as in linkding", async () => {
  const app = await newApp();
  for (const [name, more] of [
    ["b", { title: "Rye bread", tag_names: ["baking"], notes: "50% water" }],
    ["c", { title: "älter", tag_names: ["baking", "read-later"], unread: false }],
    ["a", { title: "Coffee" }],
  ] as const) {
    await app.ask("POST", "/bookmarks/", 201, { url: url(name), ...more });
  }
  const titles = async (query: string): Promise<string[]> =>
    (await app.ask<Page>("GET", `/bookmarks/?${query}`, 200)).results.map(({ title }) => title);
  const q = (text: string): Promise<string[]> => titles(`q=${encodeURIComponent(text)}`);

  expect(await titles("")).toEqual(["Coffee", "älter", "Rye bread"]);
  expect(await titles("sort=added_asc")).toEqual(["Rye bread", "älter", "Coffee"]);
  expect(await titles("sort=title_asc")).toEqual(["älter", "Coffee", "Rye bread"]);
  expect(await titles("sort=title_desc")).toEqual(["Rye bread", "Coffee", "älter"]);
  expect(await titles("unread=no")).toEqual(["älter"]);
  expect(await titles("unread=yes&limit=1&offset=1")).toEqual(["Rye bread"]);
  expect(await titles("shared=yes")).toEqual([]);
  expect(await q("#BAKING")).toEqual(["älter", "Rye bread"]);
  expect(await q("#read-later")).toEqual(["älter"]);
  expect(await q("!untagged")).toEqual(["Coffee"]);
  expect(await q("ÄLT")).toEqual(["älter"]);
  expect(await q("0% wat")).toEqual(["Rye bread"]);
  expect(await q("#baking and not (rye or nothing)")).toEqual(["älter"]);
  expect(await q("example.org/b")).toEqual(["Rye bread"]);
  expect(await q("(open")).toEqual([]);
  const future = new Date(Date.now() + 3_600_000).toISOString();
  expect(await titles(`added_since=${future}`)).toEqual([]);
  expect(await titles(`modified_since=${future}`)).toEqual([]);
  expect(await titles("modified_since=yesterday&bundle=x&limit=x&offset=-1&sort=x")).toHaveLength(3);

  const page = await app.ask<Page>("GET", "/bookmarks?limit=1&offset=1&q=", 200);
  expect(page).toMatchObject({
    count: 3,
    next: "http://localhost:3000/linkding/api/bookmarks?limit=1&offset=2&q=",
    previous: "http://localhost:3000/linkding/api/bookmarks?limit=1&q=",
  });
  const all = await app.ask<Page>("GET", "/bookmarks/?limit=99999", 200);
  expect([all.count, all.results.length, all.next, all.previous]).toEqual([3, 3, null, null]);
  expect(await app.ask("GET", "/bookmarks/shared/", 200)).toEqual({
    count: 0,
    next: null,
    previous: null,
    results: [],
  });
});

test("an address is looked up, known or not", async () => {
  const app = await newApp();
  const { id } = await app.ask("POST", "/bookmarks/", 201, { url: url("known"), title: "Known" });
  const check = (address: string) =>
    app.ask<object>("GET", `/bookmarks/check/?url=${encodeURIComponent(address)}`, 200);
  expect(await check(`${url("known")}#top`)).toMatchObject({
    bookmark: { id },
    metadata: { url: `${url("known")}#top`, title: "Known" },
    auto_tags: [],
  });
  for (const address of [url("unknown"), "no address"]) {
    expect(await check(address)).toEqual({
      bookmark: null,
      metadata: { url: address, title: null, description: null, preview_image: null },
      auto_tags: [],
    });
  }
});

test("forms are taken as well as JSON, and commas separate tags", async () => {
  const app = await newApp();
  const parts = new FormData();
  for (const [name, value] of Object.entries({
    url: url("form"),
    title: "Form",
    unread: "false",
    tag_names: "a,b c",
  })) {
    parts.append(name, value);
  }
  const made = await app.form("POST", "/bookmarks/", parts);
  const bookmark = (await made.json()) as Bookmark;
  expect([made.status, bookmark]).toMatchObject([201, { title: "Form", unread: false, tag_names: ["a", "b-c"] }]);
  const line = new URLSearchParams([
    ["tag_names", "x"],
    ["tag_names", "y"],
    ["is_archived", "on"],
  ]);
  const changed = await app.form("PATCH", `/bookmarks/${bookmark.id}/`, line);
  expect(await changed.json()).toMatchObject({ title: "Form", is_archived: true, tag_names: ["x", "y"] });
});

inProof(
  "an app that mirrors the archive gets 10,000 bookmarks at once, each of them once, and then the rest",
  async () => {
    const app = await newApp();
    const pool = openPool({
      url: system.database.url,
      logger: createLogger("test", "silent"),
      name: "test",
      connections: 1,
    });
    atEnd(() => pool.end());
    const userId = decodeJwt(app.owner.accessToken).sub as UserId;
    for (let n = 0; n < 3; n++)
      await addLinks(
        { pool },
        userId,
        Array.from({ length: 3400 }, () => ({ own_title: "T" })),
      );

    const first = await app.ask<Page>("GET", "/bookmarks/?offset=0&limit=10000", 200);
    const rest = await app.ask<Page>("GET", "/bookmarks/?offset=10000&limit=10000", 200);
    expect([first.count, first.results.length, rest.results.length, rest.next]).toEqual([10_200, 10_000, 200, null]);
    expect(first.next).toContain("offset=10000");
    expect(new Set([...first.results, ...rest.results].map(({ id }) => id)).size).toBe(10_200);
    const dates = first.results.map(({ date_added }) => date_added);
    expect(dates).toEqual(dates.toSorted().toReversed());

    // Two apps that take nothing of what they asked for keep a third list waiting, and nothing else, until they are gone.
    const stalled = await Promise.all(
      [1, 2].map(async () => {
        const asked = get(`${system.url}/linkding/api/bookmarks/?limit=10000`, {
          headers: { authorization: `Token ${app.token}` },
        });
        asked.on("error", () => undefined);
        await once(asked, "response");
        return asked;
      }),
    );
    let isThere = false;
    const third = app.ask<Page>("GET", "/bookmarks/?limit=10000", 200).finally(() => (isThere = true));
    await app.ask("GET", `/bookmarks/${first.results[0]?.id}/`, 200);
    expect((await app.ask<Page>("GET", "/bookmarks/", 200)).results).toHaveLength(100);
    // Much longer than it takes to answer.
    await Promise.race([third, delay(4000)]);
    expect(isThere).toBe(false);
    for (const asked of stalled) asked.destroy();
    expect((await third).results).toHaveLength(10_000);
  },
);
