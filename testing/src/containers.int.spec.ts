import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { startTestNats, tempDir } from "./index.ts";

// With an engine on this machine the choice is served, and the other tests show it.
test.skipIf(existsSync("/var/run/docker.sock"))(
  "given no container engine, when the tests are to use containers, then one message says what to do",
  async () => {
    const before = { ...process.env };
    onTestFinished(() => void (process.env = before));
    process.env.TEST_BACKEND = "containers";
    process.env.HOME = await tempDir();

    await expect(startTestNats()).rejects.toThrow(/TEST_BACKEND=containers needs a running container engine/);
  },
);

test("given a backend that does not exist, when a server is to start, then the message names the two that do", async () => {
  const before = process.env.TEST_BACKEND ?? "";
  onTestFinished(() => void (process.env.TEST_BACKEND = before));
  process.env.TEST_BACKEND = "clouds";

  await expect(startTestNats()).rejects.toThrow('TEST_BACKEND is "clouds": it must be "embedded" or "containers"');
});
