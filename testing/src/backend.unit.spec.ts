import { expect, onTestFinished, test } from "vitest";
import { needEngine } from "./containers.ts";
import { startTestNats } from "./index.ts";

test("given no container engine, when the tests are to use containers, then one message says what to do", async () => {
  const cause = new Error("Could not find a working container runtime strategy");
  const needed = needEngine(() => Promise.reject(cause));
  await expect(needed).rejects.toThrow(/^TEST_BACKEND=containers needs a running container engine/);
  await expect(needed).rejects.toMatchObject({ cause });
});

test("given a backend that does not exist, when a server is to start, then the message names the two that do", async () => {
  const before = process.env.TEST_BACKEND ?? "";
  onTestFinished(() => void (process.env.TEST_BACKEND = before));
  process.env.TEST_BACKEND = "clouds";

  await expect(startTestNats()).rejects.toThrow('TEST_BACKEND is "clouds": it must be "embedded" or "containers"');
});
