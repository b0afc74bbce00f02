import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";
import { type App, type Bookmark, linkdingApps, type Page } from "../../test/linkding.ts";

// The requests that clients make, in their order, with what each looks at: read in the sources of the official extension
// 1.15, of Linkdy 1.8 and of Pinkt 3.18 (fibelatti/pinboard-kotlin).

const system = await startTestSystem();
const { newApp } = linkdingApps(system, "clients");

const url = (name: string): string => `https://example.org/${name}`;

/** Calls an address, as a client puts it together. */
const at =
  ({ token }: App, base: string) =>
  async <T = Bookmark>(method: string, path: string, status: number, body?: object | FormData): Promise<T> => {
    const isForm = body === undefined || body instanceof FormData;
    const answer = await fetch(base + path, {
      method,
      headers: {
        authorization: `Token ${token}`,
        accept: "application/json",
        ...(isForm ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect([method, path, answer.status, text]).toEqual([method, path, status, text]);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };

test("aiolinkding is told the version before anything else, without a token", async () => {
  const answer = await fetch(`${system.url}/linkding/health`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ version: expect.stringMatching(/^1\.\d+\.\d+$/), status: "healthy" });
});

test("the official extension is set up, saves the open page, finds it again, changes and deletes it", async () => {
  const ask = at(await newApp(), `${system.url}/linkding`);
  expect((await ask<Page>("GET", "/api/bookmarks/?limit=1", 200)).results).toEqual([]);

  // The form of a page that is not saved: the profile, the tags, and what the server knows of the address.
  expect(await ask<object>("GET", "/api/user/profile/", 200)).toHaveProperty("search_preferences");
  expect((await ask<Page>("GET", "/api/tags/?limit=5000", 200)).results).toEqual([]);
  const check = `/api/bookmarks/check/?url=${encodeURIComponent(url("page"))}`;
  const before = await ask<{ bookmark: null; metadata: { url: string }; auto_tags: [] }>("GET", check, 200);
  expect(before).toMatchObject({ bookmark: null, metadata: { url: url("page"), title: null }, auto_tags: [] });

  const sent = {
    url: url("page"),
    title: "",
    description: "",
    notes: "",
    tag_names: ["a", "b"],
    unread: true,
    shared: false,
  };
  await ask("POST", "/api/bookmarks/?disable_scraping&disable_html_snapshot", 201, sent);
  const known = await ask<{ bookmark: Bookmark }>("GET", check, 200);
  expect(known.bookmark).toMatchObject({ tag_names: ["a", "b"], unread: true });
  expect(known.bookmark.date_added).toBeTruthy();
  // The same form again, with what the bookmark has, and a note.
  const { title, description, tag_names, unread, shared } = known.bookmark;
  const again = { url: url("page"), title, description, notes: "Mine", tag_names, unread, shared };
  expect(await ask("POST", "/api/bookmarks/?disable_scraping", 201, again)).toMatchObject({
    id: known.bookmark.id,
    notes: "Mine",
    unread: true,
  });
  const found = await ask<Page>("GET", "/api/bookmarks/?q=page&limit=5", 200);
  expect(found.results.map(({ id }) => id)).toEqual([known.bookmark.id]);
  await ask("DELETE", `/api/bookmarks/${known.bookmark.id}/`, 204);
  expect(await ask("GET", check, 200)).toMatchObject({ bookmark: null });
});

test("Linkdy reaches the server, signs in, and lists, saves, changes, archives and deletes bookmarks with forms", async () => {
  const app = await newApp();
  const base = `${system.url}/linkding/api`;
  expect((await fetch(`${base}/`)).status).toBe(401);
  const ask = at(app, base);
  await ask("GET", "/bookmarks/?limit=1", 200);
  const list = (query: string): Promise<Page> => ask<Page>("GET", `/bookmarks/?${query}`, 200);
  expect((await list("q&limit=20&offset=0&unread&sort")).count).toBe(0);

  // It leaves the slash out here.
  expect(await ask<object>("GET", `/bookmarks/check?url=${encodeURIComponent(url("new"))}`, 200)).toMatchObject({
    metadata: { url: url("new") },
  });
  const form = (fields: object): FormData => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, String(value));
    return data;
  };
  const whole = {
    url: url("new"),
    title: "New",
    description: "",
    is_archived: false,
    unread: true,
    shared: false,
    notes: "",
  };
  const made = await ask("POST", "/bookmarks/", 201, form({ ...whole, tag_names: "one,two" }));
  expect(made).toMatchObject({ title: "New", tag_names: ["one", "two"], unread: true });
  expect(await ask("PUT", `/bookmarks/${made.id}/`, 200, form({ ...whole, notes: "N" }))).toMatchObject({
    notes: "N",
    tag_names: ["one", "two"],
  });
  expect(await ask("PATCH", `/bookmarks/${made.id}/`, 200, form({ unread: false }))).toMatchObject({ unread: false });
  expect((await list("q=new&limit=20&offset=0&unread=no&sort=title_asc")).count).toBe(1);
  await ask("POST", `/bookmarks/${made.id}/archive/`, 204);
  expect((await ask<Page>("GET", "/bookmarks/archived/?q&limit=20&offset=0", 200)).count).toBe(1);
  await ask("POST", `/bookmarks/${made.id}/unarchive/`, 204);
  expect((await ask<Page>("GET", "/bookmarks/shared/?q&limit=20&offset=0", 200)).count).toBe(0);

  const tags = await ask<Page<{ id: number; name: string }>>("GET", "/tags/?q&limit=100&offset=0", 200);
  expect(tags.results.map(({ name }) => name)).toEqual(["one", "two"]);
  expect(await ask("GET", `/tags/${tags.results[0]?.id}/`, 200)).toEqual(tags.results[0]);
  expect(await ask("POST", "/tags/", 201, form({ name: "three" }))).toMatchObject({ name: "three" });
  await ask("DELETE", `/bookmarks/${made.id}/`, 204);
});

test("Pinkt signs in, mirrors all bookmarks and tags, adds, changes, archives and deletes", async () => {
  // Typed with a slash at its end, against which the client resolves its paths.
  const base = new URL("/linkding/", system.url);
  const ask = at(await newApp(), new URL("api", base).href);
  await ask("GET", "/bookmarks/?limit=1", 200);

  const now = new Date().toISOString().replace(/\.\d+/, "");
  const post = { url: url("pinkt"), title: "Pinkt", description: "", notes: "", date_added: now, is_archived: false };
  const added = await ask("POST", "/bookmarks/", 201, { ...post, unread: true, shared: false, tag_names: ["tag"] });
  expect(Number.isInteger(added.id) && added.id < 2 ** 31).toBe(true);

  const page = await ask<Page>("GET", "/bookmarks/?offset=0&limit=10000", 200);
  expect([page.count, page.next, page.previous, page.results]).toEqual([1, null, null, [added]]);
  expect((await ask<Page>("GET", "/bookmarks/archived/?offset=0&limit=10000", 200)).count).toBe(0);
  const tags = await ask<Page<{ name: string; date_added: string }>>("GET", "/tags/?offset=0&limit=1000", 200);
  expect([tags.next, tags.results]).toMatchObject([null, [{ name: "tag" }]]);

  const path = `/bookmarks/${added.id}/`;
  const changed = { id: added.id, ...post, description: "Changed", unread: false, shared: true, tag_names: [] };
  expect(await ask("PUT", path, 200, changed)).toMatchObject({ description: "Changed", unread: false, tag_names: [] });
  expect(await ask("GET", path, 200)).toMatchObject({ id: added.id });
  await ask("POST", `${path}archive/`, 204);
  expect((await ask<Page>("GET", "/bookmarks/archived/?offset=0&limit=10000", 200)).count).toBe(1);
  await ask("POST", `${path}unarchive/`, 204);
  await ask("DELETE", path, 204);
});
