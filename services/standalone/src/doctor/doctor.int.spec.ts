import { createSocket } from "node:dgram";
import { once } from "node:events";
import { chmod, chown, mkdir, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { VERSION } from "@satchel/contracts";
import { type Finding } from "@satchel/mail-ingest/doctor";
import { type Hosts, startMailZone } from "@satchel/mail-ingest/test/doctor-zone.ts";
import { atEnd, freePort, startHttpServer, tempDir } from "@satchel/testing";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sharedInstance } from "../../test/shared-instance.ts";
import { checkDisk } from "./machine.ts";
import { readOptions } from "./options.ts";
import { examine, runDoctor } from "./run.ts";

const HOUR = 3_600_000;
const isRoot = process.getuid?.() === 0;
const hosts: Hosts = {};
let dns: string;
/** Settings of a Satchel that was never started, on ports that are free. */
let settings: Record<string, string>;

beforeAll(async () => {
  const zone = await startMailZone(hosts);
  atEnd(zone.stop);
  dns = zone.server;
});
beforeEach(async () => {
  for (const name of Object.keys(hosts)) delete hosts[name];
  const DATA_DIR = await tempDir();
  await chmod(DATA_DIR, 0o700);
  const { PATH = "", SATCHEL_CACHE } = process.env;
  const ports = { PORT: String(await freePort()), SMTP_PORT: String(await freePort()) };
  settings = { PATH, ...(SATCHEL_CACHE === undefined ? {} : { SATCHEL_CACHE }), DATA_DIR, ...ports, DNS_SERVERS: dns };
});

async function examined(env: Record<string, string>, ...args: string[]): Promise<Finding[]> {
  const options = readOptions(["--timeout", "2", ...args]);
  if (options === "help") throw new Error("no help was asked for");
  return examine(options, { ...settings, ...env });
}
/** The findings of one check. */
const findings = async (check: string, env: Record<string, string> = {}, ...args: string[]): Promise<Finding[]> =>
  (await examined(env, ...args)).filter((found) => found.check === check);
const is = (result: string, found: RegExp) => [{ result, found: expect.stringMatching(found) }];

/** A server on loopback that answers each connection. */
async function listen(answer: (line: string) => string, greeting: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write(greeting);
    socket.on("data", (data) => socket.write(answer(data.toString())));
    atEnd(async () => void socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(async () => void server.close());
  return (server.address() as AddressInfo).port;
}

test("given a fresh folder, when all is well but nothing runs, then each check says so, with the exit code, as text and as JSON", async () => {
  const env = { ...settings };
  const { stdout, exitCode } = await runDoctor(["--timeout", "2"], env);
  expect([exitCode, stdout]).toEqual([
    1,
    expect.stringMatching(/^Satchel on this machine\n.*Nothing is wrong, but something needs a look\.\n$/s),
  ]);
  const json = await runDoctor(["--timeout", "2", "--json"], env);
  const { findings: all } = JSON.parse(json.stdout) as { findings: Finding[] };
  expect(all.filter(({ result }) => result !== "ok").map(({ check }) => check)).toEqual(["running", "backups"]);
  expect(all.map(({ check }) => check)).toEqual([
    "Node.js",
    "NATS",
    "PostgreSQL",
    "data",
    "disk",
    "clock",
    "running",
    "ports",
    "DNS",
    "page",
    "relay",
    "mail",
    "backups",
  ]);
  for (const { result, todo } of all) if (result !== "ok") expect(todo).toBeDefined();
  expect(await runDoctor(["--help"], {})).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Usage:/) });
  expect(await runDoctor(["--nonsense"], {})).toMatchObject({ exitCode: 64, stderr: expect.stringMatching(/Usage:/) });
});

test("given invalid settings, then each is named, and no secret is shown", async () => {
  const secrets = {
    SECRET: "s3cret-of-this-installation-0123456789",
    ADMIN_TOKEN: "short-t0ken",
    SMTP_URL: "smtp://me:passw0rd@127.0.0.1:1",
    BACKUP_PASSPHRASE: "s3cret-of-the-backups",
  };
  const { stdout, exitCode } = await runDoctor([], { ...settings, ...secrets, PORT: "none" });
  expect([exitCode, stdout]).toEqual([
    2,
    expect.stringMatching(/settings: PORT[\s\S]*settings: ADMIN_TOKEN|settings: ADMIN_TOKEN[\s\S]*settings: PORT/),
  ]);
  const valid = await runDoctor(["--timeout", "2"], {
    ...settings,
    ...secrets,
    ADMIN_TOKEN: "t0ken-that-is-long-enough-0123456789",
  });
  expect(valid.stdout).toContain("relay: The server of outgoing mail, 127.0.0.1:1, can't be used");
  for (const said of [stdout, valid.stdout]) expect(said).not.toMatch(/s3cret|t0ken|passw0rd|\bme:/);
});

describe("the machine", () => {
  test("no NATS yet, a bus and a database that nobody answers at", async () => {
    const none = { PATH: await tempDir(), SATCHEL_CACHE: await tempDir() };
    expect(await findings("NATS", none)).toMatchObject(is("warning", /No nats-server is here yet/));
    const [natsPort, port] = [await freePort(), await freePort()];
    const bus = { NATS_URL: `nats://user:passw0rd@127.0.0.1:${natsPort}`, NATS_SYNC_UNCHECKED: "true" };
    const [nats] = await findings("NATS", bus);
    expect([nats]).toMatchObject(is("wrong", /NATS_URL: no .*127\.0\.0\.1/));
    expect(nats?.found).not.toContain("passw0rd");
    const database = { DATABASE_URL: `postgres://user:passw0rd@127.0.0.1:${port}/satchel` };
    expect(await findings("PostgreSQL", database)).toMatchObject(is("wrong", /no database answers at 127\.0\.0\.1/));
  });

  test("a folder that is missing, a file, open to others, or of somebody else", async () => {
    const { DATA_DIR = "" } = settings;
    expect(await findings("data", { DATA_DIR: join(DATA_DIR, "none") })).toMatchObject(is("warning", /not there yet/));
    const file = join(DATA_DIR, "file");
    await writeFile(file, "");
    expect(await findings("data", { DATA_DIR: file })).toMatchObject(is("wrong", /is no folder/));
    await chmod(DATA_DIR, 0o755);
    expect(await findings("data")).toMatchObject(is("warning", /Others on this machine can look/));
    if (!isRoot) return;
    await chown(DATA_DIR, 1234, 1234);
    expect(await findings("data")).toMatchObject(is("wrong", /belongs to user 1234/));
  });

  test.each([
    ["room", { bytes: 50e9, files: 1e6 }, "ok", /50\.0 GB free/],
    ["little room", { bytes: 1e9, files: 1e6 }, "warning", /1\.0 GB free/],
    ["nearly none", { bytes: 1e8, files: 1e6 }, "wrong", /0\.1 GB free/],
    ["no room for files", { bytes: 50e9, files: 3 }, "wrong", /No more files/],
  ])("a disk with %s", async (_name, free, result, found) => {
    expect([await checkDisk("/data", async () => ({ ...free, at: "/data" }))]).toMatchObject(is(result, found));
  });

  test("a clock that is behind what was written, or off from a time server's", async () => {
    const { DATA_DIR = "" } = settings;
    expect(await findings("clock")).toMatchObject(is("ok", /It says/));
    await writeFile(join(DATA_DIR, "later"), "");
    const later = new Date(Date.now() + HOUR);
    await utimes(join(DATA_DIR, "later"), later, later);
    expect(await findings("clock")).toMatchObject(is("wrong", /60 minutes from now/));

    let answer: (request: Buffer) => Buffer | undefined = () => undefined;
    const server = createSocket("udp4");
    server.on("message", (request, { port, address }) => {
      const said = answer(request);
      if (said !== undefined) server.send(said, port, address);
    });
    server.bind(0, "127.0.0.1");
    await once(server, "listening");
    atEnd(async () => void server.close());
    const asked = ["--time-server", `127.0.0.1:${server.address().port}`];
    const packet = (offsetSeconds: number, stratum = 2): Buffer => {
      const said = Buffer.alloc(48);
      said[0] = 0x24;
      said[1] = stratum;
      for (const at of [32, 40]) said.writeUInt32BE(Math.round(Date.now() / 1000) + 2_208_988_800 + offsetSeconds, at);
      return said;
    };
    expect(await findings("clock", {}, ...asked)).toMatchObject(is("unknown", /nothing came/));
    answer = () => packet(0);
    expect(await findings("clock", {}, ...asked)).toMatchObject(is("ok", /differs by [01] s/));
    answer = () => packet(7200);
    expect(await findings("clock", {}, ...asked)).toMatchObject(is("wrong", /^It is 7\d\d\d s behind/));
    answer = () => packet(-7200);
    expect(await findings("clock", {}, ...asked)).toMatchObject(is("wrong", /s ahead/));
    for (const hostile of [packet(0, 0), packet(0, 16), Buffer.alloc(3), Buffer.from("no time at all")]) {
      answer = () => hostile;
      expect(await findings("clock", {}, ...asked)).toMatchObject(is("unknown", /says no time/));
    }
  });
});

describe("what runs", () => {
  test("a Satchel that runs is ready, in this version, and takes mail", async () => {
    const { url, smtpPort, dataDir } = await sharedInstance();
    const env = { DATA_DIR: dataDir, PORT: new URL(url).port, SMTP_PORT: String(smtpPort) };
    expect(await findings("running", env)).toMatchObject(is("ok", /is ready/));
    expect(await findings("version", env)).toMatchObject(is("ok", new RegExp(VERSION)));
    expect(await findings("mail port", env)).toMatchObject(is("ok", /Mail is taken/));
    const elsewhere = { ...env, PORT: String(await freePort()), SMTP_PORT: String(await freePort()) };
    expect(await findings("running", elsewhere)).toMatchObject(is("wrong", /does not answer \(ECONNREFUSED\)/));
    expect(await findings("mail port", elsewhere)).toMatchObject(is("wrong", /No mail is taken.*ECONNREFUSED/));
  });

  test("another version, parts that are not ready, and something else at the port of mail", async () => {
    await writeFile(join(settings.DATA_DIR ?? "", "running.json"), "{}");
    const answers: Record<string, unknown> = {
      "/api/health": { status: "not-ready", checks: { "links tables": "not-ready", "links bus": "ok" } },
      "/api/openapi.json": { info: { version: "0.0.9" } },
    };
    const page = await startHttpServer((request, response) => response.end(JSON.stringify(answers[request.url ?? ""])));
    atEnd(page.close);
    const env = { PORT: String(page.port), SMTP_PORT: String(await listen(() => "", "SSH-2.0-x\r\n")) };
    expect(await findings("running", env)).toMatchObject(is("wrong", /^Not ready: links tables\.$/));
    expect(await findings("version", env)).toMatchObject(is("warning", /0\.0\.9 runs/));
    expect(await findings("mail port", env)).toMatchObject(is("wrong", /greets with SSH-2\.0/));
  });

  test("nothing runs, and another program has its port", async () => {
    const port = await listen(() => "", "");
    expect(await findings("ports", { PORT: String(port) })).toMatchObject(is("wrong", /PORT: port \d+ is in use/));
  });
});

describe("what others meet", () => {
  const domain = "satchel.example";
  const page = { PUBLIC_URL: `https://${domain}` };

  test.each<[string, Hosts, string, RegExp]>([
    ["its address", { [domain]: { a: ["192.0.2.7"] } }, "ok", /is at 192\.0\.2\.7/],
    ["no address", { [domain]: {} }, "wrong", /has no address/],
    ["no answer", { [domain]: "SERVFAIL" }, "unknown", /No resolver answers/],
  ])("a page's name with %s", async (_name, zone, result, found) => {
    Object.assign(hosts, zone);
    expect(await findings("DNS", page, "--no-mail")).toMatchObject(is(result, found));
  });

  test.each([
    ["http://satchel.example", "", "warning", /not encrypted/],
    ["https://satchel.example", "", "warning", /proxy in front that is not trusted/],
    ["https://satchel.example", "127.0.0.1", "ok", /is encrypted/],
  ])("the page at %s behind the proxy '%s'", async (PUBLIC_URL, TRUST_PROXY, result, found) => {
    expect(await findings("page", { PUBLIC_URL, TRUST_PROXY }, "--no-mail")).toMatchObject(is(result, found));
  });

  test("no relay, one that refuses the password, and one that takes it", async () => {
    expect(await findings("relay", page, "--no-mail")).toMatchObject(is("warning", /Mail is not sent/));
    const relay = (auth: string) => (line: string) =>
      /^EHLO/i.test(line) ? "250-relay\r\n250 AUTH PLAIN\r\n" : /^AUTH/i.test(line) ? auth : "221 bye\r\n";
    const refusing = await listen(relay("535 5.7.8 no\r\n"), "220 relay\r\n");
    const [refused] = await findings("relay", { SMTP_URL: `smtp://me:passw0rd@127.0.0.1:${refusing}` });
    expect([refused]).toMatchObject(is("wrong", /refuses the user or the password \(535\)/));
    const taking = await listen(relay("235 ok\r\n"), "220 relay\r\n");
    expect(await findings("relay", { SMTP_URL: `smtp://me:passw0rd@127.0.0.1:${taking}` })).toMatchObject(
      is("ok", /takes mail from here/),
    );
  });

  test("a domain of the save address that takes no mail", async () => {
    Object.assign(hosts, { [domain]: {} });
    const all = await examined({ SAVE_ADDRESS: `save@${domain}` });
    expect(all.filter(({ check }) => check === "mail: MX")).toMatchObject(
      is("wrong", /neither an MX record nor an address/),
    );
    expect(
      (await examined({ SAVE_ADDRESS: `save@${domain}` }, "--no-mail")).map(({ check }) => check).join(),
    ).not.toContain("mail: MX");
  });
});

test.each<[string, number | undefined, string, RegExp]>([
  ["none", undefined, "wrong", /There is no backup/],
  ["one of today", 2, "ok", /2 h old/],
  ["one of long ago", 100, "wrong", /100 h old/],
])("a folder of backups with %s", async (_name, hours, result, found) => {
  const folder = await tempDir();
  await mkdir(join(folder, "others"));
  // Neither a list of erasures nor half a backup counts.
  const time = (age: number): string => new Date(Date.now() - age * HOUR).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  await writeFile(join(folder, `satchel-erasures-${time(0)}.backup`), "");
  await writeFile(join(folder, `satchel-everything-${time(0)}.backup.77.partial`), "");
  if (hours !== undefined) await writeFile(join(folder, `satchel-everything-${time(hours)}.backup.age`), "");
  expect(await findings("backups", {}, "--backups", folder)).toMatchObject(is(result, found));
  expect(await findings("backups", {}, "--backups", join(folder, "none"))).toMatchObject(is("wrong", /can't be read/));
});
