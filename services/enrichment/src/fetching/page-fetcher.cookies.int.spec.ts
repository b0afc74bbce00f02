import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { GOOD_CERTIFICATE, LEAF_KEY, TEST_AUTHORITY } from "../../test/certificates.ts";
import { type DnsZone, startDnsServer } from "../../test/dns-server.ts";
import { fetcherFor, HTML, kept, PAGE, text } from "../../test/fetching.ts";
import { serveHttp, serveHttps } from "../../test/loopback-server.ts";
import { COOKIE_BYTES, COOKIE_FIELD_BYTES, COOKIES_OF_ANSWER } from "../limits.ts";

const NAMES = ["paper.example", "www.paper.example", "other.example"];

/** A site under several names that sets `cookies` at `/` and redirects `to`; what it was then sent as cookies. */
async function cookiesAfter(cookies: string[], to: string, start = "paper.example/"): Promise<(string | undefined)[]> {
  const zone: DnsZone = Object.fromEntries(NAMES.map((name) => [name, (type) => (type === "A" ? ["127.0.0.1"] : [])]));
  const dns = kept(await startDnsServer(zone));
  const seen: (string | undefined)[] = [];
  const server = kept(
    await serveHttp((request, response) => {
      const { host = "", cookie } = request.headers;
      seen.push(cookie);
      const isFirst = `${host.split(":")[0]}${request.url}` === start && seen.length === 1;
      if (isFirst)
        response.writeHead(302, { location: to.replace("PORT", String(server.port)), "set-cookie": cookies });
      else response.writeHead(200, HTML);
      response.end();
    }),
  );
  const fetcher = fetcherFor(
    NAMES.map((name) => `${name}:${server.port}`),
    { dnsServers: [dns.address] },
  );
  const [name, path] = start.split("/");
  const result = await fetcher.fetchPage(`http://${name}:${server.port}/${path}`, PAGE);
  expect(result.ok).toBe(true);
  return seen.slice(1);
}

describe("cookies within one fetch", () => {
  it("make a page that redirects to itself until it has one work", async () => {
    const server = kept(
      await serveHttp((request, response) => {
        if (request.headers.cookie === "seen=a%3Bb") response.writeHead(200, HTML).end("the page");
        else response.writeHead(302, { location: request.url, "set-cookie": "seen=a%3Bb; Path=/; HttpOnly" }).end();
      }),
    );
    const fetcher = fetcherFor([`127.0.0.1:${server.port}`]);
    const result = await fetcher.fetchPage(`http://127.0.0.1:${server.port}/article?id=1`, PAGE);
    expect(text(result)).toBe("the page");
  });

  it.each([
    ["to the same host", ["a=1"], "/next", "a=1"],
    ["all of them", ["a=1", "b=2; SameSite=Lax"], "/next", "a=1; b=2"],
    ["below their path", ["a=1; Path=/section"], "/section/page", "a=1"],
    ["to another host of their domain", ["a=1; Domain=paper.example"], "http://www.paper.example:PORT/", "a=1"],
  ])("are sent %s", async (_, cookies, to, sent) => {
    expect(await cookiesAfter(cookies, to)).toEqual([sent]);
  });

  it.each([
    ["to another host", ["a=1"], "http://other.example:PORT/"],
    ["to another host of the site, unless they say so", ["a=1"], "http://www.paper.example:PORT/"],
    ["to a host for which another set them", ["a=1; Domain=other.example"], "http://other.example:PORT/"],
    ["to all hosts below a public suffix", ["a=1; Domain=example"], "http://other.example:PORT/"],
    ["beside their path", ["a=1; Path=/section"], "/sections"],
    ["in plain text when they are for TLS", ["a=1; Secure"], "/next"],
    ["when they are over", ["a=1; Max-Age=0", "b=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], "/next"],
    ["when they are no cookies", ["", "=", ";;;", "a=\u00e4"], "/next"],
  ])("are not sent %s", async (_, cookies, to) => {
    expect(await cookiesAfter(cookies, to)).toEqual([undefined]);
  });

  it("for TLS are sent over TLS", async () => {
    const server = kept(
      await serveHttps({ key: LEAF_KEY, cert: GOOD_CERTIFICATE }, (request, response) => {
        if (request.url === "/") response.writeHead(302, { location: "/next", "set-cookie": "a=1; Secure" }).end();
        else response.writeHead(200, HTML).end(request.headers.cookie);
      }),
    );
    const pair = `127.0.0.1:${server.port}`;
    const fetcher = fetcherFor([pair], { ca: [TEST_AUTHORITY] });
    expect(text(await fetcher.fetchPage(`https://${pair}/`, PAGE))).toBe("a=1");
  });

  it("are few and small", async () => {
    const many = await cookiesAfter(
      Array.from({ length: 500 }, (_, at) => `c${at}=1`),
      "/next",
    );
    expect(many[0]?.split("; ")).toHaveLength(COOKIES_OF_ANSWER);
    const large = ["x", "y", "z"].map((name) => `${name}=${"1".repeat(COOKIE_BYTES / 2)}`);
    const [sent = ""] = await cookiesAfter(large, "/next");
    expect(sent).toMatch(/^x=1+; y=1+$/);
    expect(sent.length).toBeLessThanOrEqual(COOKIE_FIELD_BYTES);
    expect(await cookiesAfter([`x=${"1".repeat(COOKIE_BYTES)}`], "/next")).toEqual([undefined]);
  });

  it("end with it", async () => {
    const seen: IncomingMessage["headers"][] = [];
    const server = kept(
      await serveHttp((request, response) => {
        seen.push(request.headers);
        response.writeHead(200, { ...HTML, "set-cookie": "a=1; Max-Age=9999" }).end("page");
      }),
    );
    const fetcher = fetcherFor([`127.0.0.1:${server.port}`]);
    for (let time = 0; time < 2; time++) {
      const result = await fetcher.fetchPage(`http://127.0.0.1:${server.port}/`, PAGE);
      expect(JSON.stringify(result)).not.toContain("a=1");
    }
    expect(seen).toHaveLength(2);
    for (const headers of seen) expect(headers).not.toHaveProperty("cookie");
  });
});
