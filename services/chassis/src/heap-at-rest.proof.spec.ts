import { eventually, spawnProgram } from "@satchel/testing";
import { expect, test } from "vitest";

test("given a process that rests after work, then its heap gives back what the work left", async () => {
  const { stdout, waitForLine } = await spawnProgram(new URL("../test/resting-process.ts", import.meta.url));
  await waitForLine(/^400000 items$/);
  const [, before = 0, after = 0] = (await waitForLine(/^before ([\d.]+) after ([\d.]+)$/)).map(Number);
  expect(after).toBeGreaterThan(before + 15);

  const [, collected] = (await waitForLine(/^collected ([\d.]+)$/)).map(Number);
  expect(collected).toBeLessThan(after - 15);
  await eventually(() => expect(Number(stdout.at(-1)?.replace("now ", ""))).toBeLessThan(before + 5));
});
