import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LITERALS, NAMES, OTHERS } from "../../test/blocked-urls.ts";
import { type DnsServer, type DnsZone, startDnsServer } from "../../test/dns-server.ts";
import { type LoopbackServer, serveHttp } from "../../test/loopback-server.ts";
import { declaredRefresh } from "../reading/declared-refresh.ts";
import type { PageFetcher } from "./fetch-result.ts";
import { createFetcher } from "./page-fetcher.ts";

/*
 * Nothing here may leave the machine, and nothing may reach it either. The fetcher's connections are dialled through a
 * recorder that sends every one of them, whatever its address and port, to a canary: had a rule failed, the canary
 * would hear of it. A second canary listens for connections that bypass the recorder.
 */

const PUBLIC = "93.184.216.34";
const PUBLIC_V6 = "2606:2800:220:1:248:1893:25c8:1946";
const options = { accept: ["text/html"], maxBytes: 1000 };

const zone: DnsZone = {
  "loopback.example": (type) => (type === "A" ? ["127.0.0.1"] : []),
  "loopback6.example": (type) => (type === "AAAA" ? ["::1"] : []),
  "elsewhere127.example": (type) => (type === "A" ? ["127.99.1.2"] : []),
  "private.example": (type) => (type === "A" ? ["10.1.2.3"] : []),
  "metadata.example": (type) => (type === "A" ? ["169.254.169.254"] : []),
  "carrier.example": (type) => (type === "A" ? ["100.64.0.1"] : []),
  "zero.example": (type) => (type === "A" ? ["0.0.0.0"] : []),
  "zero6.example": (type) => (type === "AAAA" ? ["::"] : []),
  "broadcast.example": (type) => (type === "A" ? ["255.255.255.255"] : []),
  "mapped.example": (type) => (type === "AAAA" ? ["::ffff:7f00:1"] : []),
  "compatible.example": (type) => (type === "AAAA" ? ["::7f00:1"] : []),
  "nat64.example": (type) => (type === "AAAA" ? ["64:ff9b::7f00:1"] : []),
  "6to4.example": (type) => (type === "AAAA" ? ["2002:7f00:1::1"] : []),
  "teredo.example": (type) => (type === "AAAA" ? ["2001:0:7f00:1::1"] : []),
  "ula.example": (type) => (type === "AAAA" ? ["fd00:ec2::254"] : []),
  "linklocal.example": (type) => (type === "AAAA" ? ["fe80::1"] : []),
  "first-public.example": (type) => (type === "A" ? [PUBLIC, "127.0.0.1"] : []),
  "last-public.example": (type) => (type === "A" ? ["192.168.0.1", PUBLIC] : []),
  "four-public-six-not.example": (type) => (type === "A" ? [PUBLIC] : ["::1"]),
  "four-not-six-public.example": (type) => (type === "A" ? ["127.0.0.1"] : [PUBLIC_V6]),
  "hidden-in-many.example": (type) => (type === "A" ? [...Array.from({ length: 20 }, () => PUBLIC), "127.0.0.1"] : []),
};

let canary: LoopbackServer;
let canary6: LoopbackServer;
let redirector: LoopbackServer;
let dns: DnsServer;
let fetcher: PageFetcher;
let requests = 0;
let dialled: string[] = [];

beforeAll(async () => {
  canary = await serveHttp((_, response) => {
    requests++;
    response.setHeader("content-type", "text/html").end("<title>reached</title>");
  });
  canary6 = await serveHttp((_, response) => response.end("reached"), { host: "::1" });
  redirector = await serveHttp((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://redirector");
    const to = searchParams.get("to") ?? "";
    const page = { "content-type": "text/html" };
    if (pathname === "/refresh") response.writeHead(200, { ...page, refresh: `0;url=${to}` }).end();
    else if (pathname === "/meta")
      response.writeHead(200, page).end(`<meta http-equiv="refresh" content='0;url="${to}"'>`);
    else response.writeHead(302, { location: to }).end();
  });
  dns = await startDnsServer(zone);
  fetcher = createFetcher({
    allow: [`127.0.0.1:${redirector.port}`],
    dnsServers: [dns.address],
    userAgent: "test",
    dial: ({ host, port }) => {
      if (host === "127.0.0.1" && port === redirector.port) return connect({ host, port });
      dialled.push(`${host} ${port}`);
      return connect({ host: "127.0.0.1", port: canary.port });
    },
  });
});

beforeEach(() => {
  dialled = [];
});

afterAll(async () => {
  await fetcher.close();
  await Promise.all([canary.close(), canary6.close(), redirector.close(), dns.close()]);
  expect(canary.connections).toBe(1); // the one of the test that shows the canary sings
  expect(canary6.connections).toBe(0);
  expect(requests).toBe(0);
});

async function reasonFor(url: string): Promise<string> {
  const result = await fetcher.fetchPage(url, { ...options, refreshOf: declaredRefresh });
  return result.ok ? "fetched" : result.reason;
}

function redirectTo(url: string, how: "" | "refresh" | "meta" = ""): string {
  return `http://127.0.0.1:${redirector.port}/${how}?to=${encodeURIComponent(url)}`;
}

describe("a URL that spells an address of this machine or network", () => {
  it.each([...LITERALS, ...NAMES])("%s opens no connection and asks no resolver", async (url) => {
    const asked = dns.questions.length;
    expect(await reasonFor(url)).toBe("blocked-address");
    expect(dialled).toEqual([]);
    expect(dns.questions).toHaveLength(asked);
  });

  it.each(OTHERS)("'%s' opens no connection", async (url) => {
    expect(await reasonFor(url)).toMatch(/^(?:blocked-scheme|invalid-url)$/);
    expect(dialled).toEqual([]);
  });
});

// A Location is ASCII, and `http:127.0.0.1` in one is a path.
const visible = LITERALS.filter((url) => !/[^\x21-\x7e]/.test(url) && url !== "http:127.0.0.1");

describe("a refresh", () => {
  it.each([...visible, "//127.0.0.1/", "//localhost:8080/", "\\\\127.0.0.1/"])("to %s is not followed", async (url) => {
    expect(await reasonFor(redirectTo(url, "refresh"))).toBe("blocked-address");
    expect(await reasonFor(redirectTo(url, "meta"))).toBe("blocked-address");
    expect(dialled).toEqual([]);
  });

  it("to another port, or to a name that leads to this machine, is not followed", async () => {
    for (const how of ["refresh", "meta"] as const) {
      expect(await reasonFor(redirectTo("http://example.com:6379/", how))).toBe("blocked-port");
      expect(await reasonFor(redirectTo("http://loopback.example/", how))).toBe("blocked-address");
      expect(await reasonFor(redirectTo(redirectTo("http://metadata.example/", "meta"), how))).toBe("blocked-address");
    }
    expect(dialled).toEqual([]);
  });
});

describe("a redirect", () => {
  it.each([...visible, "//127.0.0.1/", "//localhost:8080/", "\\\\127.0.0.1/"])("to %s is not followed", async (url) => {
    expect(await reasonFor(redirectTo(url))).toBe("blocked-address");
    expect(dialled).toEqual([]);
  });

  it.each([
    [`http://127.0.0.1:1/`, "blocked-address"],
    [`http://example.com:6379/`, "blocked-port"],
    ["file:///etc/passwd", "blocked-scheme"],
    ["javascript:alert(1)", "blocked-scheme"],
    ["data:text/html,x", "blocked-scheme"],
    ["http://[", "bad-redirect"],
  ])("to %s ends as %s", async (url, reason) => {
    expect(await reasonFor(redirectTo(url))).toBe(reason);
    expect(dialled).toEqual([]);
  });

  it("to a name that leads to this machine is not followed", async () => {
    expect(await reasonFor(redirectTo("http://loopback.example/"))).toBe("blocked-address");
    expect(await reasonFor(redirectTo(redirectTo("http://metadata.example/")))).toBe("blocked-address");
    expect(dialled).toEqual([]);
  });
});

describe("a name", () => {
  it.each(Object.keys(zone))("%s, with any address that is not public, opens no connection", async (name) => {
    expect(await reasonFor(`http://${name}/`)).toBe("blocked-address");
    expect(await reasonFor(`https://${name.toUpperCase()}.:8443/`)).toBe("blocked-address");
    expect(dialled).toEqual([]);
  });

  it("does not leak the address it leads to", async () => {
    const result = await fetcher.fetchPage("http://private.example/", options);
    expect(JSON.stringify(result)).not.toContain("10.1.2.3");
  });
});

describe("a name that changes its mind between two look-ups", () => {
  it("is looked up once, and the connection goes to the address that was checked", async () => {
    // given a name that is public at the first look-up and this machine at every later one
    const questions: string[] = [];
    const rebinding = await startDnsServer({
      "rebind.example": (type, nth) => {
        questions.push(type);
        if (type === "AAAA") return [];
        return nth === 1 ? [PUBLIC] : ["127.0.0.1"];
      },
    });
    const targets: string[] = [];
    const guarded = createFetcher({
      allow: [],
      dnsServers: [rebinding.address],
      userAgent: "test",
      dial: ({ host }) => {
        targets.push(host);
        return connect({ host: "127.0.0.1", port: 1 }); // nobody: a public address is never dialled from a test
      },
    });
    // when it is fetched, and fetched again
    const first = await guarded.fetchPage("http://rebind.example/", options);
    const askedByThen = [...questions];
    const second = await guarded.fetchPage("http://rebind.example/", options);
    // then the first went to the public address alone, and the second nowhere
    expect(first).toMatchObject({ ok: false, reason: "connect-failed", retryable: true });
    expect(askedByThen.filter((type) => type === "A")).toHaveLength(1);
    expect(second).toMatchObject({ ok: false, reason: "blocked-address", retryable: false });
    expect(targets).toEqual([PUBLIC]);
    await guarded.close();
    await rebinding.close();
  });

  it("is left before a byte is sent when the socket's peer is not the address that was checked", async () => {
    // given a network that delivers connections for a public address to this machine: the recorder does just that
    // when
    const reason = await reasonFor(`http://${PUBLIC}/`);
    // then the canary was connected to, which shows that it would sing, but was sent no request
    expect(reason).toBe("blocked-address");
    expect(dialled).toEqual([`${PUBLIC} 80`]);
    expect(canary.connections).toBe(1);
  });
});
