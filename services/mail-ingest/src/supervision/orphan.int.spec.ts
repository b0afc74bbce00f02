import { eventually, freePort, spawnProgram, startTestNats } from "@satchel/testing";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { environment } from "../../test/door.ts";
import { connectSmtp } from "../../test/smtp-client.ts";

// Each start is one from source, which takes seconds.
const MAIN = new URL("../main.ts", import.meta.url);

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("after a SIGKILL of its parent Haraka ends, stuck or not, and the next start accepts mail on the same port", async () => {
  const nats = await startTestNats();
  const port = await freePort();
  const env = await environment(nats, { SMTP_PORT: String(port) });
  const pidOfHaraka = async (): Promise<number> =>
    Number(await readFile(join(env["MAIL_RUN_DIR"] ?? "", "haraka.pid"), "utf8"));

  const first = await spawnProgram(MAIN, { env });
  await first.waitForLine(/Mail is taken/, 60_000);
  const orphan = await pidOfHaraka();
  await first.kill("SIGKILL");
  await eventually(() => !isAlive(orphan));

  const second = await spawnProgram(MAIN, { env });
  await second.waitForLine(/Mail is taken/, 60_000);
  const stuck = await pidOfHaraka();
  expect(stuck).not.toBe(orphan);
  (await connectSmtp(port)).close();
  // One that is stuck can't end by itself: the next start does it.
  process.kill(stuck, "SIGSTOP");
  await second.kill("SIGKILL");
  expect(isAlive(stuck)).toBe(true);

  const third = await spawnProgram(MAIN, { env });
  await third.waitForLine(/an earlier run was still there/, 60_000);
  await third.waitForLine(/Mail is taken/, 60_000);
  // It has ended, but takes signals until its parent's heir has collected it.
  await eventually(() => !isAlive(stuck));
  (await connectSmtp(port)).close();
  expect(await third.kill("SIGTERM")).toEqual({ code: 0, signal: null });
});

test("a configuration with faults is refused at once, each fault named", async () => {
  const main = await spawnProgram(MAIN, { env: { NATS_URL: "", ADDRESS_KEY: "short", SMTP_PORT: "mail" } });
  expect(await main.exited).toMatchObject({ code: 78 });
  const output = main.stderr.join("\n");
  for (const name of ["NATS_URL", "ADDRESS_KEY", "SMTP_PORT"]) expect(output).toContain(name);
});
