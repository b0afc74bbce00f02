import { createSecureServer, createServer as createHttp2Server } from "node:http2";
import type { AddressInfo, Server, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { GOOD_CERTIFICATE, LEAF_KEY, TEST_AUTHORITY } from "../../test/certificates.ts";
import { startDnsServer } from "../../test/dns-server.ts";
import { fetcherFor, fetchFrom, fetchRaw, HTML, kept, PAGE, text } from "../../test/fetching.ts";
import { serveHttp, serveRaw } from "../../test/loopback-server.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

describe("an unusual answer that is a page all the same", () => {
  it.each([
    ["of HTTP/1.0, ended by the connection", "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\npage"],
    ["of HTTP/1.1 without a length", `${OK}\r\npage`],
    [
      "after 103 Early Hints, twice",
      `${"HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n".repeat(2)}${OK}Content-Length: 4\r\n\r\npage`,
    ],
    [
      "in chunks with extensions and a trailer",
      `${OK}Transfer-Encoding: chunked\r\n\r\n4;a=b\r\npage\r\n0\r\nx: y\r\n\r\n`,
    ],
    ["with more behind its length", `${OK}Content-Length: 4\r\n\r\npageHTTP/1.1 200 OK\r\n\r\nsmuggled`],
  ])("%s", async (_, answer) => {
    expect(text(await fetchRaw(answer, "ends"))).toBe("page");
  });
});

describe("an answer made to hurt", () => {
  it.each([
    ["a chunk larger than a number can be", `${OK}Transfer-Encoding: chunked\r\n\r\n${"f".repeat(17)}\r\nx`],
    ["a length below nothing", `${OK}Content-Length: -5\r\n\r\nx`],
    ["an upgrade nobody asked for", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: ws\r\nConnection: upgrade\r\n\r\n"],
    ["100 Continue, which nobody asked for", `HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 4\r\n\r\npage`],
    ["a field name with a zero octet", `${OK}a\0b: c\r\n\r\n`],
    ["an address of 100,000 octets", `HTTP/1.1 302 Found\r\nLocation: /${"a".repeat(100_000)}\r\n\r\n`],
    ["20,000 cookies", `${OK}${"Set-Cookie: a=b\r\n".repeat(20_000)}\r\n`],
    ["nothing but zeros", "\0".repeat(100_000)],
    ["102 Processing, a thousand times", "HTTP/1.1 102 Processing\r\n\r\n".repeat(1000)],
  ])("(%s) is malformed", async (_, answer) => {
    expect(await fetchRaw(answer, "stays")).toMatchObject({ ok: false, reason: "malformed-response" });
  });

  it("(a length and chunks) is one that ends early", async () => {
    const answer = `${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
    expect(await fetchRaw(answer, "stays")).toMatchObject({ ok: false, reason: "connection-lost" });
  });

  it.each([
    ["gzip in gzip", "gzip, gzip"],
    ["zstd", "zstd"],
    ["compress", "compress"],
  ])("packed in a way that was not asked for (%s) is left unread", async (_, encoding) => {
    const result = await fetchFrom((_request, response) =>
      response.writeHead(200, { ...HTML, "content-encoding": encoding }).end(gzipSync(gzipSync("page"))),
    );
    expect(result).toMatchObject({ ok: false, reason: "unsupported-content", retryable: false });
  });

  it.each<[string, (socket: Socket) => void]>([
    ["announces more than it sends", (socket) => socket.write(`${OK}Content-Length: 100\r\n\r\nhalf`)],
    [
      "never ends its header",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        drip(socket, "x: y\r\n");
      },
    ],
    [
      "announces a chunk as large as a number can be",
      (socket) => socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx`),
    ],
    [
      "sends a chunk's extension for ever",
      (socket) => {
        socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n1;`);
        drip(socket, "x");
      },
    ],
    [
      "sends trailers for ever",
      (socket) => {
        socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n`);
        drip(socket, "x: y\r\n");
      },
    ],
  ])("(a server that %s) ends in time", async (_, answer) => {
    const server = kept(await serveRaw((socket) => socket.once("data", () => answer(socket))));
    const at = `127.0.0.1:${server.port}`;
    const result = await fetcherFor([at], { timeLimitMs: 500 }).fetchPage(`http://${at}/`, PAGE);
    expect(result).toMatchObject({ ok: false, reason: "timeout" });
    await expect.poll(() => server.open).toBe(0);
  });

  it("does not keep another host's page waiting, however many of them there are", async () => {
    const tarpit = kept(
      await serveRaw((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        drip(socket, "x: y\r\n");
      }),
    );
    const good = kept(await serveHttp((_, response) => response.writeHead(200, HTML).end("page")));
    const names = Array.from({ length: 50 }, (_, i) => `slow${i}.example`);
    const dns = kept(
      await startDnsServer(
        Object.fromEntries(names.map((name) => [name, (type) => (type === "A" ? ["127.0.0.1"] : [])])),
      ),
    );
    const allow = [...names.map((name) => `${name}:${tarpit.port}`), `127.0.0.1:${good.port}`];
    const fetcher = fetcherFor(allow, { dnsServers: [dns.address], timeLimitMs: 4000 });
    let ended = 0;
    const slow = names.map((name) => fetcher.fetchPage(`http://${name}:${tarpit.port}/`, PAGE).finally(() => ended++));
    await expect.poll(() => tarpit.open).toBe(50);
    expect(text(await fetcher.fetchPage(`http://127.0.0.1:${good.port}/`, PAGE))).toBe("page");
    expect(ended).toBe(0);
    await fetcher.close();
    for (const result of await Promise.all(slow)) expect(result).toMatchObject({ reason: "aborted" });
  });
});

describe("a server that speaks HTTP/2 alone", () => {
  it("under TLS is distinguished from a page", async () => {
    const server = createSecureServer({ key: LEAF_KEY, cert: GOOD_CERTIFICATE, allowHTTP1: false });
    const port = await listening(server);
    const fetcher = fetcherFor([`127.0.0.1:${port}`], { ca: [TEST_AUTHORITY] });
    expect(await fetcher.fetchPage(`https://127.0.0.1:${port}/`, PAGE)).toMatchObject({
      ok: false,
      reason: "tls-failed",
    });
  });

  it("without TLS is distinguished from a page", async () => {
    const port = await listening(createHttp2Server());
    const result = await fetcherFor([`127.0.0.1:${port}`]).fetchPage(`http://127.0.0.1:${port}/`, PAGE);
    expect(result).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^(?:malformed-response|connection-lost)$/),
    });
  });
});

describe("a host that answers nicely once, and then leads to this machine", () => {
  it("has no connection left that could be used again", async () => {
    // given a page on a connection that its server keeps open for ever
    const server = kept(
      await serveHttp((_, response) => response.writeHead(200, { ...HTML, "keep-alive": "timeout=600" }).end("page")),
    );
    const dns = kept(
      await startDnsServer({
        "rebind.example": (type, nth) => (type === "A" ? [nth === 1 ? "127.0.0.1" : "10.0.0.1"] : []),
      }),
    );
    const url = `http://rebind.example:${server.port}/`;
    const fetcher = fetcherFor([`rebind.example:${server.port}`], { dnsServers: [dns.address], timeLimitMs: 500 });
    expect(text(await fetcher.fetchPage(url, PAGE))).toBe("page");
    // when it is fetched again
    await fetcher.fetchPage(url, PAGE);
    // then its name was looked up again, and the old connection was not used
    expect(dns.questions.filter((question) => question.startsWith("A "))).toHaveLength(2);
    expect(server.connections).toBe(1);
  });
});

function drip(socket: Socket, octets: string): void {
  const timer = setInterval(() => socket.write(octets), 20);
  socket.on("close", () => clearInterval(timer));
}

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  kept({
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return (server.address() as AddressInfo).port;
}
