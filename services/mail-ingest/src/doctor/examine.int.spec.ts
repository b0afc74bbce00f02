import { generateKeyPairSync } from "node:crypto";
import { makeDkimKey, readDkimKey } from "@satchel/chassis";
import { spawnProgram, tempDir } from "@satchel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeCertificate, writeCertificate } from "../../test/certificate.ts";
import { type Hosts, reverseOf, startMailZone } from "../../test/doctor-zone.ts";
import { type Door, openDoor } from "../../test/door.ts";
import { connectSmtp } from "../../test/smtp-client.ts";
import { examine } from "./examine.ts";
import type { Finding } from "./finding.ts";
import { readDoctorArguments } from "./options.ts";
import { runDoctor } from "./run.ts";

const DOMAIN = "satchel.example";
const MX = `mail.${DOMAIN}`;
// Nothing is ever sent there: the doctor connects to loopback.
const ADDRESS = "9.9.9.9";

const inTwoMonths = new Date(Date.now() + 60 * 24 * 3600 * 1000);

const hosts: Hosts = {};
let zone: Awaited<ReturnType<typeof startMailZone>>;
let door: Door;
beforeAll(async () => {
  zone = await startMailZone(hosts);
  door = await openDoor(await writeCertificate(await tempDir(), makeCertificate(MX, inTwoMonths)));
  // Haraka comes with the first connection, which may take longer than the two seconds below.
  (await connectSmtp(door.mail.port)).close();
});
afterAll(async () => {
  await door.stop();
  await zone.stop();
});

const rsa = (bits: number): string =>
  generateKeyPairSync("rsa", { modulusLength: bits })
    .publicKey.export({ type: "spki", format: "der" })
    .toString("base64");
const KEY = rsa(2048);
const ED25519 = generateKeyPairSync("ed25519")
  .publicKey.export({ type: "spki", format: "der" })
  .subarray(-32)
  .toString("base64");

beforeEach(() => {
  for (const name of Object.keys(hosts)) delete hosts[name];
  Object.assign(hosts, {
    [DOMAIN]: { mx: [MX], txt: ["v=spf1 include:_spf.relay.example -all", "some=other text"] },
    [MX]: { a: [ADDRESS] },
    [reverseOf(ADDRESS)]: { ptr: [MX] },
    "_spf.relay.example": { txt: ["v=spf1 ip4:198.51.100.0/24 -all"] },
    [`_dmarc.${DOMAIN}`]: { txt: ["v=DMARC1; p=reject"] },
    [`key._domainkey.${DOMAIN}`]: { txt: [`v=DKIM1; k=rsa; p=${KEY}`] },
  } satisfies Hosts);
});

const options = (...more: string[]): string[] => {
  const where = ["--dns-servers", zone.server, "--connect", "127.0.0.1", "--port", String(door.mail.port)];
  return [DOMAIN, ...where, "--selector", "key", "--timeout", "2", ...more];
};
const own = makeDkimKey();
test.each([
  ["of the key it signs with", own.published, "ok", /RSA key of 2048 bits/],
  ["of another key", KEY, "wrong", /not that of DKIM_KEY/],
])("given the setting DKIM_KEY, when the record is %s, then it says so", async (_name, published, result, found) => {
  hosts[`satchel._domainkey.${DOMAIN}`] = { txt: [`v=DKIM1; k=rsa; p=${published}`] };
  const read = readDoctorArguments([DOMAIN, "--dns-servers", zone.server, "--timeout", "2", "--no-smtp"]);
  if (read === "help") throw new Error("no help was asked for");
  const all = await examine(read, { DKIM_KEY: own.setting });
  expect(all.filter(({ check }) => check === "DKIM")).toMatchObject([{ result, found: expect.stringMatching(found) }]);
});

test("given --make-dkim-key, then it prints settings that are valid, and the record of that key, and asks nobody", async () => {
  const { stdout, exitCode } = await runDoctor([DOMAIN, "--make-dkim-key", "--selector", "mine"]);
  const made = readDkimKey(/^DKIM_KEY=(\S+)$/m.exec(stdout)?.[1] ?? "");
  expect([exitCode, /^DKIM_SELECTOR=(\S+)$/m.exec(stdout)?.[1]]).toEqual([0, "mine"]);
  const record = new RegExp(`^mine\\._domainkey\\.${DOMAIN}\\.  TXT  (.+)$`, "m").exec(stdout)?.[1] ?? "";
  const strings = record.match(/"[^"]*"/g) ?? [];
  expect(Math.max(...strings.map((one) => one.length - 2))).toBeLessThanOrEqual(255);
  expect(strings.map((one) => one.slice(1, -1)).join("")).toBe(`v=DKIM1; k=rsa; p=${made?.published}`);
});

async function findings(...more: string[]): Promise<readonly Finding[]> {
  const read = readDoctorArguments(options(...more));
  if (read === "help") throw new Error("no help was asked for");
  return examine(read);
}
/** What was found by one kind of check, without the connection unless it is wanted. */
const finding = async (check: string, ...more: string[]): Promise<readonly Finding[]> =>
  (await findings("--no-smtp", ...more)).filter((one) => one.check === check);

describe("a domain that is set up well", () => {
  test("has no fault; only its certificate is not signed by a known authority", async () => {
    const all = await findings();
    expect(all.filter(({ result }) => result !== "ok")).toMatchObject([
      { check: "certificate", result: "warning", found: expect.stringMatching(/signed by no authority/) },
    ]);
    expect(new Set(all.map(({ check }) => check))).toEqual(
      new Set(
        (
          "MX,address,reverse DNS,connection,banner,EHLO,STARTTLS,certificate,answers,save address,unknown recipient," +
          "postmaster,relay,SPF,SPF look-ups,DMARC,DMARC reports,DKIM,MTA-STS,TLSRPT"
        ).split(","),
      ),
    );
  });

  test("is reported in words and as JSON, with the exit code", async () => {
    expect(await runDoctor(options("--no-smtp"))).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Mail for satchel\.example\n.*ok {11}MX: .*All is well\.\n$/s),
    });
    delete hosts[MX];
    const { stdout, exitCode } = await runDoctor(options("--no-smtp", "--json"));
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ domain: DOMAIN, exitCode: 2 });
    expect(await runDoctor(["--help"])).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Usage:/) });

    const main = await spawnProgram(new URL("./main.ts", import.meta.url), { args: ["no domain"] });
    expect(await main.exited).toMatchObject({ code: 64 });
    expect(main.stderr.join("\n")).toMatch(/no domain is no domain.*Usage: npm run mail:doctor/s);
  });
});

describe("where mail goes", () => {
  test.each<[string, Hosts, string, RegExp]>([
    ["no MX", { [DOMAIN]: { a: [ADDRESS] } }, "warning", /no MX record/],
    ["nothing at all", { [DOMAIN]: {} }, "wrong", /neither an MX record nor an address/],
    ["a null MX", { [DOMAIN]: { mx: [""] } }, "wrong", /takes no mail at all/],
    ["an address as MX", { [DOMAIN]: { mx: [ADDRESS] } }, "wrong", /is the address/],
    ["an alias as MX", { [MX]: { cname: "other.example" }, "other.example": { a: [ADDRESS] } }, "wrong", /is an alias/],
    ["a DNS that fails", { [DOMAIN]: "SERVFAIL" }, "unknown", /does not answer/],
  ])("%s", async (_name, zoneOf, result, found) => {
    Object.assign(hosts, zoneOf);
    expect(await finding("MX")).toMatchObject([
      { result, found: expect.stringMatching(found), todo: expect.any(String) },
    ]);
  });

  test.each<[string, Hosts, string, RegExp]>([
    ["a host without address", { [MX]: {} }, "wrong", /has no address/],
    ["a private address", { [MX]: { a: ["192.168.1.5"] } }, "wrong", /not of the public Internet/],
    ["IPv6 alone", { [MX]: { aaaa: ["2620:fe::9"] } }, "warning", /IPv6 addresses only/],
    ["a DNS that fails", { [MX]: "SERVFAIL" }, "unknown", /does not answer/],
  ])("%s", async (_name, zoneOf, result, found) => {
    Object.assign(hosts, zoneOf);
    expect(await finding("address")).toMatchObject([{ result, found: expect.stringMatching(found) }]);
  });

  test.each<[string, Hosts, string, RegExp]>([
    ["no name", { [reverseOf(ADDRESS)]: {} }, "warning", /has no name/],
    ["a name that leads elsewhere", { [reverseOf(ADDRESS)]: { ptr: ["x.example"] } }, "warning", /does not lead back/],
    ["a DNS that fails", { [reverseOf(ADDRESS)]: "SERVFAIL" }, "unknown", /does not answer/],
    [
      "another name that leads back",
      { [reverseOf(ADDRESS)]: { ptr: ["host7.provider.example"] }, "host7.provider.example": { a: [ADDRESS] } },
      "ok",
      /leads back/,
    ],
  ])("an address with %s", async (_name, zoneOf, result, found) => {
    Object.assign(hosts, zoneOf);
    expect(await finding("reverse DNS")).toMatchObject([{ result, found: expect.stringMatching(found) }]);
  });
});

describe("what the domain publishes for its own mail", () => {
  const many = Array.from({ length: 11 }, (_, n) => `include:s${n}.example`).join(" ");
  const included = Object.fromEntries(
    Array.from({ length: 11 }, (_, n) => [`s${n}.example`, { txt: ["v=spf1 -all"] }]),
  );

  test.each<[string, string[], Hosts, string, RegExp]>([
    ["none", [], {}, "warning", /does not say who/],
    ["two", ["v=spf1 -all", "v=spf1 a -all"], {}, "wrong", /is broken: multiple SPF records/],
    ["a broken one", ["v=spf1 ip4:nonsense -all"], {}, "wrong", /is broken: invalid IP address/],
    ["one with an unknown term", ["v=spf1 includes:x.example -all"], {}, "wrong", /is broken: Unknown mechanism/],
    ["one with ptr", ["v=spf1 ptr -all"], {}, "warning", /uses ptr/],
    [
      "one whose include has no answer",
      ["v=spf1 include:s.example -all"],
      { "s.example": "SERVFAIL" },
      "unknown",
      /DNS does not answer/,
    ],
    ["one for everybody", ["v=spf1 +all"], {}, "wrong", /everybody/],
    ["one without end", ["v=spf1 ip4:198.51.100.1"], {}, "warning", /refuses no sender/],
    ["more than ten look-ups", [`v=spf1 ${many} -all`], included, "wrong", /more than 10/],
    [
      "a circle",
      ["v=spf1 include:c.example -all"],
      { "c.example": { txt: [`v=spf1 include:${DOMAIN}`] } },
      "wrong",
      /it includes itself/,
    ],
    ["one that includes nothing", ["v=spf1 include:gone.example -all"], {}, "wrong", /is broken: no SPF records/],
  ])("SPF: %s", async (_name, txt, more, result, found) => {
    Object.assign(hosts, { [DOMAIN]: { mx: [MX], txt } }, more);
    const all = (await findings("--no-smtp")).filter(({ check }) => check.startsWith("SPF"));
    expect(all).toContainEqual(expect.objectContaining({ result, found: expect.stringMatching(found) }));
  });

  test.each<[string, string[], string, RegExp]>([
    ["none", [], "warning", /has no policy/],
    ["two", ["v=DMARC1; p=none", "v=DMARC1; p=reject"], "wrong", /has 2 records/],
    ["one that only watches", ["v=DMARC1; p=none"], "warning", /only watches/],
    ["one without p=", ["v=DMARC1; rua=mailto:a@satchel.example"], "wrong", /p= must be/],
    ["one for a tenth", ["v=DMARC1; p=reject; pct=10"], "warning", /for 10 %/],
    ["one with a wrong alignment", ["v=DMARC1; p=reject; adkim=strict"], "wrong", /adkim=/],
  ])("DMARC: %s", async (_name, txt, result, found) => {
    hosts[`_dmarc.${DOMAIN}`] = { txt };
    expect(await finding("DMARC")).toMatchObject([{ result, found: expect.stringMatching(found) }]);
  });

  test("DMARC: reports go only to whom agreed to get them", async () => {
    hosts[`_dmarc.${DOMAIN}`] = { txt: ["v=DMARC1; p=reject; rua=mailto:d@reports.example"] };
    expect(await finding("DMARC reports")).toMatchObject([{ result: "warning" }]);
    hosts[`${DOMAIN}._report._dmarc.reports.example`] = { txt: ["v=DMARC1"] };
    expect(await finding("DMARC reports")).toMatchObject([{ result: "ok" }]);
    hosts[`_dmarc.${DOMAIN}`] = { txt: ["v=DMARC1; p=reject; rua=reports.example"] };
    expect(await finding("DMARC reports")).toMatchObject([{ result: "wrong" }]);
  });

  test.each<[string, string[], string, RegExp]>([
    ["no key", [], "wrong", /has no key/],
    ["a revoked key", ["v=DKIM1; p="], "wrong", /revoked/],
    ["a key cut off", [`v=DKIM1; p=${KEY.slice(0, 200)}`], "wrong", /no public key/],
    ["a short key", [`v=DKIM1; p=${rsa(1024)}`], "warning", /1024 bits/],
    ["a key that is too short", [`v=DKIM1; p=${rsa(512)}`], "wrong", /512 bits/],
    ["a key on trial", [`v=DKIM1; t=y; p=${KEY}`], "warning", /on trial/],
    ["two keys", [`v=DKIM1; p=${KEY}`, `v=DKIM1; p=${KEY}`], "wrong", /has 2 records/],
    ["a key of another version", [`v=DKIM2; p=${KEY}`], "wrong", /unknown key version/],
    ["a key for another service", [`v=DKIM1; s=tlsrpt; p=${KEY}`], "wrong", /not for e-mail/],
    ["an Ed25519 key", [`v=DKIM1; k=ed25519; p=${ED25519}`], "ok", /Ed25519/],
    ["a key for SHA-1", [`v=DKIM1; h=sha1; p=${KEY}`], "wrong", /SHA-256/],
  ])("DKIM: %s", async (_name, txt, result, found) => {
    hosts[`key._domainkey.${DOMAIN}`] = { txt };
    expect(await finding("DKIM")).toMatchObject([{ result, found: expect.stringMatching(found) }]);
  });
});

describe("the mail server", () => {
  test("that has another save address refuses this one, and the doctor says so", async () => {
    const all = await findings("--save-address", `links@${DOMAIN}`);
    expect(all.filter(({ result }) => result === "wrong")).toMatchObject([
      { check: "save address", found: expect.stringMatching(/links@satchel\.example is refused: 550/) },
    ]);
  });

  test("that was checked got no mail and stored nothing in the journal", async () => {
    const userId = await door.claim(`postmaster@${DOMAIN}`);
    await findings();
    expect(await door.events(userId)).toEqual([]);
  });
});
