import fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { caller, startTestSystem } from "../../test/gateway.ts";
import { type App, type Bookmark, linkdingApps } from "../../test/linkding.ts";

const system = await startTestSystem();
const { appOf, newApp } = linkdingApps(system, "feeds");

const get = (path: string, headers: Record<string, string> = {}) => caller(system.url, headers)("GET", path);
const feedOf = ({ token }: App, name: string, query = "") => get(`/linkding/feeds/${token}/${name}${query}`);
const parser = new XMLParser({ parseTagValue: false, trimValues: false });

/** The texts of all elements of a name, in order. */
function textsOf(xml: string, name: string): string[] {
  expect(XMLValidator.validate(xml)).toBe(true);
  const within = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(within);
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, one]) => (key === name ? [one].flat().map(String) : within(one)));
  };
  return within(parser.parse(xml));
}
const linksOf = async (answer: Response): Promise<string[]> => {
  expect(answer.status).toBe(200);
  return textsOf(await answer.text(), "guid");
};
const url = (name: string): string => `https://example.org/${name}`;

test("given bookmarks, then the feeds have what linkding's have, with its elements", async () => {
  const app = await newApp();
  const save = (name: string, more: object = {}) =>
    app.ask<Bookmark>("POST", "/bookmarks/", 201, { url: url(name), unread: true, ...more });
  await save("one", { title: "One & <two>", description: "d ]]> d", tag_names: ["baking", "rye"], notes: "mine" });
  await save("visited", { unread: false });
  const { id } = await save("archived");
  await app.call("POST", `/bookmarks/${id}/archive/`);

  const all = await feedOf(app, "all");
  const xml = await all.clone().text();

  expect(all.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  expect(all.headers.get("x-robots-tag")).toContain("noindex");
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<rss version="2.0" xmlns:atom=/);
  expect(xml).not.toContain("mine");
  const self = `http://localhost:3000/linkding/feeds/${app.token}/all`;
  expect(textsOf(xml, "title").slice(0, 1)).toEqual(["All bookmarks"]);
  expect(textsOf(xml, "link")).toEqual([self, url("visited"), url("one")]);
  expect(xml).toContain(`<atom:link href="${self}" rel="self"/>`);
  expect(await linksOf(all)).toEqual([url("visited"), url("one")]);
  expect(textsOf(xml, "category").sort()).toEqual(["baking", "rye"]);
  expect(textsOf(xml, "title")).toContain("One & <two>");
  expect(textsOf(xml, "description")).toContain("d ]]> d");
  expect(xml).toContain("<description/>");
  for (const date of textsOf(xml, "pubDate")) expect(date).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/);
  expect(await linksOf(await feedOf(app, "unread"))).toEqual([url("one")]);
  expect(await linksOf(await feedOf(app, "shared"))).toEqual([]);
});

test("given parameters of linkding, then they narrow a feed; a bundle of nobody or of somebody else is not found", async () => {
  const [app, other] = [await newApp(), await newApp()];
  for (const n of [1, 2, 3]) await app.ask("POST", "/bookmarks/", 201, { url: url(`n${n}`), tag_names: [`t${n}`] });
  const bundle = await other.ask("POST", "/bundles/", 201, { name: "Theirs", search: "secret" });
  const mine = await app.ask("POST", "/bundles/", 201, { name: "Mine", search: "", all_tags: "t2" });

  expect(await linksOf(await feedOf(app, "all", "?q=%23t1"))).toEqual([url("n1")]);
  expect(await linksOf(await feedOf(app, "all", "?limit=2"))).toEqual([url("n3"), url("n2")]);
  expect(await linksOf(await feedOf(app, "all", "?limit="))).toHaveLength(3);
  expect(await linksOf(await feedOf(app, "all", "?limit=-1"))).toHaveLength(3);
  expect(await linksOf(await feedOf(app, "all", "?shared=yes"))).toEqual([]);
  expect(await linksOf(await feedOf(app, "unread", "?unread=no"))).toEqual([]);
  expect(await linksOf(await feedOf(app, "all", `?bundle=${mine.id}`))).toEqual([url("n2")]);
  expect((await feedOf(app, "all", `?bundle=${bundle.id === mine.id ? 999 : bundle.id}`)).status).toBe(404);
  expect((await feedOf(app, "all", "?bundle=99999")).status).toBe(404);
  expect((await feedOf(app, "all", "?bundle=x")).status).toBe(404);
});

test("given an address with a token that is unknown, ended, of another scope or no API token, then it opens nothing, whatever else the caller has", async () => {
  const app = await newApp(["read"]);
  await app.ask("GET", "/bookmarks/", 200);
  const adding = await appOf(app.owner, ["add", "change"]);
  const ended = await appOf(app.owner, ["read"]);
  const { tokens } = (await (await app.owner.call("GET", "/api/users/me/tokens")).json()) as {
    tokens: { id: string; scopes: string[] }[];
  };
  const newest = tokens.find(({ scopes }) => scopes.length === 1);
  expect((await feedOf(ended, "all")).status).toBe(200);
  await app.owner.call("DELETE", `/api/users/me/tokens/${newest?.id}`);
  const feed = await app.owner.call("POST", "/api/users/me/feeds", { name: "F", source: { kind: "all" } });
  const secret = ((await feed.json()) as { atom_url: string }).atom_url.split("/").at(-1)?.replace(".atom", "");

  const signed = { cookie: app.owner.cookie, authorization: `Bearer ${app.owner.accessToken}` };
  for (const token of [
    adding.token,
    ended.token,
    secret,
    app.owner.accessToken.slice(0, 90),
    `${app.token}x`,
    "foo",
    "satchel_",
  ]) {
    const answer = await get(`/linkding/feeds/${token}/all`, signed);
    expect([token, answer.status, await answer.json()]).toEqual([token, 404, { detail: "Feed not found" }]);
  }
  expect((await feedOf(app, "none")).status).toBe(404);
  expect((await get(`/feeds/${app.token}.atom`)).status).toBe(404);
  expect((await feedOf(app, "all")).status).toBe(200);
});

test("given a reader that has the feed, then it gets 304 until something changes", async () => {
  const app = await newApp();
  const first = await feedOf(app, "all");
  const etag = first.headers.get("etag") ?? "";
  const again = (): Promise<Response> => get(`/linkding/feeds/${app.token}/all`, { "if-none-match": etag });
  expect((await again()).status).toBe(304);
  await app.ask("POST", "/bookmarks/", 201, { url: url("new") });
  expect((await again()).status).toBe(200);
});

test("given any text in path and query, then the answer is a feed or 404, and never a fault of ours", async () => {
  const app = await newApp();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("all", "unread", "shared"),
      fc.dictionary(fc.constantFrom("q", "limit", "bundle", "unread", "shared", "user", "x"), fc.string()),
      async (name, query) => {
        const answer = await feedOf(app, name, `?${new URLSearchParams(query).toString()}`);
        expect([200, 404]).toContain(answer.status);
        await answer.text();
      },
    ),
    { numRuns: 60 },
  );
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1 }), async (token) => {
      const answer = await get(`/linkding/feeds/${encodeURIComponent(token)}/all`);
      expect([404, 429]).toContain(answer.status);
      await answer.text();
    }),
    { numRuns: 30 },
  );
});
