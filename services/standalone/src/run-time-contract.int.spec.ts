import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Link } from "@satchel/contracts";
import { createTestDatabase, eventually, spawnProgram, startTestNats, tempDir } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { databaseOfCloudNative } from "../test/kubernetes-database.ts";
import { type Client, type Instance, sendMail, signIn, startInstance } from "../test/instance.ts";
import { processesOf } from "../test/processes.ts";
import { serviceSchemas } from "../test/service-schemas.ts";
import { sharedInstance } from "../test/shared-instance.ts";
import { unknownStreams } from "../test/streams.ts";
import { Settings } from "./settings.ts";
import { inProof } from "@satchel/testing/in-proof";

const links = (client: Client) => client.json<Link[]>("GET", "/api/links/");

const healthOf = async ({ url }: Pick<Instance, "url">) => (await fetch(`${url}/api/health`)).status;

/** The live events after one of them, until one that matches has come with its id. */
async function heardAfter(client: Client, lastEventId: string | undefined, wanted: RegExp): Promise<string> {
  const headers = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
  const stream = await client.call("GET", "/api/events", undefined, headers);
  let text = "";
  for await (const chunk of stream.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (wanted.test(text) && text.includes("\nid: ")) break;
  }
  return text;
}

const idOf = (events: string): string | undefined => /^id: (.+)$/m.exec(events)?.[1];

describe("given nothing but Node", () => {
  // One system, from its first start over a kill to its end: the tests go from top to bottom.
  let instance: Instance;

  test("one command starts everything", async () => {
    instance = await startInstance();
    expect(await healthOf(instance)).toBe(200);
    expect(instance.process.stdout.join("\n")).toContain(`SMTP_PORT=${instance.smtpPort} npm run send`);
    expect(processesOf(instance.dataDir).length).toBeGreaterThanOrEqual(2);
    // What others on the machine could read is kept private.
    expect((await stat(instance.dataDir)).mode & 0o777).toBe(0o700);
    for (const file of ["secret", "running.json"]) {
      expect((await stat(join(instance.dataDir, file))).mode & 0o777).toBe(0o600);
    }
  });

  inProof("two instances on one machine do not affect each other", async () => {
    const other = await sharedInstance();
    const email = "apart@post.example";
    const [here, there] = [await signIn(instance, email), await signIn(other, email)];
    await here.json("POST", "/api/links/", { url: "https://only-here.example/" });
    expect(await links(here)).toHaveLength(1);
    expect(await links(there)).toEqual([]);
  });

  test("after a kill the next start ends what was left, comes up, and nothing that was answered is lost; SIGTERM takes all of it down", async () => {
    const anna = await signIn(instance, "anna@post.example");
    const saved = await anna.json<Link>("POST", "/api/links/", { url: "https://kept.example/by-page" });
    const mail = { from: "anna@post.example", text: "https://kept.example/by-mail" };
    expect(await sendMail(instance, mail)).toMatch(/^250/);
    const lastHeard = await heardAfter(anna, undefined, /^event: hello$/m);
    const visited = await anna.json<Link>("POST", `/api/links/${saved.id}/visit`, {});
    const sent = (await (await anna.sendFile("kept.txt", "Words of a file")).json()) as Link;
    process.kill(instance.process.pid, "SIGKILL");
    await instance.process.exited;

    const after = await startInstance({}, instance);
    // A page that was open gets what changed since, and need not load everything.
    const heard = await heardAfter(anna, idOf(lastHeard), new RegExp(visited.id));
    expect(heard).not.toContain("event: hello");
    const again = await signIn(after, "anna@post.example");
    const urls = await eventually(async () => {
      const found = (await links(again)).map(({ url }) => url);
      expect(found).toHaveLength(3);
      return found;
    });
    expect(urls.sort()).toEqual(["https://kept.example/by-mail", saved.url, sent.url]);
    const article = `/api/links/${sent.id}/article`;
    await eventually(async () => expect(await again.json("GET", article)).toMatchObject({ text: "Words of a file" }));
    expect(await unknownStreams(after)).toEqual([]);
    expect(await after.process.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    await eventually(() => expect(processesOf(instance.dataDir)).toEqual([]));
  });
});

describe("given a NATS server and a Postgres of one's own", () => {
  test("they are used, and no others are started; the database's owner need not be one who may make roles", async () => {
    const [nats, database] = await Promise.all([startTestNats(), databaseOfCloudNative()]);
    const instance = await startInstance({
      NATS_URL: nats.url,
      NATS_MONITOR_URL: nats.monitorUrl,
      DATABASE_URL: database,
    });
    expect(processesOf(instance.dataDir).filter((line) => /nats-server|postgres/.test(line))).toEqual([]);
    const anna = await signIn(instance, "anna@post.example");
    await anna.json("POST", "/api/links/", { url: "https://kept.example/" });
    expect(await links(anna)).toHaveLength(1);
  });

  test("a bus whose syncing can't be checked is refused", async () => {
    const [nats, database, dataDir] = await Promise.all([startTestNats(), createTestDatabase(), tempDir()]);
    const env = { NATS_URL: nats.url, DATABASE_URL: database.url, DATA_DIR: dataDir };
    const started = await spawnProgram(new URL("./main.ts", import.meta.url), { env });
    expect(await started.exited).toMatchObject({ code: 78 });
    expect(started.stderr.join("\n")).toContain("NATS_MONITOR_URL is missing");
  });
});

/** Ten settings that can't be, of which no service has all. */
const WRONG: Readonly<Record<string, string>> = {
  PUBLIC_URL: "satchel.example",
  SAVE_ADDRESS: "save",
  DNS_SERVERS: "dns.example",
  TRUST_PROXY: "proxy.example",
  FETCH_ALLOW: "intranet.example",
  SMTP_URL: "mail.example",
  DATABASE_URL: "mysql://anna:hunter2@db.example/satchel",
  NATS_URL: "http://anna:hunter2@bus.example",
  MAIL_AUTH: "perhaps",
  LOG_LEVEL: "loud",
};

describe("given ten invalid settings", () => {
  test.each([["standalone", Settings] as const, ...Object.entries(serviceSchemas)])(
    "%s ends at once and names each of those that are its own, with an example",
    async (name, schema) => {
      const main = new URL(`../../${name}/src/main.ts`, import.meta.url);
      const started = await spawnProgram(main, { env: { ...WRONG, DATA_DIR: await tempDir() } });
      expect(await started.exited).toEqual({ code: 78, signal: null });
      const said = started.stderr.join("\n");
      const own = Object.keys(WRONG).filter((setting) => setting in schema.properties);
      expect(own.length).toBeGreaterThanOrEqual(name === "standalone" ? 10 : 2);
      for (const setting of own) expect(said).toMatch(new RegExp(`- ${setting} must .*, for example ${setting}=`));
      expect(said).toContain(own.includes("MAIL_AUTH") ? 'MAIL_AUTH must be enforce or off (it is "perhaps")' : "");
      expect(said).not.toMatch(/hunter2/);
    },
  );
});
