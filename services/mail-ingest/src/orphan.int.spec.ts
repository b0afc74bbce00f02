import { eventually, freePort, spawnSource, startTestNats } from "@satchel/testing";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { environment } from "../test/door.ts";
import { connectSmtp } from "../test/smtp-client.ts";

// Each test starts the service twice from source, which takes seconds each time.
vi.setConfig({ testTimeout: 180_000 });

const MAIN = new URL("./main.ts", import.meta.url);

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("after a SIGKILL of its parent Haraka ends, and the next start takes mail on the same port", async () => {
  const nats = await startTestNats();
  const port = await freePort();
  const env = await environment(nats, { SMTP_PORT: String(port) });
  const pidOfHaraka = async (): Promise<number> =>
    Number(await readFile(join(env["MAIL_RUN_DIR"] ?? "", "haraka.pid"), "utf8"));

  const first = await spawnSource(MAIN, { env });
  await first.waitForLine(/Mail is taken/, 60_000);
  const orphan = await pidOfHaraka();
  await first.kill("SIGKILL");
  await eventually(() => !isAlive(orphan));

  const second = await spawnSource(MAIN, { env });
  await second.waitForLine(/Mail is taken/, 60_000);
  expect(await pidOfHaraka()).not.toBe(orphan);
  (await connectSmtp(port)).close();
  expect(await second.kill("SIGTERM")).toEqual({ code: 0, signal: null });
});

test("a Haraka that is stuck when its parent dies is ended by the next start", async () => {
  const nats = await startTestNats();
  const port = await freePort();
  const env = await environment(nats, { SMTP_PORT: String(port) });

  const first = await spawnSource(MAIN, { env });
  await first.waitForLine(/Mail is taken/, 60_000);
  const stuck = Number(await readFile(join(env["MAIL_RUN_DIR"] ?? "", "haraka.pid"), "utf8"));
  process.kill(stuck, "SIGSTOP");
  await first.kill("SIGKILL");
  expect(isAlive(stuck)).toBe(true);

  const second = await spawnSource(MAIN, { env });
  await second.waitForLine(/an earlier run was still there/, 60_000);
  await second.waitForLine(/Mail is taken/, 60_000);
  expect(isAlive(stuck)).toBe(false);
  (await connectSmtp(port)).close();
});

test("a configuration with faults is refused at once, each fault named", async () => {
  const main = await spawnSource(MAIN, { env: { NATS_URL: "", ADDRESS_KEY: "short", SMTP_PORT: "mail" } });
  expect(await main.exited).toMatchObject({ code: 78 });
  const output = main.stderr.join("\n");
  for (const name of ["NATS_URL", "ADDRESS_KEY", "SMTP_PORT"]) expect(output).toContain(name);
});
