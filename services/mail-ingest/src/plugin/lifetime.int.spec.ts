import { fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";

test("given a parent that was gone before Haraka had loaded the plugin, when it is loaded, then Haraka ends", async () => {
  const program = fileURLToPath(new URL("../../test/late-orphan.ts", import.meta.url));
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const child = fork(program, { execArgv: ["--import", tsx] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "message");
  const exited = once(child, "exit");

  child.disconnect();

  expect(await exited).toEqual([null, "SIGKILL"]);
});
