import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { findNatsServer } from "@satchel/embedded";
import { atEnd, freePort, tempDir } from "@satchel/testing";
import type { Place } from "./instance.ts";

const ROOT = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** What is started as a program of its own: by `npm start`, by Haraka, and as a process of a worker pool. */
const STARTED = /^(?:standalone\/src\/main|mail-ingest\/src\/(?:plugin\/index|haraka))\.ts$/;
const IS_WORKER = /\bserveTasks\(|\bparentPort\b/;

/** Milliseconds for a start and for a stop on a machine that is busy. */
const START_MS = 300_000;
const STOP_MS = 60_000;

/** Whether this clone has a commit: one that is shallow may not. */
export function hasCommit(commit: string): boolean {
  try {
    execFileSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: ROOT, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Lays the sources of an earlier version into a folder of their own and bundles its programs there, with the packages that
 * are installed here.
 * @param change changes the sources before, in their folder: a later version is made so
 * @returns the file that starts it
 */
export async function buildEarlierVersion(
  commit: string,
  change: (folder: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const folder = await tempDir();
  await run("sh", ["-c", `git archive ${commit} | tar -x -C '${folder}'`], { cwd: ROOT });
  await change(folder);
  await linkPackages(ROOT, folder, (name) => name === "@satchel" || name.startsWith("."));
  await mkdir(join(folder, "node_modules/@satchel"));
  for (const name of [
    "contracts",
    "client",
    ...(await readdir(join(folder, "services"))).map((each) => `services/${each}`),
  ]) {
    await symlink(join(folder, name), join(folder, "node_modules/@satchel", name.split("/").at(-1) ?? ""));
    await linkPackages(join(ROOT, name), join(folder, name), () => false);
  }
  for (const [service, programs] of await programsOf(join(folder, "services"))) {
    const cwd = join(folder, "services", service);
    await run(process.execPath, [join(folder, "scripts/bundle.mjs"), ...programs], { cwd });
  }
  // The page is none of this test's business; the gateway wants a folder.
  await mkdir(join(folder, "web/dist"), { recursive: true });
  return join(folder, "services/standalone/dist/main.js");
}

/** The programs of each service, named as its build names them. */
async function programsOf(services: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const path of await readdir(services, { recursive: true })) {
    const [, service = "", program = ""] = /^([^/]+)\/src\/(.+)\.ts$/.exec(path) ?? [];
    if (program === "" || program.endsWith(".spec") || path.includes("node_modules")) continue;
    const isStarted =
      STARTED.test(path) || (service !== "chassis" && IS_WORKER.test(await readFile(join(services, path), "utf8")));
    if (isStarted) found.set(service, [...(found.get(service) ?? []), program]);
  }
  return found;
}

/** Makes what is installed below one folder be found below another. */
async function linkPackages(from: string, to: string, isLeftOut: (name: string) => boolean): Promise<void> {
  const names = await readdir(join(from, "node_modules")).catch(() => []);
  if (names.length === 0) return;
  await mkdir(join(to, "node_modules"), { recursive: true });
  for (const name of names.filter((each) => !isLeftOut(each))) {
    await symlink(join(from, "node_modules", name), join(to, "node_modules", name));
  }
}

/** An earlier version at work. */
interface EarlierInstance extends Place {
  /** Ends it; by SIGKILL nothing of it has time to end well. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/**
 * Starts an earlier version on ports and data of its own, or on those of `before`, and waits until it is ready.
 * @param until the line that is waited for
 */
export async function startEarlierVersion(
  main: string,
  env: Record<string, string> = {},
  before?: Place,
  until = "Satchel is ready",
): Promise<EarlierInstance> {
  const port = before === undefined ? await freePort() : Number(new URL(before.url).port);
  const smtpPort = before?.smtpPort ?? (await freePort());
  const dataDir = before?.dataDir ?? (await tempDir());
  const url = `http://127.0.0.1:${port}`;
  const { path: bin } = await findNatsServer({});
  const settings = { PORT: String(port), SMTP_PORT: String(smtpPort), DATA_DIR: dataDir, PUBLIC_URL: url };
  const child = spawn(process.execPath, [main], {
    cwd: dirname(main),
    // An earlier version may look for a NATS server where there is none any more.
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      NATS_BIN: bin,
      ...settings,
      TRUST_PROXY: "127.0.0.1",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const exited = once(child, "exit");
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), STOP_MS);
    await exited;
    clearTimeout(timer);
  });
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`The earlier version ${why}:\n${lines.join("\n")}`));
    const timer = setTimeout(fail, START_MS, "was not ready in time");
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on("line", (line) => {
        lines.push(line);
        if (!line.includes(until)) return;
        clearTimeout(timer);
        resolve();
      });
    }
    void exited.then(() => fail("ended"));
  });
  return {
    url,
    smtpPort,
    dataDir,
    end: async (signal) => {
      child.kill(signal);
      await exited;
    },
  };
}
