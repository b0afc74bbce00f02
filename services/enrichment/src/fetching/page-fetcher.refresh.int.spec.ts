import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { fetcherFor, HTML, kept, PAGE, text } from "../../test/fetching.ts";
import { serveHttp } from "../../test/loopback-server.ts";
import { declaredRefresh } from "../reading/declared-refresh.ts";
import type { FetchOptions } from "./fetch-result.ts";

/** Fetches `path` of a server with these pages. In what they say `HOST` stands for its name and port, `PORT` for that. */
async function fetchAmong(
  pages: Record<string, { refresh?: string; html?: string; status?: number }>,
  path = "/",
  options: Partial<FetchOptions> = {},
) {
  const seen: string[] = [];
  const listener: RequestListener = (request, response) => {
    seen.push(request.url ?? "");
    const { refresh, html = "", status = 200 } = pages[request.url ?? ""] ?? { status: 404 };
    const { host = "" } = request.headers;
    const named = (text: string) => text.replaceAll("HOST", host).replaceAll("PORT", host.split(":")[1] ?? "");
    response.writeHead(status, { ...HTML, ...(refresh === undefined ? {} : { refresh: named(refresh) }) });
    response.end(named(html));
  };
  const server = kept(await serveHttp(listener));
  const host = `127.0.0.1:${server.port}`;
  const fetcher = fetcherFor([host, `localhost:${server.port}`]);
  const result = await fetcher.fetchPage(`http://${host}${path}`, { ...PAGE, refreshOf: declaredRefresh, ...options });
  return { result, seen, host };
}

const meta = (content: string) => `<meta http-equiv="refresh" content="${content}">`;

describe("a refresh of a few seconds", () => {
  it.each([
    ["in the header", { refresh: "0; url=/page" }],
    ["in the page", { html: meta("5; url=/page") }],
    ["in the header before one in the page", { refresh: "1;url=http://HOST/page", html: meta("0;url=/other") }],
  ])("is followed as a redirect for now (%s)", async (_, first) => {
    const { result, host, seen } = await fetchAmong({ "/": first, "/page": { html: "the page" } });
    expect(text(result)).toBe("the page");
    expect(result).toMatchObject({
      ok: true,
      finalUrl: `http://${host}/page`,
      hops: 1,
      redirects: [{ url: `http://${host}/`, permanent: false, to: `http://${host}/page` }],
    });
    expect(seen).toEqual(["/", "/page"]);
  });

  it("in the header is followed whether the page is read or not", async () => {
    const pages = { "/": { refresh: "0; url=/page" }, "/page": {} };
    for (const options of [{ readBody: false }, { method: "HEAD" }] as const) {
      expect((await fetchAmong(pages, "/", options)).seen).toEqual(["/", "/page"]);
    }
  });

  it("for browsers without JavaScript is followed to another host, as of a short link, and to no page of the same", async () => {
    const pages = {
      "/": { html: `<head><noscript>${meta("0;URL=http://localhost:PORT/page")}</noscript><title>x</title>` },
      "/page": { html: "the page" },
      "/script": { html: `<noscript>${meta("0;url=/no")}</noscript>` },
    };
    expect(text((await fetchAmong(pages)).result)).toBe("the page");
    expect((await fetchAmong(pages, "/script")).result).toMatchObject({ ok: true, hops: 0 });
  });

  it.each([
    ["after more seconds", meta("6;url=/page")],
    ["to itself", meta("0;url=/#below")],
    ["without an address", meta("3")],
    ["to a program", meta("0;url=paper-app://open")],
    ["to a script", meta("0;url=javascript:alert(1)")],
  ])("is not followed %s", async (_, html) => {
    const { result, seen } = await fetchAmong({ "/": { html }, "/page": { html: "another" } });
    expect(text(result)).toBe(html);
    expect(seen).toEqual(["/"]);
  });

  it("back to where the fetch has been ends at the page that says so", async () => {
    const { result, seen } = await fetchAmong({
      "/": { html: meta("0;url=/two") },
      "/two": { html: meta("0;url=/three") },
      "/three": { html: meta("0;url=/") },
    });
    expect(result).toMatchObject({ ok: true, hops: 2 });
    expect(seen).toEqual(["/", "/two", "/three"]);
  });

  it("counts among the five hops, and is not followed beyond them", async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`/${at}`, { refresh: `0;url=/${at + 1}`, html: `page ${at}` }]),
    );
    const { result, seen } = await fetchAmong(pages, "/0");
    expect(text(result)).toBe("page 5");
    expect(result).toMatchObject({ ok: true, hops: 5 });
    expect(seen).toHaveLength(6);
  });

  it("that leads to a failure is one, as a redirect's is", async () => {
    const { result, host } = await fetchAmong({ "/": { refresh: "0;url=/gone" } });
    expect(result).toMatchObject({ ok: false, status: 404, redirects: [{ to: `http://${host}/gone` }] });
  });

  it("of an answer with an error's status is not followed", async () => {
    const { seen } = await fetchAmong({ "/": { status: 403, refresh: "0;url=/page", html: meta("0;url=/page") } });
    expect(seen).toEqual(["/"]);
  });
});

describe("a page that comes with a refusal", () => {
  it.each([401, 402, 403])("is given on with its failure where that is wanted (%i)", async (status) => {
    const pages = { "/": { status, html: "<title>Read on" } };
    const { result, host } = await fetchAmong(pages, "/", { readRefused: true });
    expect(result).toMatchObject({
      ok: false,
      reason: "http-status",
      status,
      retryable: false,
      refused: { status, finalUrl: `http://${host}/`, contentType: "text/html" },
    });
    const refused = !result.ok && result.refused;
    expect(refused && new TextDecoder().decode(refused.bytes)).toBe("<title>Read on");
    expect((await fetchAmong(pages)).result).not.toHaveProperty("refused");
  });

  it.each([400, 404, 405, 410, 451, 500, 503])("is left unread with another status (%i)", async (status) => {
    const { result } = await fetchAmong({ "/": { status, html: "<title>x" } }, "/", { readRefused: true });
    expect(result).toMatchObject({ ok: false, status });
    expect(result).not.toHaveProperty("refused");
  });

  it("is none where it is no HTML, or can't be read", async () => {
    for (const headers of [{ "content-type": "application/json" }, { ...HTML, "content-encoding": "zstd" }]) {
      const server = kept(await serveHttp((_, response) => response.writeHead(403, headers).end("{}")));
      const fetcher = fetcherFor([`127.0.0.1:${server.port}`]);
      const options = { ...PAGE, accept: ["*/*"], readRefused: true };
      const result = await fetcher.fetchPage(`http://127.0.0.1:${server.port}/`, options);
      expect(result).toMatchObject({ ok: false, reason: "http-status", status: 403 });
      expect(result).not.toHaveProperty("refused");
    }
  });
});
