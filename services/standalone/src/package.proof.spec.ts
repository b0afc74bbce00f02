import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { type Link, VERSION } from "@satchel/contracts";
import { findNatsServer } from "@satchel/embedded";
import { pngOf, quarters } from "@satchel/enrichment/test/sample-pictures.ts";
import { atEnd, eventually, freePort, startHttpServer, tempDir } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { type Client, type Place, signIn, startInstance } from "../test/instance.ts";
import { processesOf } from "../test/processes.ts";

// What is published: packed, installed into an empty folder from the packed file, and used as a person would. The tests go
// from top to bottom.
const ROOT = join(import.meta.dirname, "../../..");
const EMAIL = "you@example.com";
const PICTURE = pngOf(quarters(640, 360));

let folder: string;
let place: Place;
let site: string;
let settings: Record<string, string>;

/** The environment of a person: nothing of the tests. */
const environment = (): NodeJS.ProcessEnv => {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, ...settings };
};

beforeAll(async () => {
  folder = await tempDir();
  const packed = join(folder, "packed");
  execFileSync(process.execPath, [join(ROOT, "scripts/package.mjs"), packed], { stdio: "ignore" });
  const [file = ""] = await readdir(packed);
  expect(file).toBe(`satchel-${VERSION}.tgz`);
  // npm compiles a package with such a file, and ends with an error on a machine without Python or a compiler.
  const files = execFileSync("tar", ["-tzf", join(packed, file)], { encoding: "utf8" }).split("\n");
  expect(files.filter((path) => /node_modules\/(?:@[^/]+\/)?[^/]+\/binding\.gyp$/.test(path))).toEqual([]);
  const install = ["install", "--no-audit", "--no-fund", join(packed, file)];
  execFileSync("npm", install, { cwd: folder, stdio: "ignore" });
  // npm lays the same packages out in another way there.
  execFileSync("npm", [...install, "--global", "--prefix", join(folder, "global")], { stdio: "ignore" });
  const pages = await startHttpServer((request, response) => {
    if (request.url === "/picture.png") response.writeHead(200, { "content-type": "image/png" }).end(PICTURE);
    else {
      const html = `<title>The page</title><meta property="og:image" content="/picture.png"><article><p>${"Words of it. ".repeat(80)}`;
      response.writeHead(200, { "content-type": "text/html" }).end(html);
    }
  });
  atEnd(pages.close);
  site = pages.url;
  const [port, smtpPort] = [await freePort(), await freePort()];
  place = { url: `http://127.0.0.1:${port}`, smtpPort, dataDir: join(folder, "data") };
  settings = {
    PORT: String(port),
    SMTP_PORT: String(smtpPort),
    DATA_DIR: place.dataDir,
    PUBLIC_URL: place.url,
    FETCH_ALLOW: new URL(site).host,
    TRUST_PROXY: "127.0.0.1",
    NATS_BIN: (await findNatsServer()).path,
  };
}, 600_000);

/** Starts `npx satchel …` in the folder it is installed in. */
const satchel = (...args: string[]) => start("npx", ["satchel", ...args]);
/** Starts the `satchel` of the global installation. */
const installed = (...args: string[]) => start(join(folder, "global/bin/satchel"), args);

function start(program: string, args: string[]): { child: ChildProcess; said: () => string } {
  const child = spawn(program, args, {
    cwd: folder,
    env: environment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += chunk));
  atEnd(async () => void (child.exitCode ?? child.kill("SIGTERM")));
  return { child, said: () => said };
}

const linksOf = (client: Client): Promise<Link[]> => client.json<Link[]>("GET", "/api/links/");

let client: Client;

test("given the packed file in an empty folder, when it is started there, then a mailed link is found with its picture and its copy, and SIGTERM ends all of it", async () => {
  const server = satchel("serve");
  await eventually(
    () => {
      if (server.child.exitCode !== null) throw new Error(server.said());
      expect(server.said()).toContain("Ctrl-C stops everything.");
    },
    { timeout: 300_000 },
  );
  client = await signIn(place, EMAIL);
  const sent = satchel("send", "--from", EMAIL, `${site}/page`);
  expect([...(await once(sent.child, "close")), sent.said()]).toEqual([0, null, expect.stringMatching(/^250 /)]);
  await eventually(async () => {
    const [link] = await client.json<Link[]>("GET", "/api/links/?search=page");
    expect(link).toMatchObject({ title: "The page", preview_image_url: expect.any(String) });
    // By workers of their own: sharp's and the one that makes copies.
    const [picture, article] = [link?.preview_image_url ?? "", `/api/links/${link?.id}/article`];
    expect((await client.call("GET", picture)).status).toBe(200);
    expect(await client.json("GET", article)).toMatchObject({ title: "The page" });
  });
  server.child.kill("SIGTERM");
  await once(server.child, "close");
  await eventually(() => expect(processesOf(place.dataDir)).toEqual([]));
});

test("given its data, when the folder is moved and npm start runs on it, and then the package installed for all, then both show the same", async () => {
  const moved = join(folder, "moved");
  await rename(place.dataDir, moved);
  const there = { ...place, dataDir: moved };
  const instance = await startInstance({ FETCH_ALLOW: settings.FETCH_ALLOW ?? "" }, there);
  const before = await linksOf(client);
  expect(before).toHaveLength(1);
  await client.json("POST", "/api/links/", { url: `${site}/second` });
  await instance.process.kill("SIGTERM");
  await rename(moved, place.dataDir);

  const server = installed("serve");
  await eventually(() => expect(server.said()).toContain("Satchel is ready"), { timeout: 300_000 });
  expect((await linksOf(client)).map(({ url }) => url)).toEqual([`${site}/second`, `${site}/page`]);
  const backup = installed("backup", "--to", `${folder}/backups/`);
  await once(backup.child, "close");
  expect(backup.said()).toContain("Read again: it is whole.");
  server.child.kill("SIGTERM");
  await once(server.child, "close");
});
