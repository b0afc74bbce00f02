import { eventually, freePort, spawnProgram, startTestNats } from "@satchel/testing";
import { expect, test } from "vitest";
import { environment, pidOfHaraka } from "../../test/door.ts";
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

test("after a SIGKILL of its parent Haraka ends, and the next start takes mail on the same port, also beside one that is stuck", async () => {
  const nats = await startTestNats();
  const port = await freePort();
  const env = await environment(nats, { SMTP_PORT: String(port) });
  const folder = env["MAIL_RUN_DIR"] ?? "";
  const greet = async (): Promise<void> => (await connectSmtp(port)).close();

  const first = await spawnProgram(MAIN, { env });
  await first.waitForLine(/Mail is taken/, 60_000);
  await greet();
  const orphan = await pidOfHaraka(folder);
  await first.kill("SIGKILL");
  await eventually(() => !isAlive(orphan));

  const second = await spawnProgram(MAIN, { env });
  await second.waitForLine(/Mail is taken/, 60_000);
  await greet();
  const stuck = await pidOfHaraka(folder);
  process.kill(stuck, "SIGSTOP");
  await second.kill("SIGKILL");

  const third = await spawnProgram(MAIN, { env });
  await third.waitForLine(/Mail is taken/, 60_000);
  await greet();
  // Once it goes on it notices that its parent has gone.
  process.kill(stuck, "SIGCONT");
  await eventually(() => !isAlive(stuck));
  expect(await third.kill("SIGTERM")).toEqual({ code: 0, signal: null });
});

test("a configuration with faults is refused at once, each fault named", async () => {
  const main = await spawnProgram(MAIN, { env: { NATS_URL: "", ADDRESS_KEY: "short", SMTP_PORT: "mail" } });
  expect(await main.exited).toMatchObject({ code: 78 });
  const output = main.stderr.join("\n");
  for (const name of ["NATS_URL", "ADDRESS_KEY", "SMTP_PORT"]) expect(output).toContain(name);
});
