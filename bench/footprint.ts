/**
 * The processor time, memory and disk of the whole system, with all processes of `npm start`. `TREES` names built checkouts,
 * which are measured in turn, so that a change can be compared with the tree before it:
 * `TREES=../satchel-before,. npm run bench:footprint -w bench`. `BOOKMARKS`, `SAVES`, `IDLE_S` and `ROUNDS` change the sizes. Linux only.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { cleanUp, eventually, freePort, tempDir } from "@satchel/testing";
import { startSite } from "../e2e/support/site.ts";
import { type Client, signIn } from "../services/standalone/test/instance.ts";
import { diskMegabytes, memoryMegabytes, processorSeconds } from "./footprint/processes.ts";
import { bookmarksFile } from "./footprint/bookmarks.ts";
import { median } from "./report.ts";

const TREES = (process.env["TREES"] ?? "..").split(",");
const BOOKMARKS = Number(process.env["BOOKMARKS"] ?? 10_000);
const SAVES = Number(process.env["SAVES"] ?? 200);
const IDLE_S = Number(process.env["IDLE_S"] ?? 60);
const ROUNDS = Number(process.env["ROUNDS"] ?? 1);
/** Milliseconds without requests before the system counts as idle. */
const SETTLING_MS = 15_000;
/** Milliseconds for a start, the first one included. */
const START_MS = 300_000;

type Figures = Map<string, number>;

interface StartedSystem {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The variables and options that the tree's `npm start` gives Node before its script. */
function startOf(tree: string): { env: Record<string, string>; options: string[] } {
  const { scripts } = JSON.parse(readFileSync(resolve(tree, "package.json"), "utf8")) as { scripts: { start: string } };
  const words = scripts.start.split(" ");
  return {
    env: Object.fromEntries(words.filter((word) => /^[A-Z_]+=/u.test(word)).map((word) => word.split("=", 2))),
    options: words.filter((word) => word.startsWith("--")),
  };
}

/** Starts what `npm start` starts once everything is built. */
async function start(tree: string, dataDir: string, fetchable: string): Promise<StartedSystem> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { env, options } = startOf(tree);
  const child = spawn(process.execPath, [...options, resolve(tree, "services/standalone/dist/main.js")], {
    env: {
      ...process.env,
      ...env,
      PORT: String(port),
      SMTP_PORT: String(await freePort()),
      DATA_DIR: dataDir,
      PUBLIC_URL: url,
      FETCH_ALLOW: fetchable,
    },
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  const ended = exited.then(([code]) => Promise.reject(new Error(`${tree} ended with ${code}`)));
  ended.catch(() => undefined);
  const isUp = async (): Promise<boolean> => (await fetch(`${url}/api/health`)).ok;
  await Promise.race([eventually(isUp, { timeout: START_MS, interval: 50 }), ended]);
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await exited;
  };
  return { url, dataDir, pid: child.pid ?? 0, stop };
}

/** The messages that the bus has received and sent. */
async function busMessages({ dataDir }: StartedSystem): Promise<{ in_msgs: number; out_msgs: number }> {
  const { NATS_MONITOR_URL } = JSON.parse(readFileSync(join(dataDir, "running.json"), "utf8")) as {
    NATS_MONITOR_URL: string;
  };
  const answer = await fetch(new URL("/varz", NATS_MONITOR_URL));
  return (await answer.json()) as { in_msgs: number; out_msgs: number };
}

/**
 * The processor time of a save, in milliseconds, the messages on the bus, and the median time of its answer, of saves one
 * after another. The messages have some of the idle system's, fewer the more saves there are.
 */
async function saves(
  running: StartedSystem,
  client: Client,
  name: string,
  link: (n: number) => string,
  figures: Figures,
): Promise<void> {
  const times: number[] = [];
  const bus = await busMessages(running);
  const before = processorSeconds(running.pid);
  for (let n = 0; n < SAVES; n++) {
    const began = performance.now();
    await client.json("POST", "/api/links/", { url: link(n) });
    times.push(performance.now() - began);
  }
  figures.set(`${name}: answered, ms`, median(times));
  await delay(SETTLING_MS);
  figures.set(`${name}: processor, ms`, ((processorSeconds(running.pid) - before) / SAVES) * 1000);
  const { in_msgs, out_msgs } = await busMessages(running);
  figures.set(`${name}: messages to the bus`, (in_msgs - bus.in_msgs) / SAVES);
  figures.set(`${name}: messages from the bus`, (out_msgs - bus.out_msgs) / SAVES);
}

/** Memory and disk, of all and of each part. */
function room(when: string, { pid, dataDir }: StartedSystem, figures: Figures): void {
  for (const [program, megabytes] of memoryMegabytes(pid)) figures.set(`${when}: memory of ${program}, MB`, megabytes);
  figures.set(`${when}: disk, MB`, diskMegabytes(dataDir));
  for (const folder of ["nats", "postgres", "postgres/cluster/base", "postgres/cluster/pg_wal"])
    figures.set(`${when}: disk of ${folder}, MB`, diskMegabytes(join(dataDir, folder)));
}

async function importing(running: StartedSystem, client: Client, figures: Figures): Promise<void> {
  const before = processorSeconds(running.pid);
  const began = performance.now();
  const answer = await fetch(`${running.url}/api/imports?name=bookmarks.html`, {
    method: "POST",
    headers: { authorization: `Bearer ${client.token}`, "content-type": "text/html" },
    body: bookmarksFile(BOOKMARKS),
  });
  const { id } = (await answer.json()) as { id: string };
  for (;;) {
    const { status } = await client.json<{ status: string }>("GET", `/api/imports/${id}`);
    if (status === "failed") throw new Error("The import failed");
    if (status === "done") break;
    await delay(100);
  }
  figures.set("import, s", (performance.now() - began) / 1000);
  figures.set("import: processor, s", processorSeconds(running.pid) - before);
}

async function measure(tree: string, siteUrl: string): Promise<Figures> {
  const figures: Figures = new Map();
  const dataDir = await tempDir();
  const first = await start(tree, dataDir, new URL(siteUrl).host);
  figures.set("first start: processor, s", processorSeconds(first.pid));
  await first.stop();
  const running = await start(tree, dataDir, new URL(siteUrl).host);
  try {
    figures.set("start: processor, s", processorSeconds(running.pid));
    await delay(SETTLING_MS);
    room("empty", running, figures);
    const before = processorSeconds(running.pid);
    await delay(IDLE_S * 1000);
    figures.set("idle: % of a core", ((processorSeconds(running.pid) - before) / IDLE_S) * 100);
    const client = await signIn(running, "anna@post.example");
    await saves(running, client, "save, no page", (n) => `https://nowhere.invalid/${n}`, figures);
    await saves(running, client, "save", (n) => `${siteUrl}/pages/Loaf ${n} of many`, figures);
    await importing(running, client, figures);
    await delay(SETTLING_MS);
    room("full", running, figures);
  } finally {
    await running.stop();
  }
  return figures;
}

const site = await startSite();
try {
  const all = TREES.map(() => [] as Figures[]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, tree] of TREES.entries())
      all[index]?.push(await measure(join(import.meta.dirname, tree), site.url));
  }
  const table: Record<string, Record<string, number>> = {};
  for (const name of all[0]?.[0]?.keys() ?? []) {
    table[name] = Object.fromEntries(
      TREES.map((tree, index) => [
        tree,
        Number(median((all[index] ?? []).map((one) => one.get(name) ?? Number.NaN)).toFixed(2)),
      ]),
    );
  }
  console.table(table);
} finally {
  site.close();
  await cleanUp();
}
