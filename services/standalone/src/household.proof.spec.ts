import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Link } from "@satchel/contracts";
import { atEnd, eventually, freePort, tempDir } from "@satchel/testing";
import { expect, test } from "vitest";
import { type Client, type Place, sendMail, signIn, startInstance } from "../test/instance.ts";
import { processesOf } from "../test/processes.ts";

// What the container for one household runs, without an engine: the tree of its image, by the user of the image, without
// capabilities, where nothing can be written but the volume and /tmp. For that, mounts are made that only it sees.
const ROOT = join(import.meta.dirname, "../../..");
const NODE_USER = 1000;
const isRoot = process.getuid?.() === 0;
const EMAIL = "you@example.com";

const CONTAINER = `set -e
mount --make-rprivate /
mount --bind "$TREE" /srv
mount --bind "$VOLUME" /mnt
mount -t tmpfs tmpfs /tmp
mount -o remount,bind,ro /
cd /srv
exec setpriv --reuid ${NODE_USER} --regid ${NODE_USER} --clear-groups --bounding-set=-all --no-new-privs \\
  env -i PATH="/srv/bin:$PATH" "$@" /srv/cli/bin/satchel.mjs serve`;

/** Starts it as the container does, on a folder as its volume. */
async function startContainer(tree: string, { url, smtpPort, dataDir }: Place): Promise<ChildProcess> {
  const settings = {
    NODE_ENV: "production",
    HOST: "0.0.0.0",
    SMTP_HOST: "0.0.0.0",
    DATA_DIR: "/mnt",
    PORT: new URL(url).port,
    SMTP_PORT: String(smtpPort),
    PUBLIC_URL: url,
    TRUST_PROXY: "127.0.0.1",
    // Senders of this test have no DNS; the container checks them.
    MAIL_AUTH: "off",
  };
  const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const child = spawn("unshare", ["--mount", "sh", "-c", CONTAINER, "sh", ...given], {
    cwd: "/",
    env: { ...process.env, TREE: tree, VOLUME: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  atEnd(async () => void (child.exitCode ?? child.kill("SIGTERM")));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  await eventually(
    () => {
      if (child.exitCode !== null) throw new Error(said);
      expect(said).toContain("Ctrl-C stops everything.");
    },
    { timeout: 300_000 },
  );
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "close");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
}

const addressesOf = async (client: Client): Promise<string[]> =>
  (await client.json<Link[]>("GET", "/api/links/")).map(({ url }) => url);

test.runIf(isRoot)(
  "given the container's tree on a read-only root and an empty volume, when it is started by an ordinary user, then a mailed link is found; its volume serves npm start, and back",
  async () => {
    const folder = await tempDir();
    await chmod(folder, 0o755);
    const tree = join(folder, "tree");
    execFileSync(process.execPath, [join(ROOT, "scripts/household-tree.mjs"), tree], { stdio: "ignore" });
    execFileSync("chmod", ["-R", "a+rX", tree]);
    const volume = join(folder, "volume");
    await mkdir(volume);
    await chown(volume, NODE_USER, NODE_USER);
    const place = {
      url: `http://127.0.0.1:${await freePort()}`,
      smtpPort: await freePort(),
      dataDir: volume,
    };

    const container = await startContainer(tree, place);
    // All of it runs as that user, and PostgreSQL and NATS from the tree.
    const uids = execFileSync("ps", ["-o", "uid=,args=", "--ppid", String(container.pid)], { encoding: "utf8" });
    expect(uids.trim().split("\n").length).toBeGreaterThanOrEqual(2);
    for (const line of uids.trim().split("\n")) expect(line).toMatch(new RegExp(`^ *${NODE_USER} `));
    const client = await signIn(place, EMAIL);
    expect(await sendMail(place, { from: EMAIL, text: "https://one.example/" })).toMatch(/^250/);
    await eventually(async () => expect(await addressesOf(client)).toEqual(["https://one.example/"]));
    await stop(container);
    await eventually(() => expect(processesOf("/mnt/")).toEqual([]));
    expect(await readdir(tree)).not.toContain(".cache");

    const instance = await startInstance({}, place);
    expect(await addressesOf(client)).toEqual(["https://one.example/"]);
    await client.json("POST", "/api/links/", { url: "https://two.example/" });
    await instance.process.kill("SIGTERM");

    // npm start ran as root here: its files are handed over, as the documents say.
    execFileSync("chown", ["-R", `${NODE_USER}:${NODE_USER}`, volume]);
    const again = await startContainer(tree, place);
    expect(await addressesOf(client)).toEqual(["https://two.example/", "https://one.example/"]);
    await stop(again);
  },
  600_000,
);
