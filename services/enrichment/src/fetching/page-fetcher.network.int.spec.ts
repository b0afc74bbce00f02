import type { RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { EXPIRED_CERTIFICATE, GOOD_CERTIFICATE, LEAF_KEY, TEST_AUTHORITY } from "../../test/certificates.ts";
import { type DnsZone, startDnsServer } from "../../test/dns-server.ts";
import { fetcherFor, fetchFrom, HTML, kept, PAGE, text } from "../../test/fetching.ts";
import { freePort, serveHttp, serveHttps, serveRaw } from "../../test/loopback-server.ts";
import type { FetchResult } from "./fetch-result.ts";

describe("a server that takes its time", () => {
  const quick = { timeLimitMs: 400 };

  it.each<[string, RequestListener]>([
    ["never answers", () => {}],
    ["never ends its page", (_, response) => void response.writeHead(200, HTML).write("<title>")],
    [
      "drips its page",
      (_, response) => {
        response.writeHead(200, HTML);
        const drip = setInterval(() => response.write("x"), 20);
        response.on("close", () => clearInterval(drip));
      },
    ],
    ["drips redirects", (_, response) => void setTimeout(() => response.writeHead(302, { location: "/" }).end(), 150)],
    [
      "drips early hints",
      (_, response) => {
        const drip = setInterval(() => response.writeEarlyHints({ link: "</a.css>; rel=preload" }), 20);
        response.on("close", () => clearInterval(drip));
      },
    ],
    [
      "drips compressed nothing",
      (_, response) => {
        response.writeHead(200, { ...HTML, "content-encoding": "gzip" });
        response.write(gzipSync("").subarray(0, 10));
        const drip = setInterval(() => response.write(Buffer.from([0, 0, 0, 0xff, 0xff])), 20);
        response.on("close", () => clearInterval(drip));
      },
    ],
  ])("and %s ends as a timeout", async (_, listener) => {
    const result = await fetchFrom(listener, quick);
    expect(result).toMatchObject({ ok: false, reason: "timeout", retryable: true });
  });

  it("and drips its header ends as a timeout", async () => {
    const server = kept(
      await serveRaw((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        const drip = setInterval(() => socket.write("x"), 20);
        socket.on("close", () => clearInterval(drip));
      }),
    );
    const fetcher = fetcherFor([`127.0.0.1:${server.port}`], quick);
    const result = await fetcher.fetchPage(`http://127.0.0.1:${server.port}/`, PAGE);
    expect(result).toMatchObject({ ok: false, reason: "timeout" });
  });

  it("and does not finish the TLS handshake ends as a timeout", async () => {
    const server = kept(await serveRaw(() => {}));
    const fetcher = fetcherFor([`127.0.0.1:${server.port}`], quick);
    const result = await fetcher.fetchPage(`https://127.0.0.1:${server.port}/`, PAGE);
    expect(result).toMatchObject({ ok: false, reason: "timeout" });
  });

  it("can be left by the caller at any time", async () => {
    const server = kept(await serveHttp(() => {}));
    const fetcher = fetcherFor([`127.0.0.1:${server.port}`]);
    const url = `http://127.0.0.1:${server.port}/`;
    const controller = new AbortController();
    const pending = fetcher.fetchPage(url, { ...PAGE, signal: controller.signal });
    await expect.poll(() => server.connections).toBe(1);
    controller.abort();
    expect(await pending).toMatchObject({ ok: false, reason: "aborted", retryable: true });
    const again = await fetcher.fetchPage(url, { ...PAGE, signal: controller.signal });
    expect(again).toMatchObject({ ok: false, reason: "aborted" });
    expect(server.connections).toBe(1);
  });

  it.each(["http", "https"])("is left when the fetcher closes (%s)", async (scheme) => {
    const server = kept(await serveRaw(() => {}));
    const fetcher = fetcherFor([`127.0.0.1:${server.port}`]);
    const pending = fetcher.fetchPage(`${scheme}://127.0.0.1:${server.port}/`, PAGE);
    await expect.poll(() => server.connections).toBe(1);
    await fetcher.close();
    expect(await pending).toMatchObject({ ok: false, reason: "aborted", retryable: true });
  });
});

describe("a server that can't be reached", () => {
  it("is a failed connection when nobody listens", async () => {
    const port = await freePort();
    const result = await fetcherFor([`127.0.0.1:${port}`]).fetchPage(`http://127.0.0.1:${port}/`, PAGE);
    expect(result).toMatchObject({ ok: false, reason: "connect-failed", retryable: true });
    expect(JSON.stringify(result)).not.toContain(String(port));
  });

  it.each<[string, DnsZone, string, boolean]>([
    ["whose name does not exist", {}, "dns-failure", false],
    ["whose name has no address", { "gone.example": () => [] }, "dns-failure", false],
    ["whose name servers fail", { "gone.example": () => "SERVFAIL" }, "dns-temporary", true],
    ["whose name servers don't answer", { "gone.example": () => "drop" }, "dns-temporary", true],
    [
      "of whose name servers one type fails",
      { "gone.example": (type) => (type === "A" ? "SERVFAIL" : []) },
      "dns-temporary",
      true,
    ],
  ])("%s", async (_, zone, reason, retryable) => {
    const dns = kept(await startDnsServer(zone));
    const result = await fetcherFor([], { dnsServers: [dns.address] }).fetchPage("http://gone.example/", PAGE);
    expect(result).toMatchObject({ ok: false, reason, retryable });
  });
});

describe("a secure page", () => {
  async function fetchSecurely(cert: string, name: string, ca: string[] | undefined): Promise<FetchResult> {
    const zone: DnsZone = { [name]: (type) => (type === "A" ? ["127.0.0.1"] : []) };
    const dns = kept(await startDnsServer(zone));
    const listener: RequestListener = (_, response) => response.writeHead(200, HTML).end("secure");
    const server = kept(await serveHttps({ key: LEAF_KEY, cert }, listener));
    const fetcher = fetcherFor([`${name}:${server.port}`], { dnsServers: [dns.address], ...(ca && { ca }) });
    return fetcher.fetchPage(`https://${name}:${server.port}/`, PAGE);
  }

  it("with a certificate for its name, or for its address, is fetched", async () => {
    expect(text(await fetchSecurely(GOOD_CERTIFICATE, "good.example", [TEST_AUTHORITY]))).toBe("secure");
    expect(text(await fetchSecurely(GOOD_CERTIFICATE, "127.0.0.1", [TEST_AUTHORITY]))).toBe("secure");
  });

  it.each([
    ["of an unknown authority", GOOD_CERTIFICATE, "good.example", undefined],
    ["that is over", EXPIRED_CERTIFICATE, "good.example", [TEST_AUTHORITY]],
    ["for another name", GOOD_CERTIFICATE, "bad.example", [TEST_AUTHORITY]],
  ])("with a certificate %s is not", async (_, cert, name, ca) => {
    expect(await fetchSecurely(cert, name, ca)).toMatchObject({ ok: false, reason: "tls-failed", retryable: false });
  });

  it.each([
    ["speaks plainly is not", "tls-failed", false, (socket: Socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n")],
    ["hangs up is asked again later", "connection-lost", true, (socket: Socket) => socket.end()],
    [
      "breaks off is asked again later",
      "connection-lost",
      true,
      (socket: Socket) => socket.once("data", () => socket.resetAndDestroy()),
    ],
  ])("on a port that %s", async (_, reason, retryable, onConnection) => {
    const server = kept(await serveRaw(onConnection));
    const fetcher = fetcherFor([`127.0.0.1:${server.port}`]);
    const result = await fetcher.fetchPage(`https://127.0.0.1:${server.port}/`, PAGE);
    expect(result).toMatchObject({ ok: false, reason, retryable });
  });

  it("is fetched from a server that takes three seconds for its handshake", async () => {
    const secure = createHttpsServer({ key: LEAF_KEY, cert: GOOD_CERTIFICATE }, (_, response) =>
      response.writeHead(200, HTML).end("secure"),
    );
    const server = kept(await serveRaw((socket) => void setTimeout(() => secure.emit("connection", socket), 3000)));
    const pair = `127.0.0.1:${server.port}`;
    const fetcher = fetcherFor([pair], { ca: [TEST_AUTHORITY], timeLimitMs: 50_000 });
    expect(text(await fetcher.fetchPage(`https://${pair}/`, PAGE))).toBe("secure");
  });
});
