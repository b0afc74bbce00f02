import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeCertificate } from "../../test/certificate.ts";
import { type Hosts, startMailZone } from "../../test/doctor-zone.ts";
import { type DnsClient, createDnsClient } from "./dns.ts";
import type { Finding } from "./finding.ts";
import { fetchPolicy } from "./policy-file.ts";
import { checkMtaSts, checkTlsReports } from "./transport.ts";

const DOMAIN = "satchel.example";
const MX = `mail.${DOMAIN}`;
const POLICY = `version: STSv1\r\nmode: enforce\r\nmx: ${MX}\r\nmax_age: 604800\r\n`;
const TIMEOUT_MS = 1000;

const hosts: Hosts = {};
const own = makeCertificate(`mta-sts.${DOMAIN}`);
const other = makeCertificate("elsewhere.example");
let zone: Awaited<ReturnType<typeof startMailZone>>;
let dns: DnsClient;
let good: Server;
let foreign: Server;
let status = 200;
let policy = POLICY;

async function serve(certificate: typeof own): Promise<Server> {
  const server = createServer(certificate, (request, response) => {
    if (policy === "silence") return;
    response.writeHead(request.url === "/.well-known/mta-sts.txt" ? status : 404, { location: "/elsewhere" });
    response.end(policy);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  zone = await startMailZone(hosts);
  dns = createDnsClient([zone.server], TIMEOUT_MS);
  [good, foreign] = await Promise.all([serve(own), serve(other)]);
});
afterAll(async () => {
  for (const server of [good, foreign]) {
    server.closeAllConnections();
    server.close();
  }
  await zone.stop();
});
beforeEach(() => {
  for (const name of Object.keys(hosts)) delete hosts[name];
  hosts[`_mta-sts.${DOMAIN}`] = { txt: ["v=STSv1; id=20261121"] };
  hosts[`mta-sts.${DOMAIN}`] = { a: ["127.0.0.1"] };
  [status, policy] = [200, POLICY];
});

const check = (server = good, ca = own.cert): Promise<Finding> =>
  checkMtaSts(dns, DOMAIN, [MX], (domain) =>
    fetchPolicy(domain, { dns, timeoutMs: TIMEOUT_MS, port: portOf(server), ca }),
  );

describe("MTA-STS", () => {
  test("that is correct, or missing, is no fault", async () => {
    expect(await check()).toMatchObject({ result: "ok", found: expect.stringMatching(/encrypt mail/) });
    delete hosts[`_mta-sts.${DOMAIN}`];
    expect(await check()).toMatchObject({ result: "ok", todo: expect.any(String) });
  });

  test.each<[string, string, string, RegExp]>([
    ["names all hosts by a pattern", POLICY.replace(MX, `*.${DOMAIN}`), "ok", /encrypt/],
    ["does not name the host", POLICY.replace(MX, "old.example"), "wrong", /does not name its MX host mail/],
    ["names deeper hosts only", POLICY.replace(MX, `*.${MX}`), "wrong", /does not name/],
    ["only tests", POLICY.replace("enforce", "testing"), "warning", /only tests/],
    ["is switched off", POLICY.replace("enforce", "none"), "ok", /switched off/],
    ["has an unknown mode", POLICY.replace("enforce", "yes"), "wrong", /Invalid mode/],
    ["is no policy", "<html>", "wrong", /Invalid version/],
    ["has no end of validity", POLICY.replace(/max_age.*/, ""), "wrong", /Invalid max_age/],
    ["is endless", "x".repeat(200_000), "wrong", /too long/],
    ["never comes", "silence", "wrong", /no answer in time/],
  ])("whose policy %s", async (_name, text, result, found) => {
    policy = text;
    expect(await check()).toMatchObject({ result, found: expect.stringMatching(found) });
  });

  test("with a policy behind a redirect, or a certificate of another name, is not accepted", async () => {
    status = 301;
    expect(await check()).toMatchObject({ result: "wrong", found: expect.stringMatching(/answered 301/) });
    status = 200;
    expect(await check(foreign, other.cert)).toMatchObject({
      result: "wrong",
      found: expect.stringMatching(/can't be read/),
    });
    delete hosts[`mta-sts.${DOMAIN}`];
    expect(await check()).toMatchObject({ result: "wrong", found: expect.stringMatching(/has no address/) });
  });

  test.each([[["v=STSv1;"]], [["v=STSv1; id=a b"]], [["v=STSv1; id=1", "v=STSv1; id=2"]]])(
    "with %j is wrong",
    async (txt) => {
      hosts[`_mta-sts.${DOMAIN}`] = { txt };
      expect(await check()).toMatchObject({ result: "wrong" });
    },
  );
});

test.each<[readonly string[], string]>([
  [[], "ok"],
  [["v=TLSRPTv1; rua=mailto:tls@satchel.example,https://reports.example/tls"], "ok"],
  [["v=TLSRPTv1; rua=tls@satchel.example"], "wrong"],
  [["v=TLSRPTv1;"], "wrong"],
])("reports on encryption to %j: %s", async (txt, result) => {
  hosts[`_smtp._tls.${DOMAIN}`] = { txt };
  expect(await checkTlsReports(dns, DOMAIN)).toMatchObject({ result });
});
