import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { type DnsZone, startDnsServer } from "../../test/dns-server.ts";
import { fetcherFor, fetchFrom, HTML, kept, PAGE, text } from "../../test/fetching.ts";
import { serveHttp } from "../../test/loopback-server.ts";

describe("an allowed pair", () => {
  it("is fetched, and no other port or address is", async () => {
    const server = kept(await serveHttp((_, response) => response.writeHead(200, HTML).end("<title>Hello</title>")));
    const same4 = kept(
      await serveHttp((_, response) => response.end("other"), { host: "127.0.0.2", port: server.port }),
    );
    const same6 = kept(await serveHttp((_, response) => response.end("other"), { host: "::1", port: server.port }));
    const neighbour = kept(await serveHttp((_, response) => response.end("other")));
    const fetcher = fetcherFor([`127.0.0.1:${server.port}`]);

    expect(await fetcher.fetchPage(`http://127.0.0.1:${server.port}/`, PAGE)).toEqual({
      ok: true,
      finalUrl: `http://127.0.0.1:${server.port}/`,
      status: 200,
      notModified: false,
      contentType: "text/html",
      charset: "utf-8",
      bytes: new TextEncoder().encode("<title>Hello</title>"),
      size: 20,
      hops: 0,
      redirects: [],
    });
    for (const other of [
      `http://127.0.0.2:${server.port}/`,
      `http://[::1]:${server.port}/`,
      `http://localhost:${server.port}/`,
      `http://127.0.0.1:${neighbour.port}/`,
    ]) {
      expect(await fetcher.fetchPage(other, PAGE)).toMatchObject({ ok: false, reason: "blocked-address" });
    }
    expect([same4.connections, same6.connections, neighbour.connections]).toEqual([0, 0, 0]);
  });

  it("may be a name, and its address is found with the given resolver", async () => {
    const server = kept(
      await serveHttp((request, response) => response.writeHead(200, HTML).end(request.headers.host)),
    );
    const zone: DnsZone = { "wiki.example": (type) => (type === "A" ? ["127.0.0.1"] : []) };
    const dns = kept(await startDnsServer(zone));
    const fetcher = fetcherFor([`wiki.example:${server.port}`], { dnsServers: [dns.address] });
    const result = await fetcher.fetchPage(`http://wiki.example:${server.port}/`, PAGE);
    expect(text(result)).toBe(`wiki.example:${server.port}`);
  });

  it("may be localhost, whichever loopback address the server has", async () => {
    const server = kept(await serveHttp((_, response) => response.writeHead(200, HTML).end("six"), { host: "::1" }));
    const fetcher = fetcherFor([`localhost:${server.port}`]);
    const result = await fetcher.fetchPage(`http://localhost:${server.port}/`, PAGE);
    expect(text(result)).toBe("six");
  });
});

describe("what the server gets to see", () => {
  it("is who asks and what for, the cookies of this fetch, and neither credentials nor a referrer", async () => {
    const seen: unknown[] = [];
    const server = kept(
      await serveHttp((request, response) => {
        seen.push(request.headers);
        if (request.url === "/") response.writeHead(302, { location: "/next", "set-cookie": "id=1" }).end();
        else response.writeHead(200, HTML).end("done");
      }),
    );
    const host = `127.0.0.1:${server.port}`;
    await fetcherFor([host]).fetchPage(`http://user:secret@${host}/`, PAGE);
    const headers = {
      host,
      connection: "close",
      "user-agent": "Satchel-test (+http://about)",
      accept: "text/html, application/xhtml+xml",
      "accept-encoding": "gzip, deflate, br",
      "accept-language": "en, *;q=0.5",
    };
    expect(seen).toEqual([headers, { ...headers, cookie: "id=1" }]);
  });

  it("does not go through a proxy named in the environment", async () => {
    const proxy = kept(await serveHttp((_, response) => response.end("proxied")));
    const names = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"];
    for (const name of names) process.env[name] = name.startsWith("NODE") ? "1" : `http://127.0.0.1:${proxy.port}`;
    try {
      expect(text(await fetchFrom((_, response) => response.writeHead(200, HTML).end("direct")))).toBe("direct");
    } finally {
      for (const name of names) delete process.env[name];
    }
    expect(proxy.connections).toBe(0);
  });
});

describe("redirects", () => {
  /** A server whose `/n` redirects to `/n-1`, down to `/0`. */
  const countdown: RequestListener = (request, response) => {
    const left = Number((request.url ?? "/").slice(1));
    if (left > 0) response.writeHead(301, { location: `/${left - 1}` }).end("moved");
    else response.writeHead(200, HTML).end("arrived");
  };

  it("are followed five times and no further", async () => {
    const server = kept(await serveHttp(countdown));
    const fetcher = fetcherFor([`127.0.0.1:${server.port}`]);
    const go = (path: string) => fetcher.fetchPage(`http://127.0.0.1:${server.port}${path}`, PAGE);
    expect(await go("/5")).toMatchObject({ ok: true, hops: 5, finalUrl: `http://127.0.0.1:${server.port}/0` });
    expect(await go("/6")).toMatchObject({ ok: false, reason: "too-many-redirects", retryable: false });
  });

  it("may say twice where they lead", async () => {
    const twice: Record<string, string[]> = { location: ["/b", "/b"] };
    const result = await fetchFrom(({ url }, response) => {
      if (url === "/") response.writeHead(302, twice).end();
      else response.writeHead(200, HTML).end(url);
    });
    expect(text(result)).toBe("/b");
  });

  it("lead to an address in raw UTF-8 as in browsers", async () => {
    const server = kept(
      await serveHttp((request, response) => {
        if (request.url !== "/") return void response.writeHead(200, HTML).end(request.url);
        response.socket?.end("HTTP/1.1 302 Found\r\nLocation: /häfen und\r\nContent-Length: 0\r\n\r\n");
      }),
    );
    const fetcher = fetcherFor([`127.0.0.1:${server.port}`]);
    expect(text(await fetcher.fetchPage(`http://127.0.0.1:${server.port}/`, PAGE))).toBe("/h%C3%A4fen%20und");
  });

  it.each<[Record<string, string | string[]>]>([[{}], [{ location: "http://" }], [{ location: ["/a", "/b"] }]])(
    "with headers %j are bad",
    async (headers) => {
      const result = await fetchFrom((_, response) => response.writeHead(302, headers).end());
      expect(result).toMatchObject({ ok: false, reason: "bad-redirect", retryable: false });
    },
  );

  it("with a body that never ends do not wait for it", async () => {
    const server = kept(
      await serveHttp((request, response) => {
        if (request.url === "/") response.writeHead(302, { location: "/page" }).write("never ends");
        else response.writeHead(200, HTML).end("page");
      }),
    );
    const fetcher = fetcherFor([`127.0.0.1:${server.port}`], { timeLimitMs: 2000 });
    const result = await fetcher.fetchPage(`http://127.0.0.1:${server.port}/`, PAGE);
    expect(text(result)).toBe("page");
  });
});

describe("an answer that is no page", () => {
  it.each([
    [404, false],
    [410, false],
    [403, false],
    [304, false],
    [429, true],
    [500, true],
    [503, true],
    [501, false],
    [522, true],
  ])("with status %i is a failure with that status (retryable: %s)", async (status, retryable) => {
    const result = await fetchFrom((_, response) => response.writeHead(status, HTML).end());
    expect(result).toMatchObject({ ok: false, reason: "http-status", status, retryable });
  });

  it("of another kind is left unread", async () => {
    const result = await fetchFrom((_, response) => {
      response.writeHead(200, { "content-type": "video/mp4" }).write("never ends");
    });
    expect(result).toMatchObject({ ok: false, reason: "unsupported-content", retryable: false });
  });

  it("without a Content-Type is given on as it is", async () => {
    expect(await fetchFrom((_, response) => response.end("<title>?"))).toMatchObject({ ok: true, contentType: "" });
  });
});

describe("a fetcher", () => {
  it("is not made from settings that can't be read", () => {
    expect(() => fetcherFor(["127.0.0.1"])).toThrow("127.0.0.1");
    expect(() => fetcherFor([], { dnsServers: ["resolver.example"] })).toThrow();
  });

  it("leaves no connection open when it has a page", async () => {
    const server = kept(await serveHttp((_, response) => response.writeHead(200, HTML).end("ok")));
    const fetcher = fetcherFor([`127.0.0.1:${server.port}`]);
    await fetcher.fetchPage(`http://127.0.0.1:${server.port}/`, PAGE);
    expect(server.connections).toBe(1);
    await expect.poll(() => server.open).toBe(0);
  });
});
