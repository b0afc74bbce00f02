import { afterEach, expect, test, vi } from "vitest";
import { whenIdle } from "./hooks.ts";

afterEach(() => void vi.unstubAllGlobals());

test("given a browser that is never idle, then it calls back all the same", async () => {
  const requestIdleCallback = (callback: () => void, { timeout }: { timeout?: number } = {}): void => {
    if (timeout !== undefined) setTimeout(callback, timeout);
  };
  vi.stubGlobal("window", { setTimeout, requestIdleCallback });
  const callback = vi.fn();
  whenIdle(callback, 1);
  expect(callback).not.toHaveBeenCalled();
  await expect.poll(() => callback).toHaveBeenCalledOnce();
});
