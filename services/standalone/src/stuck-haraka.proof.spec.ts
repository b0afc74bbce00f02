import { atEnd } from "@satchel/testing";
import { expect, test } from "vitest";
import { startInstance } from "../test/instance.ts";
import { killNow, processesOf, processTree } from "../test/processes.ts";

test("given a hanging Haraka of a killed run, when the next run starts, then it accepts mail on that port", async () => {
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
