import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Link } from "@satchel/contracts";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { atEnd, eventually, type SpawnedProgram, spawnProgram, tempDir } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { pngOf, quarters } from "@satchel/enrichment/test/sample-pictures.ts";
import { SoftwareAuthenticator } from "@satchel/identity/test/software-authenticator.ts";
import { Browser } from "../test/browser.ts";
import { type Client, type Instance, sendMail, signIn, startInstance } from "../test/instance.ts";
import { unknownStreams } from "../test/streams.ts";

const READS = [
  "/api/users/me",
  "/api/users/me/passkeys",
  "/api/folders/",
  "/api/tags/",
  "/api/captures",
  "/api/links/?size=100",
  "/api/links/?favorites_only=true",
  "/api/links/?folder_id=1",
  "/api/links/count",
];
const PICTURE = pngOf(quarters(640, 360));

let instance: Instance;
let site: string;
const out = await tempDir();
const keyFile = join(await tempDir(), "key.txt");
const identity = await generateIdentity();
const lock = ["--recipient", await identityToRecipient(identity)];
const key = ["--identity-file", keyFile];

beforeAll(async () => {
  const server = createServer((request, response) => {
    if (request.url?.endsWith(".png") === true) response.writeHead(200, { "content-type": "image/png" }).end(PICTURE);
    else {
      const html = `<title>Page</title><meta property="og:image" content="/picture.png"><p>Words.`;
      response.writeHead(200, { "content-type": "text/html" }).end(html);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(keyFile, `# made for this test\n${identity}\n`);
  instance = await startInstance({ FETCH_ALLOW: new URL(site).host });
});

const run = (program: "backup" | "restore", dataDir: string, ...args: string[]): Promise<SpawnedProgram> =>
  spawnProgram(new URL(`./${program}.ts`, import.meta.url), { args, env: { DATA_DIR: dataDir } });

/** Runs a program to its end. @returns its exit code and what it said */
async function outcomeOf(program: Promise<SpawnedProgram>): Promise<{ code: number | null; said: string }> {
  const { exited, stdout, stderr } = await program;
  const { code } = await exited;
  return { code, said: [...stdout, ...stderr].join("\n") };
}

const reads = async (client: Client): Promise<unknown[]> =>
  Promise.all(READS.map(async (path) => [path, await client.json("GET", path)]));

const settled = (client: Client, count: number) =>
  eventually(async () => {
    const links = await client.json<Link[]>("GET", "/api/links/?size=100");
    expect(links.map(({ enrichment }) => enrichment.state)).toEqual(Array.from({ length: count }, () => "done"));
    // Pictures and copies follow the description.
    expect(links.map((link) => link.preview_image_url)).not.toContain(null);
    expect(links.map((link) => link.copy)).not.toContain(undefined);
    return links;
  });

/** The addresses of all links. */
async function addressesOf(client: Client): Promise<string[]> {
  const urls: string[] = [];
  for (let page = 1; ; page++) {
    const links = await client.json<Link[]>("GET", `/api/links/?size=100&page=${page}`);
    if (links.length === 0) return urls;
    urls.push(...links.map(({ url }) => url));
  }
}

async function picturesOf(client: Client): Promise<unknown[]> {
  const links = await client.json<Link[]>("GET", "/api/links/?size=100");
  return Promise.all(
    links.map(async ({ preview_image_url: url }) => {
      const answer = await client.call("GET", url ?? "");
      return [answer.status, Buffer.from(await answer.arrayBuffer()).toString("base64")];
    }),
  );
}

/** Everything a user can have. */
async function fill(client: Client, browser: Browser, email: string): Promise<SoftwareAuthenticator> {
  await client.json("POST", "/api/folders/", { name: "Reading" });
  const link = await client.json<Link>("POST", "/api/links/", { url: `${site}/one`, tags: ["a", "ä"] });
  await client.json("PATCH", `/api/links/${link.id}`, { is_favorite: true, folder_id: 1 });
  await client.json("POST", `/api/links/${link.id}/visit`, {});
  await sendMail(instance, { from: email, subject: "Mailed", text: `${site}/mailed` });
  await client.json("POST", "/api/auth/set-password", { new_password: "correct horse" });
  expect((await browser.signInWithPassword(email, "correct horse")).status).toBe(200);
  const authenticator = new SoftwareAuthenticator(`http://localhost:${new URL(instance.url).port}`);
  const { options } = await client.json<{ options: Record<string, unknown> }>("POST", "/api/users/me/passkeys/options");
  await client.json("POST", "/api/users/me/passkeys", { name: "Key", response: authenticator.create(options) });
  return authenticator;
}

test("given a system in use, when a backup is taken under writes and restored after a loss of all data, then everything is as before, and users who were erased since stay erased", async () => {
  const [annaAddress, carolAddress] = ["anna@post.example", "carol@post.example"];
  const [anna, bob, carol] = [
    await signIn(instance, annaAddress),
    await signIn(instance, "bob@post.example"),
    await signIn(instance, carolAddress),
  ];
  const browser = new Browser(instance);
  const authenticator = await fill(anna, browser, annaAddress);
  await carol.json("POST", "/api/links/", { url: `${site}/carols` });
  await settled(anna, 2);
  await settled(carol, 1);
  const [before, pictures] = [await reads(anna), await picturesOf(anna)];
  expect(pictures).toEqual(pictures.map(() => [200, expect.stringMatching(/.{20}/)]));

  // Bob goes on saving while the backup is written.
  const saved: string[] = [];
  const sure: string[] = [];
  let stop = false;
  const writing = (async () => {
    for (let i = 0; !stop; i++) {
      const { url } = await bob.json<Link>("POST", "/api/links/", { url: `http://127.0.0.1:1/${i}` });
      saved.push(url);
    }
  })();
  await eventually(() => expect(saved.length).toBeGreaterThan(5));
  sure.push(...saved);
  const backup = await outcomeOf(run("backup", instance.dataDir, "--to", `${out}/`, ...lock));
  stop = true;
  await writing;
  expect(backup).toMatchObject({ code: 0, said: expect.stringContaining("Read again octet for octet") });
  expect((await carol.call("DELETE", "/api/users/me")).status).toBe(204);
  const list = await outcomeOf(run("backup", instance.dataDir, "--to", `${out}/`, "--erasures-only", ...lock));
  expect(list).toMatchObject({ code: 0 });

  const [erasures = "", everything = ""] = (await readdir(out)).sort().map((name) => join(out, name));
  expect([erasures, everything]).toEqual([expect.stringMatching(/-erasures-/), expect.stringMatching(/-everything-/)]);
  await instance.process.kill("SIGKILL");
  await killServers(instance.dataDir);
  await rm(instance.dataDir, { recursive: true });

  const killed = await run("restore", instance.dataDir, "--from", everything, ...key);
  await Promise.race([killed.exited, eventually(() => restoringAt(instance.dataDir), { interval: 2 })]);
  await killed.kill("SIGKILL");
  // Forced for the case that it had ended by then; without, what was broken off is begun again (services/backup).
  const restored = await outcomeOf(
    run("restore", instance.dataDir, "--from", everything, "--erasures", erasures, "--force", ...key),
  );
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining("Restored") });

  const back = await startInstance({ FETCH_ALLOW: new URL(site).host }, instance);
  expect(await reads(anna)).toEqual(before);
  expect(await picturesOf(anna)).toEqual(pictures);
  const kept = await addressesOf(bob);
  expect(saved).toEqual(expect.arrayContaining(kept));
  expect(kept).toEqual(expect.arrayContaining(sure));

  // Her token is good until it ends by itself, for an account that is not there.
  expect((await carol.call("GET", "/api/users/me")).status).toBe(503);
  expect(await carol.json("GET", "/api/links/?size=100")).toEqual([]);
  expect(await (await signIn(back, carolAddress)).json("GET", "/api/links/?size=100")).toEqual([]);

  expect((await browser.call("POST", "/api/auth/refresh-token")).status).toBe(401);
  expect((await new Browser(back).signInWithPassword(annaAddress, "correct horse")).status).toBe(200);
  const { body } = await new Browser(back).call("POST", "/api/auth/passkey/options");
  const { options } = body as { options: Record<string, unknown> };
  const response = authenticator.get(options);
  expect((await new Browser(back).call("POST", "/api/auth/passkey", { response })).status).toBe(200);

  await sendMail(back, { from: annaAddress, subject: "After", text: `${site}/after` });
  await settled(anna, 3);
  expect(await unknownStreams(back)).toEqual([]);
});

/** Whether a restore has begun on the bus that is kept there. */
async function restoringAt(dataDir: string): Promise<void> {
  expect(await readdir(join(dataDir, "nats/store/jetstream/$G/streams"))).toContain("RESTORING");
}

/** What a killed instance leaves running. */
async function killServers(dataDir: string): Promise<void> {
  const files = await readdir(dataDir, { recursive: true });
  for (const file of files.filter((name) => /(^|\/)(nats|postmaster)\.pid$/.test(name))) {
    const pid = Number.parseInt(await readFile(join(dataDir, file), "utf8"), 10);
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // it ended with its parent
    }
    await eventually(() => expect(() => process.kill(pid, 0)).toThrow());
  }
}
