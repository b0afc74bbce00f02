import { BODY_BYTES, type Folder, type LinkCopies, type UserId } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { caller, startTestSystem } from "../../test/gateway.ts";
import { handOver } from "../../test/hand-over.ts";
import { type App, type Bookmark, linkdingApps, linkOf, type Page } from "../../test/linkding.ts";

const system = await startTestSystem();
const { newApp } = linkdingApps(system, "beside");

const url = (name: string): string => `https://example.org/${name}`;
const save = (app: App, name: string, more: object = {}): Promise<Bookmark> =>
  app.ask("POST", "/bookmarks/", 201, { url: url(name), title: name, ...more });
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string;

interface Tag {
  readonly id: number;
  readonly name: string;
}

test("tags are listed with ids that stay, got, and removed from all bookmarks", async () => {
  const app = await newApp();
  await app.owner.call("POST", "/api/links/", { url: url("a"), tags: ["read later", "Rust"] });
  await app.owner.call("POST", "/api/links/", { url: url("b"), tags: ["read-later"] });
  await save(app, "c", { tag_names: ["rust"] });

  const { results, ...page } = await app.ask<Page<Tag>>("GET", "/tags/?limit=5000", 200);
  expect(page).toEqual({ count: 2, next: null, previous: null });
  expect(results.map(({ name }) => name.toLowerCase())).toEqual(["read-later", "rust"]);
  expect(results[0]).toEqual({ id: expect.any(Number) as number, name: results[0]?.name, date_added: time });
  const rest = await app.ask<Page<Tag>>("GET", "/tags/?limit=1&offset=1", 200);
  expect([rest.results.map(({ id }) => id), rest.previous]).toEqual([
    [results[1]?.id],
    "http://localhost:3000/linkding/api/tags/?limit=1",
  ]);

  const path = `/tags/${results[0]?.id}/`;
  expect(await app.ask("GET", path, 200)).toEqual(results[0]);
  await app.ask("DELETE", path, 204);
  expect(await app.ask("GET", path, 404)).toEqual({ detail: "No Tag matches the given query." });
  const tags = (await app.ask<Page>("GET", "/bookmarks/?sort=added_asc", 200)).results.map((one) => one.tag_names);
  expect(tags.map((names) => names.map((name) => name.toLowerCase()))).toEqual([["rust"], [], ["rust"]]);
});

test("given more than a thousand tags, then an app pages through all of them, and each is known by its id and its name", async () => {
  const app = await newApp();
  for (let at = 0; at < 22; at++) {
    const tags = Array.from({ length: 50 }, (_, one) => `tag ${String(at * 50 + one).padStart(4, "0")}`);
    expect((await app.owner.call("POST", "/api/links/", { url: url(`many${at}`), tags })).status).toBe(201);
  }

  const first = await app.ask<Page<Tag>>("GET", "/tags/?limit=1000", 200);
  const rest = await app.ask<Page<Tag>>("GET", "/tags/?limit=1000&offset=1000", 200);

  expect([first.count, first.next, rest.next]).toEqual([
    1100,
    "http://localhost:3000/linkding/api/tags/?limit=1000&offset=1000",
    null,
  ]);
  const all = [...first.results, ...rest.results];
  expect(new Set(all.map(({ name }) => name)).size).toBe(1100);
  const last = all.find(({ name }) => name === "tag-1099");
  expect(await app.ask("GET", `/tags/${last?.id}/`, 200)).toEqual(last);
  const saved = await save(app, "again", { tag_names: ["tag-1099"] });
  expect(saved.tag_names).toEqual(["tag-1099"]);
  const link = await linkOf(app, url("again"));
  expect(link.tags).toEqual(["tag 1099"]);
});

test("a tag that an app makes has the id that it keeps when a bookmark gets it", async () => {
  const app = await newApp();
  const made = await app.ask<Tag>("POST", "/tags/", 201, { name: "new one" });
  expect(made).toEqual({ id: made.id, name: "new-one", date_added: time });
  await save(app, "tagged", { tag_names: ["new-one"] });
  expect((await app.ask<Page<Tag>>("GET", "/tags/", 200)).results).toEqual([made]);
  expect(await app.ask("POST", "/tags/", 400, {})).toEqual({ name: ["This field is required."] });
  expect(await app.ask("POST", "/tags/", 400, { name: "" })).toEqual({ name: ["This field may not be blank."] });
});

test("folders and smart folders are bundles, by which lists are narrowed", async () => {
  const app = await newApp();
  const folder = (await (await app.owner.call("POST", "/api/folders/", { name: "Kitchen" })).json()) as Folder;
  await app.owner.call("POST", "/api/links/", { url: url("in-folder"), folder_id: folder.id, title: "in folder" });
  await save(app, "rye", { tag_names: ["baking"] });
  await save(app, "wheat", { tag_names: ["baking", "done"] });
  const sent = { name: "To bake", any_tags: "baking cooking", excluded_tags: "done", filter_unread: "yes" };
  const bundle = await app.ask("POST", "/bundles/", 201, sent);
  const shown = {
    id: bundle.id,
    name: "To bake",
    search: "",
    any_tags: "baking cooking",
    all_tags: "",
    excluded_tags: "done",
    filter_unread: "yes",
    filter_shared: "off",
    order: 1,
    date_created: time,
    date_modified: time,
  };
  expect(bundle).toEqual(shown);

  const list = await app.ask<Page<object>>("GET", "/bundles/", 200);
  expect(list.results).toEqual([
    {
      ...shown,
      id: folder.id,
      name: "Kitchen",
      order: 0,
      any_tags: "",
      excluded_tags: "",
      filter_unread: "off",
    },
    shown,
  ]);
  const titles = async (id: number): Promise<string[]> =>
    (await app.ask<Page>("GET", `/bookmarks/?bundle=${id}`, 200)).results.map(({ title }) => title);
  expect(await titles(folder.id)).toEqual(["in folder"]);
  expect(await titles(bundle.id)).toEqual(["rye"]);

  const path = `/bundles/${bundle.id}/`;
  const changed = { ...shown, name: "All", excluded_tags: "" };
  expect(await app.ask("PATCH", path, 200, { name: "All", excluded_tags: "", order: 7 })).toEqual(changed);
  expect(await titles(bundle.id)).toEqual(["wheat", "rye"]);
  expect(await app.ask("PUT", path, 400, { search: "x" })).toEqual({ name: ["This field is required."] });
  expect(await app.ask("PUT", path, 200, { name: "All", search: "rye" })).toEqual({ ...changed, search: "rye" });
  expect(await app.ask("POST", "/bundles/", 400, { name: "Empty", filter_unread: "maybe" })).toEqual({
    filter_unread: ['"maybe" is not a valid choice.'],
  });
  expect(await app.ask("POST", "/bundles/", 400, { name: "Empty" })).toHaveProperty("search");
  expect(await app.ask("DELETE", `/bundles/${folder.id}/`, 403)).toHaveProperty("detail");
  await app.ask("DELETE", path, 204);
  await app.ask("GET", path, 404);
});

test("the profile is linkding's, with the version whose API this is", async () => {
  const app = await newApp();
  expect(await app.ask("GET", "/user/profile/", 200)).toMatchObject({ theme: "auto", version: "1.46.2" });
});

/** A page of SingleFile as a form. */
function pageForm(fields: Record<string, string>, name = "page.html", type = "text/html"): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new File(["<!doctype html><title>T</title><p>As I see it, in some words."], name, { type }));
  return form;
}

test("the kept copies of a page are assets: listed, opened and deleted", async () => {
  const app = await newApp();
  const { id } = await save(app, "kept");
  const link = await linkOf(app, url("kept"));
  const userId = decodeJwt(app.owner.accessToken).sub as UserId;
  await handOver(system, userId, link.id);
  const path = `/bookmarks/${id}/assets/`;
  const asset = await eventually(async () => {
    const [first] = (await app.ask<Page<{ id: number }>>("GET", path, 200)).results;
    if (first === undefined) throw new Error("not kept yet");
    return first;
  });
  expect(asset).toEqual({
    id: expect.any(Number) as number,
    bookmark: id,
    date_created: time,
    file_size: expect.any(Number) as number,
    asset_type: "snapshot",
    content_type: "text/html",
    display_name: expect.stringMatching(/^HTML snapshot from \d\d\/\d\d\/\d{4}$/) as string,
    status: "complete",
  });
  expect(await app.ask("GET", `${path}${asset.id}/`, 200)).toEqual(asset);
  const opened = await app.call("GET", `${path}${asset.id}/download/`);
  expect(opened.status).toBe(302);
  const page = await caller(system.url)("GET", opened.headers.get("location") ?? "");
  expect([page.status, await page.text()]).toMatchObject([
    200,
    expect.stringContaining("Words of an article.") as string,
  ]);
  await app.ask("DELETE", `${path}${asset.id}/`, 204);
  expect(await app.ask("GET", `${path}${asset.id}/`, 404)).toEqual({
    detail: "No BookmarkAsset matches the given query.",
  });
});

test("a page that SingleFile or an app sends is taken to be kept, with its bookmark", async () => {
  const app = await newApp();
  const requestedAt = async (address: string): Promise<string | null> => {
    const { id } = await linkOf(app, address);
    const copies = await app.owner.call("GET", `/api/links/${id}/copies`);
    return ((await copies.json()) as LinkCopies).requested_at;
  };
  const sent = await app.form("POST", "/bookmarks/singlefile/", pageForm({ url: url("seen") }));
  expect([sent.status, await sent.json()]).toEqual([201, { message: "Snapshot uploaded successfully." }]);
  expect(await requestedAt(url("seen"))).not.toBeNull();

  const { id } = await save(app, "uploaded");
  const uploaded = await app.form("POST", `/bookmarks/${id}/assets/upload/`, pageForm({}));
  expect([uploaded.status, await uploaded.json()]).toMatchObject([201, { bookmark: id, status: "pending" }]);
  expect(await requestedAt(url("uploaded"))).not.toBeNull();
});

test("a form of very many parts or with an endless head, and a page that comes in no form of parts, are refused unread", async () => {
  const app = await newApp();
  const part = '--b\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\n\r\n';
  const types = ["multipart/form-data; boundary=b", "application/x-www-form-urlencoded", "application/json"] as const;
  const send = (type: string, body: string): Promise<Response> =>
    fetch(`${system.url}/linkding/api/bookmarks/singlefile/`, {
      method: "POST",
      headers: { authorization: `Token ${app.token}`, "content-type": type },
      body,
    });
  for (const form of [
    `${part.repeat(1000)}--b--\r\n`,
    `--b\r\n${"x: y\r\n".repeat(1000)}${part.slice(5)}--b--\r\n`,
    `--b\r\n${"x: y\r\n".repeat(1000)}`,
  ]) {
    const answer = await send(types[0], form);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { detail: "Multipart form parse error - Invalid boundary or part" },
    ]);
  }
  expect((await send(types[1], "a&".repeat(BODY_BYTES))).status).toBe(413);
  expect((await send(types[2], `[${"[],".repeat(BODY_BYTES)}0]`)).status).toBe(413);
});

test("an upload without a page, or of another file, is refused and saves nothing", async () => {
  const app = await newApp();
  const none = new FormData();
  none.append("url", url("none"));
  const missing = await app.form("POST", "/bookmarks/singlefile/", none);
  expect([missing.status, await missing.json()]).toEqual([
    400,
    { error: "Both 'url' and 'file' parameters are required." },
  ]);
  const other = pageForm({ url: url("other") }, "a.png", "image/png");
  expect((await app.form("POST", "/bookmarks/singlefile/", other)).status).toBe(400);
  expect((await app.ask<Page>("GET", "/bookmarks/", 200)).count).toBe(0);
  const { id } = await save(app, "bookmark");
  const empty = await app.form("POST", `/bookmarks/${id}/assets/upload/`, none);
  expect([empty.status, await empty.json()]).toEqual([400, { error: "No file provided." }]);
});
