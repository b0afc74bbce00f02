import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Article, COPY_UPLOAD_BYTES, type CopyUse, type Link, type LinkCopies } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, type Instance, signIn, startInstance } from "../test/instance.ts";
import { filesWith } from "../test/traces.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const PARAGRAPHS = Array.from(
  { length: 8 },
  (_, n) =>
    `<p>Paragraph ${n} is long enough to be taken for the text of an article, with commas, words that go on for a while about tides and the moon, and a full stop at its end.`,
).join("");
const article = (marker: string): string =>
  `<!doctype html><html lang=en><title>${marker}</title><link rel=stylesheet href=/s.css><article><h1>${marker}</h1><img src=/pic.png alt=Bay>${PARAGRAPHS}<p>${marker} ends.</article><script>alert(1)</script>`;

let instance: Instance;
let site: string;
let users = 0;
const pages = new Map<string, (response: ServerResponse) => void>();
const asked: string[] = [];
const html = (text: string) => (response: ServerResponse) =>
  void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(text);

beforeAll(async () => {
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    if (path === "/pic.png") response.writeHead(200, { "content-type": "image/png" }).end(PNG);
    else if (path === "/s.css") response.writeHead(200, { "content-type": "text/css" }).end("h1{color:#123}");
    else (pages.get(path) ?? ((gone: ServerResponse) => void gone.writeHead(404).end()))(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  instance = await startInstance({ FETCH_ALLOW: new URL(site).host });
});

const newClient = (): Promise<Client> => signIn(instance, `copies-${++users}@example.com`);
const save = (client: Client, path: string): Promise<Link> => client.json("POST", "/api/links/", { url: site + path });
const copiesOf = (client: Client, { id }: Pick<Link, "id">): Promise<LinkCopies> =>
  client.json("GET", `/api/links/${id}/copies`);
const kept = (client: Client, link: Pick<Link, "id">, count: number): Promise<LinkCopies> =>
  eventually(async () => {
    const found = await copiesOf(client, link);
    expect(found.copies).toHaveLength(count);
    return found;
  });
/** A call without any session. */
const bare = (path: string): Promise<Response> => fetch(instance.url + path, { redirect: "manual" });

describe("given a saved page", () => {
  test("then it was fetched once, and its copy is shown with its stylesheet and picture and without its script", async () => {
    const client = await newClient();
    pages.set("/tides", html(article("Tides")));
    const link = await save(client, "/tides");
    const { copies } = await kept(client, link, 1);
    const [copy] = copies;
    if (copy === undefined) throw new Error("no copy");
    expect(copy).toMatchObject({ source: "fetch", type: "text/html", kind: "article", left_out: 0 });
    expect(asked.filter((path) => path === "/tides")).toHaveLength(1);

    const shown = await bare(copy.open_url);
    expect(shown.status).toBe(200);
    expect(shown.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'; /);
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
    const page = await shown.text();
    expect(page).toContain("Tides ends.");
    expect(page).not.toContain("script");
    for (const [, file = ""] of page.matchAll(/(?:href|src)="(files\/[^"]+)"/g)) {
      const part = await bare(copy.open_url.replace(/page$/, file));
      expect([file, part.status]).toEqual([file, 200]);
    }
    const [listed] = await client.json<Link[]>("GET", "/api/links/");
    expect(listed?.copy).toMatchObject({ version: copy.version, kind: "article" });
    const opened = await client.call("GET", `/api/links/${link.id}/copies/${copy.version}`);
    expect([opened.status, new URL(opened.url).pathname.startsWith(`/copies/${link.id}/`)]).toEqual([200, true]);
  });

  test("then its article is read, with pictures of this server", async () => {
    const client = await newClient();
    pages.set("/article", html(article("Rivers")));
    const link = await save(client, "/article");
    await kept(client, link, 1);
    const found = await client.json<Article>("GET", `/api/links/${link.id}/article`);
    expect(found).toMatchObject({ kind: "article", language: "en", direction: "ltr", title: "Rivers" });
    const [, picture = ""] = /src="([^"]+)"/.exec(found.html) ?? [];
    const answer = await client.call("GET", picture);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(found.text).toContain("Rivers ends.");
    expect(found.read).toBe(0);
    expect((await client.call("PUT", `/api/links/${link.id}/reading`, { read: 0.4 })).status).toBe(204);
    expect(await client.json("GET", `/api/links/${link.id}`)).toMatchObject({ copy: { read: 0.4 } });
    expect(await client.json("GET", `/api/links/${link.id}/article`)).toMatchObject({ read: 0.4 });
  });

  test("when it is fetched again as an error, then its copies are as they were; when its owner asks, then there is one more", async () => {
    const client = await newClient();
    pages.set("/again", html(article("Again")));
    const link = await save(client, "/again");
    const before = await kept(client, link, 1);
    pages.set("/again", html("<title>Just a moment...</title>"));
    expect((await client.call("POST", `/api/links/${link.id}/copies`)).status).toBe(202);
    await eventually(async () =>
      expect(await client.json("GET", `/api/links/${link.id}`)).toMatchObject({
        enrichment: { reason: "wall-bot-check" },
      }),
    );
    expect((await copiesOf(client, link)).copies.map(({ version }) => version)).toEqual(
      before.copies.map(({ version }) => version),
    );
  });
});

describe("given a page that its owner sends as they see it", () => {
  const upload = (
    client: Client,
    link: Pick<Link, "id">,
    body: string | Uint8Array<ArrayBuffer>,
    headers = {},
  ): Promise<Response> =>
    fetch(`${instance.url}/api/links/${link.id}/copies/page?source=extension`, {
      method: "POST",
      headers: { authorization: `Bearer ${client.token}`, "content-type": "text/html; charset=utf-8", ...headers },
      body,
    });
  const pixels = Buffer.concat([PNG, Buffer.alloc(300)]).toString("base64");
  const seen = (marker: string): string =>
    `${article(marker)}<p>Only for ${marker}.<img src="data:image/png;base64,${pixels}" alt=Mine><script>alert(2)</script>`;

  test("then it is kept beside the fetched one, with what it brings along and what it names, and without scripts", async () => {
    const client = await newClient();
    pages.set("/login", html(article("Public")));
    const link = await save(client, "/login");
    await kept(client, link, 1);
    const answer = await upload(client, link, seen("members"));
    expect([answer.status, await answer.json()]).toMatchObject([202, { requested_at: expect.any(String) }]);
    const [copy] = (await kept(client, link, 2)).copies;
    expect(copy).toMatchObject({ source: "extension", left_out: 0 });
    const page = await (await bare(copy?.open_url ?? "")).text();
    expect(page).toContain("Only for members.");
    expect(page).not.toContain("alert");
    expect(page.match(/files\/[0-9a-f]{20}\.(?:png|css)/g)).toHaveLength(3);
    expect((await client.json<Article>("GET", `/api/links/${link.id}/article`)).text).toContain("members ends.");
    const soon = await upload(client, link, seen("again"));
    expect([soon.status, Number(soon.headers.get("retry-after")) > 0]).toEqual([429, true]);
  });

  test("when it is empty, too large, no page, or for a link of somebody else, then it is refused and nothing is stored", async () => {
    const [client, other] = [await newClient(), await newClient()];
    pages.set("/refused", html(article("Refused")));
    const link = await save(client, "/refused");
    await kept(client, link, 1);
    expect((await upload(client, link, "")).status).toBe(400);
    expect((await upload(client, link, new Uint8Array(COPY_UPLOAD_BYTES + 1).fill(32))).status).toBe(413);
    expect((await upload(client, link, "{}", { "content-type": "application/json" })).status).toBe(415);
    expect((await upload(other, link, seen("other"))).status).toBe(404);
    expect((await copiesOf(client, link)).requested_at).toBeNull();
    const documents = await filesWith(instance.dataDir, ["Only for other"]);
    expect(documents).toEqual([]);
  });
});

describe("given a copy", () => {
  test("when somebody else asks for it, or with a wrong address, then it is not there", async () => {
    const [owner, other] = [await newClient(), await newClient()];
    pages.set("/mine", html(article("Mine")));
    const link = await save(owner, "/mine");
    const [copy] = (await kept(owner, link, 1)).copies;
    const own = `/api/links/${link.id}`;
    for (const path of [`${own}/copies`, `${own}/article`, `${own}/copies/${copy?.version}`]) {
      expect([path, (await other.call("GET", path)).status]).toEqual([path, 404]);
    }
    expect((await other.call("DELETE", `${own}/copies/${copy?.version}`)).status).toBe(404);
    const url = copy?.open_url ?? "";
    const changed = url.replace(/.(?=.{20}\/page$)/, (one) => (one === "A" ? "B" : "A"));
    const ofOther = url.replace(copy?.version ?? "", link.id);
    for (const path of [
      changed,
      ofOther,
      url.replace(/[^/]+\/page$/, "x/page"),
      url.replace(/page$/, "manifest.json"),
      url.replace(/page$/, "article.html"),
      `${url}/../x`,
    ]) {
      expect([path, (await bare(path)).status]).toEqual([path, 404]);
    }
  });

  test("when it is deleted, then its address opens nothing, and it comes back when that is undone", async () => {
    const client = await newClient();
    pages.set("/gone", html(article("Gone")));
    const link = await save(client, "/gone");
    const [copy] = (await kept(client, link, 1)).copies;
    const path = `/api/links/${link.id}/copies/${copy?.version}`;
    expect((await client.call("DELETE", path)).status).toBe(204);
    expect((await copiesOf(client, link)).copies).toEqual([]);
    expect((await bare(copy?.open_url ?? "")).status).toBe(404);
    expect(await client.json("POST", `${path}/restore`)).toMatchObject({ copies: [{ version: copy?.version }] });
    expect((await bare(copy?.open_url ?? "")).status).toBe(200);
  });

  test("when all are exported, then each is a folder with a readable name", async () => {
    const client = await newClient();
    pages.set("/export", html(article("A: B/C?")));
    const link = await save(client, "/export");
    await kept(client, link, 1);
    await eventually(async () =>
      expect(await client.json("GET", `/api/links/${link.id}`)).toMatchObject({ title: "A: B/C?" }),
    );
    const answer = await client.call("GET", "/api/users/me/copies/export");
    const names = Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer())));
    expect(names).toContainEqual(expect.stringMatching(/^\d{4}-\d\d-\d\d A B C \([0-9a-f]{8}\)\/page\.html$/));
  });

  test("when its account is deleted, then no file of the bus has anything of the page any more", async () => {
    const client = await newClient();
    const [ofPage, ofPicture] = ["corncrake-in-the-page", "corncrake-in-the-picture"];
    pages.set("/erased", html(`${article("Erased")}<p>${ofPage}<img src=/erased.png alt=x>`));
    pages.set(
      "/erased.png",
      (response) =>
        void response.writeHead(200, { "content-type": "image/png" }).end(Buffer.concat([PNG, Buffer.from(ofPicture)])),
    );
    const link = await save(client, "/erased");
    await kept(client, link, 1);
    expect(await filesWith(instance.dataDir, [ofPicture])).not.toEqual([]);
    expect((await client.call("DELETE", "/api/users/me")).status).toBe(204);
    await eventually(async () => expect(await filesWith(instance.dataDir, [ofPage, ofPicture])).toEqual([]));
  });

  test("when copies are switched off, then further pages are described and not kept, and their use is told", async () => {
    const client = await newClient();
    pages.set("/on", html(article("On")));
    pages.set("/off", html(article("Off")));
    const first = await save(client, "/on");
    await kept(client, first, 1);
    const use = await client.json<CopyUse>("PATCH", "/api/users/me/copies", { is_on: false });
    expect(use).toMatchObject({ is_on: false, copies: 1, limit_bytes: 5120 * 1024 * 1024 });
    expect(use.bytes).toBeGreaterThan(0);
    const link = await save(client, "/off");
    await eventually(async () =>
      expect(await client.json("GET", `/api/links/${link.id}`)).toMatchObject({ enrichment: { state: "done" } }),
    );
    expect(await copiesOf(client, link)).toMatchObject({ copies: [], is_kept: false });
  });
});
