import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { fetcherFor, fetchFrom, HTML, kept, PAGE, text } from "../../test/fetching.ts";
import { serveHttp } from "../../test/loopback-server.ts";
import type { FetchOptions } from "./fetch-result.ts";

/** A site, the requests it got, and how to fetch from it. */
async function siteWith(listener: RequestListener) {
  const seen: { method: string; path: string; headers: IncomingHttpHeaders }[] = [];
  const server = kept(
    await serveHttp((request, response) => {
      seen.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers });
      listener(request, response);
    }),
  );
  const at = `http://127.0.0.1:${server.port}`;
  const fetcher = fetcherFor([`127.0.0.1:${server.port}`]);
  const go = (path: string, options: Partial<FetchOptions> = {}) =>
    fetcher.fetchPage(at + path, { ...PAGE, ...options });
  return { at, seen, go };
}

const MODIFIED = "Thu, 01 Jan 2026 00:00:00 GMT";

describe("a page that was fetched before", () => {
  /** Knows its version, and redirects `/old` to `/page`. */
  const versioned: RequestListener = (request, response) => {
    if (request.url === "/old") response.writeHead(301, { location: "/page" }).end();
    else if (request.headers["if-none-match"] === '"1"') response.writeHead(304, { etag: '"1"' }).end();
    else response.writeHead(200, { ...HTML, etag: '"1"', "last-modified": MODIFIED }).end("page");
  };

  it("tells its validators, and is not sent again when they are given and it has not changed", async () => {
    const { go, seen } = await siteWith(versioned);
    const first = await go("/page");
    expect(first).toMatchObject({ ok: true, notModified: false, etag: '"1"', lastModified: MODIFIED });
    const again = await go("/page", { conditional: { etag: '"1"', lastModified: MODIFIED } });
    expect(again).toMatchObject({ ok: true, notModified: true, status: 304, bytes: new Uint8Array(0), etag: '"1"' });
    expect(seen[1]?.headers).toMatchObject({ "if-none-match": '"1"', "if-modified-since": MODIFIED });
  });

  it("is sent when it has changed since", async () => {
    const { go } = await siteWith(versioned);
    expect(await go("/page", { conditional: { etag: '"0"' } })).toMatchObject({ ok: true, notModified: false });
  });

  it("has its validators sent to the URL alone that gave them", async () => {
    const { at, go, seen } = await siteWith(versioned);
    const again = await go("/old", { conditional: { etag: '"1"', url: `${at}/page` } });
    expect(again).toMatchObject({ ok: true, notModified: true, finalUrl: `${at}/page`, hops: 1 });
    expect(seen.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"1"']);
    seen.splice(0);
    await go("/old", { conditional: { etag: '"1"' } });
    expect(seen.map(({ headers }) => headers["if-none-match"])).toEqual(['"1"', undefined]);
  });

  it("is no page when it is said not to have changed although nobody asked", async () => {
    const { go } = await siteWith((_, response) => response.writeHead(304).end());
    expect(await go("/")).toMatchObject({ ok: false, reason: "http-status", status: 304 });
  });

  it("does not send validators that would be a line of their own", async () => {
    const { go, seen } = await siteWith(versioned);
    await go("/page", { conditional: { etag: '"1"\r\nx-evil: 1', lastModified: "now\r\nx-evil: 1" } });
    expect(seen[0]?.headers).not.toHaveProperty("x-evil");
    expect(seen[0]?.headers).not.toHaveProperty("if-none-match");
  });
});

describe("a look whether a page is there", () => {
  it("by HEAD brings its header alone", async () => {
    const { go, seen } = await siteWith((_, response) => response.writeHead(200, { ...HTML, etag: '"1"' }).end("page"));
    expect(await go("/", { method: "HEAD" })).toMatchObject({
      ok: true,
      status: 200,
      etag: '"1"',
      bytes: new Uint8Array(0),
    });
    expect(seen[0]?.method).toBe("HEAD");
  });

  it("without reading is done at once, however large it is", async () => {
    const { go } = await siteWith((_, response) => void response.writeHead(200, HTML).write("never ends"));
    expect(await go("/", { readBody: false, maxBytes: 0 })).toMatchObject({ ok: true, bytes: new Uint8Array(0) });
  });

  it("tells where it has moved to and whether for good, even when nothing is there", async () => {
    const moves: Record<string, [number, string]> = {
      "/a": [301, "/b"],
      "/b": [302, "/c"],
      "/c": [307, "/d"],
      "/d": [308, "/e"],
      "/e": [303, "/gone"],
    };
    const { at, go } = await siteWith((request, response) => {
      const move = moves[request.url ?? ""];
      if (move === undefined) response.writeHead(410).end();
      else response.writeHead(move[0], { location: move[1] }).end();
    });
    expect(await go("/a", { method: "HEAD" })).toMatchObject({
      ok: false,
      status: 410,
      redirects: [
        { url: `${at}/a`, permanent: true },
        { url: `${at}/b`, permanent: false },
        { url: `${at}/c`, permanent: false },
        { url: `${at}/d`, permanent: true },
        { url: `${at}/e`, permanent: false },
      ],
    });
  });
});

describe("a server that asks to be left alone", () => {
  it.each([
    [429, "30", 30_000],
    [503, "7200", 7_200_000],
    [503, "99999999", 24 * 3600 * 1000],
  ])("with %i and %s is told for how long", async (status, seconds, ms) => {
    const result = await fetchFrom((_, response) => response.writeHead(status, { "retry-after": seconds }).end());
    expect(result).toMatchObject({ ok: false, status, retryable: true, retryAfterMs: ms });
  });

  it("without saying how long asks for nothing", async () => {
    const result = await fetchFrom((_, response) => response.writeHead(429).end());
    expect(result).not.toHaveProperty("retryAfterMs");
  });
});

describe("credentials in an address", () => {
  it("are sent neither for a link nor for a redirect, and are not reported", async () => {
    const { at, go, seen } = await siteWith((request, response) => {
      const next = `http://mallory:secret@${request.headers.host}/page`;
      if (request.url === "/") response.writeHead(302, { location: next }).end();
      else response.writeHead(200, HTML).end("page");
    });
    const result = await go("/");
    expect(text(result)).toBe("page");
    expect(result).toMatchObject({ finalUrl: `${at}/page` });
    for (const { headers } of seen) {
      expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(["authorization"]));
      expect(headers).not.toHaveProperty("referer");
    }
  });
});
