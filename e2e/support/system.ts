import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "@satchel/testing";
import type { Addresses } from "./environment.ts";
import { INSTALLATION } from "./installation.ts";

/** The built system, or another program with the same settings. */
const MAIN = process.env["SATCHEL_MAIN"] ?? join(import.meta.dirname, "../../services/standalone/dist/main.js");

/** Milliseconds for the system to become ready, with a new database, and to stop. */
const START_MS = 180_000;
const STOP_MS = 15_000;

/** The whole system as a process of its own, with ports and data of its own. */
export interface System {
  readonly addresses: Addresses;
  /** Stops it; its data stays. */
  stop(): Promise<void>;
  /** Restarts it after a stop, with the same ports and data. Resolves when it is ready. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/api/health`)).ok;
  } catch {
    return false;
  }
};

/** Settings beside those of all systems, by the address that it will have. */
type Further = (url: string) => Promise<Readonly<Record<string, string>>>;

/** Starts the system. @param siteUrl a web site whose pages it may fetch */
export async function startSystem(siteUrl: string, further: Further = () => Promise.resolve({})): Promise<System> {
  const [port, smtpPort, adminPort] = [await freePort(), await freePort(), await freePort()];
  const dataDir = mkdtempSync(join(tmpdir(), "satchel-e2e-"));
  const url = `http://127.0.0.1:${port}`;
  const saveAddress = "save@satchel.example";
  const settings = await further(url);
  let running: { readonly process: ChildProcess; readonly exited: Promise<unknown> } | undefined;

  async function start(): Promise<void> {
    const output: string[] = [];
    const system = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        PORT: String(port),
        HOST: "127.0.0.1",
        SMTP_PORT: String(smtpPort),
        ADMIN_PORT: String(adminPort),
        SMTP_HOST: "127.0.0.1",
        DATA_DIR: dataDir,
        SAVE_ADDRESS: saveAddress,
        PUBLIC_URL: url,
        FETCH_ALLOW: new URL(siteUrl).host,
        WEBHOOK_ALLOW: new URL(siteUrl).host,
        TRUST_PROXY: "127.0.0.1",
        ...INSTALLATION,
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [system.stdout, system.stderr]) stream.on("data", (chunk) => output.push(String(chunk)));
    // It must not survive a worker that is ended during a journey.
    process.once("exit", () => system.kill("SIGTERM"));
    running = { process: system, exited: once(system, "exit") };
    const deadline = Date.now() + START_MS;
    while (!(await isReady(url))) {
      if (system.exitCode !== null || Date.now() > deadline) {
        system.kill("SIGKILL");
        throw new Error(`The system did not become ready:\n${output.join("").slice(-5000)}`);
      }
      await delay(100);
    }
  }

  async function stop(): Promise<void> {
    if (running === undefined) return;
    const { process: system, exited } = running;
    running = undefined;
    system.kill("SIGTERM");
    const killer = setTimeout(() => system.kill("SIGKILL"), STOP_MS);
    await exited;
    clearTimeout(killer);
  }

  await start();
  return {
    addresses: { url, smtpPort, adminUrl: `http://127.0.0.1:${adminPort}`, saveAddress, dataDir, siteUrl },
    start,
    stop,
    remove: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
