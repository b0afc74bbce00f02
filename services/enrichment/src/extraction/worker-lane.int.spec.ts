import type { Worker } from "node:worker_threads";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type LaneOptions, WorkerLane } from "./worker-lane.ts";

const misbehaving = new URL("../../test/misbehaving-worker.mjs", import.meta.url);
const broken = new URL("../../test/worker-that-never-starts.mjs", import.meta.url);

/** Worker threads of this process that run now. */
let threads = 0;
const count = (worker: Worker) => {
  threads++;
  worker.once("exit", () => threads--);
};
beforeAll(() => void process.on("worker", count));
afterAll(() => void process.off("worker", count));

const open: WorkerLane[] = [];
afterEach(async () => {
  for (const lane of open.splice(0)) await lane.close();
});

function laneWith(options: Partial<LaneOptions> = {}): WorkerLane {
  const lane = new WorkerLane({
    file: misbehaving,
    timeLimitMs: 5000,
    startLimitMs: 5000,
    idleMs: 5000,
    heapMib: 16,
    ...options,
  });
  open.push(lane);
  return lane;
}

const echo = (value: unknown) => ({ deed: "echo", value });

describe("a task", () => {
  it("gives its result", async () => {
    const lane = laneWith();
    expect(await lane.run(echo(1))).toEqual({ result: 1 });
    expect(await lane.run(echo({ a: [2] }))).toEqual({ result: { a: [2] } });
  });

  it.each([
    ["runs for ever", "loop", "timeout"],
    ["takes all memory", "hoard", "memory"],
    ["throws", "throw", "crash"],
    ["rejects", "reject", "crash"],
    ["never returns from itself", "recurse", "crash"],
    ["ends its thread", "exit", "crash"],
  ])("that %s fails, and the next one is not affected", async (_, deed, failed) => {
    const lane = laneWith({ timeLimitMs: deed === "loop" ? 300 : 10_000 });
    const start = performance.now();
    expect(await lane.run({ deed })).toMatchObject({ failed });
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(await lane.run(echo("next"))).toEqual({ result: "next" });
  });

  it("that takes memory outside of its heap fails, where the process is watched", async () => {
    const lane = laneWith({ timeLimitMs: 20_000, growthMib: 100 });
    expect(await lane.run({ deed: "hoardOutside" })).toMatchObject({ failed: "memory" });
    expect(await lane.run(echo("next"))).toEqual({ result: "next" });
  });

  it("sees none of the service's environment", async () => {
    const lane = laneWith();
    expect(process.env["PATH"]).toBeDefined();
    expect(await lane.run({ deed: "environment" })).toEqual({ result: {} });
  });

  it("that can't be started says why, each time", async () => {
    const lane = laneWith({ file: broken });
    const failure = { failed: "no-worker", detail: expect.stringContaining("no start") as string };
    expect(await lane.run(echo(1))).toEqual(failure);
    expect(await lane.run(echo(1))).toEqual(failure);
  });

  it("is not lost when the worker died after the one before", async () => {
    const lane = laneWith();
    expect(await lane.run({ deed: "dieLater" })).toEqual({ result: "dying" });
    await expect.poll(() => threads).toBe(0);
    expect(await lane.run(echo("next"))).toEqual({ result: "next" });
  });
});

describe("a worker", () => {
  it("does not exist before the first task, and no longer when there was nothing to do", async () => {
    const lane = laneWith({ idleMs: 100 });
    expect(threads).toBe(0);
    await lane.run(echo(1));
    expect(threads).toBe(1);
    await expect.poll(() => threads).toBe(0);
    expect(await lane.run(echo(2))).toEqual({ result: 2 });
  });

  it("ends with its lane, in the middle of a task too", async () => {
    const lane = laneWith();
    const pending = lane.run({ deed: "loop" });
    await expect.poll(() => threads).toBe(1);
    await lane.close();
    expect(await pending).toMatchObject({ failed: "no-worker" });
    expect(threads).toBe(0);
  });
});
