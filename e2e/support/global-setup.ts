import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "@satchel/testing";
import { publish } from "./environment.ts";
import { startSite } from "./site.ts";

/** The built system; another program of the same contract can be named instead. */
const MAIN = process.env["SATCHEL_MAIN"] ?? join(import.meta.dirname, "../../services/standalone/dist/main.js");

/** Milliseconds until the system must be ready, its database made anew; and until it must have stopped. */
const START_MS = 60_000;
const STOP_MS = 15_000;

/** Starts the whole system with ports and data of its own, and a web site it may fetch. Gives what stops both. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const site = await startSite();
  const siteHost = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const [port, smtpPort] = [await freePort(), await freePort()];
  const dataDir = mkdtempSync(join(tmpdir(), "satchel-e2e-"));
  const url = `http://127.0.0.1:${port}`;
  const saveAddress = "save@satchel.example";

  const output: string[] = [];
  const system = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      SMTP_PORT: String(smtpPort),
      SMTP_HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      SAVE_ADDRESS: saveAddress,
      PUBLIC_URL: url,
      FETCH_ALLOW: siteHost,
      TRUST_PROXY: "127.0.0.1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [system.stdout, system.stderr]) stream.on("data", (chunk) => output.push(String(chunk)));
  const exited = once(system, "exit");

  const ready = async (): Promise<boolean> => {
    try {
      return (await fetch(`${url}/api/health`)).ok;
    } catch {
      return false;
    }
  };
  const deadline = Date.now() + START_MS;
  while (!(await ready())) {
    if (system.exitCode !== null || Date.now() > deadline) {
      system.kill("SIGKILL");
      throw new Error(`The system did not become ready:\n${output.join("").slice(-5000)}`);
    }
    await delay(100);
  }
  publish({ url, smtpPort, saveAddress, dataDir, siteUrl: `http://${siteHost}` });

  return async () => {
    system.kill("SIGTERM");
    const killer = setTimeout(() => system.kill("SIGKILL"), STOP_MS);
    await exited;
    clearTimeout(killer);
    site.closeAllConnections();
    site.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
