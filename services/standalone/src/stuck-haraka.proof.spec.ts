import { atEnd } from "@satchel/testing";
import { expect, test } from "vitest";
import { startInstance } from "../test/instance.ts";
import { killNow, processesOf, processTree } from "../test/processes.ts";

test("given a Haraka that a killed run has left behind and that is stuck, when the next one starts, then it takes mail on that port", async () => {
  const before = await startInstance();
  const haraka = processesOf(before.dataDir).find((line) => line.includes("bin/haraka"));
  const stuck = Number(haraka?.trim().split(" ")[0]);
  expect(processTree(before.process.pid)).toContain(stuck);
  process.kill(stuck, "SIGSTOP");
  atEnd(() => killNow(stuck));
  await before.process.kill("SIGKILL");

  const after = await startInstance({}, before);

  expect(after.process.stdout).toContain(`Ended the Haraka that an earlier run left behind (process ${stuck})`);
});
