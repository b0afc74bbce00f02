import { type ChildProcess, execFile, spawn } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { atEnd } from "@satchel/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WorkerPool, type WorkerPoolOptions } from "./worker-pool.ts";

const misbehaving = new URL("../../test/misbehaving-worker.mjs", import.meta.url);
const broken = new URL("../../test/worker-that-never-starts.mjs", import.meta.url);

const abandoned = fileURLToPath(new URL("../../test/abandoned-worker.mjs", import.meta.url));

/** Child processes of this process that run now. */
let workers = 0;
/** All of them, the newest last. */
const children: ChildProcess[] = [];
const countProcess = (message: unknown) => {
  const { process: child } = message as { process: ChildProcess };
  workers++;
  children.push(child);
  child.once("close", () => workers--);
};
beforeAll(() => subscribe("child_process", countProcess));
afterAll(() => {
  unsubscribe("child_process", countProcess);
});

const open: WorkerPool[] = [];
afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close();
});

const echo = (value: unknown) => ({ deed: "echo", value });
const loop = { deed: "loop" };
const resultOf = (outcome: object) => ("result" in outcome ? outcome.result : outcome);

function poolWith(options: Partial<WorkerPoolOptions> = {}): WorkerPool {
  const pool = new WorkerPool({ file: misbehaving, workers: 1, cpuMs: 60_000, heapMib: 16, ...options });
  open.push(pool);
  return pool;
}

describe("a task", () => {
  it("gives its result, and the processor time that it took", async () => {
    const pool = poolWith();
    expect(await pool.run(echo(1))).toEqual({ result: 1, cpuMs: expect.any(Number) });
    expect(await pool.run(echo({ a: [2] }))).toMatchObject({ result: { a: [2] } });
  });

  it.each([
    ["runs without end", "loop", "timeout"],
    ["takes all memory", "hoard", "memory"],
    ["throws", "throw", "crash"],
    ["rejects", "reject", "crash"],
    ["never returns from itself", "recurse", "crash"],
    ["ends its worker", "exit", "crash"],
  ])("that %s fails, and the next one is not affected", async (_, deed, failed) => {
    const pool = poolWith({ cpuMs: deed === "loop" ? 300 : 60_000 });
    expect(await pool.run({ deed })).toMatchObject({ failed });
    expect(await pool.run(echo("next"))).toMatchObject({ result: "next" });
  });

  it("that takes long and no processor time is done: time that only passes is not counted", async () => {
    const pool = poolWith({ cpuMs: 300 });
    expect(await pool.run({ deed: "wait", ms: 2500, value: "late" })).toMatchObject({ result: "late" });
  });

  it("may be given less processor time than others", async () => {
    const pool = poolWith({ cpuMs: 600_000 });
    expect(await pool.run(loop, { cpuMs: 200 })).toMatchObject({ failed: "timeout" });
  });

  it("sees none of the service's environment", async () => {
    const pool = poolWith();
    expect(process.env["PATH"]).toBeDefined();
    expect(await pool.run({ deed: "environment" })).toMatchObject({ result: {} });
  });

  it("that can't be started says why, each time", async () => {
    const pool = poolWith({ file: broken });
    const failure = { failed: "no-worker", detail: expect.stringContaining("no start") as string };
    expect(await pool.run(echo(1))).toEqual(failure);
    expect(await pool.run(echo(1))).toEqual(failure);
    expect(await poolWith({ file: broken }).start()).toEqual(failure);
    const nowhere = poolWith({ file: new URL("none://worker.mjs") });
    expect(await nowhere.run(echo(1))).toMatchObject({ failed: "no-worker" });
    expect(await nowhere.run(echo(1))).toMatchObject({ failed: "no-worker" });
  });

  it("is not lost when the worker died after the one before", async () => {
    const pool = poolWith();
    expect(await pool.run({ deed: "dieLater" })).toMatchObject({ result: "dying" });
    await expect.poll(() => workers).toBe(0);
    expect(await pool.run(echo("next"))).toMatchObject({ result: "next" });
  });
});

describe("tasks that wait", () => {
  it("all have their turn, whatever becomes of those before them", async () => {
    const pool = poolWith({ cpuMs: 300 });
    const results = await Promise.all([loop, echo(1), { deed: "throw" }, echo(2)].map((task) => pool.run(task)));
    expect(results).toMatchObject([{ failed: "timeout" }, { result: 1 }, { failed: "crash" }, { result: 2 }]);
  });

  it("of one owner let those of another one pass, so that who sends many is no burden to who sends one", async () => {
    const pool = poolWith();
    const order: unknown[] = [];
    const task = (value: string, owner: string) =>
      pool.run(echo(value), { owner }).then((is) => order.push(resultOf(is)));
    await Promise.all([...["a1", "a2", "a3", "a4"].map((name) => task(name, "a")), task("b1", "b"), task("c1", "c")]);
    expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "a4"]);
  });

  it("beyond the backlog are refused", async () => {
    const pool = poolWith({ cpuMs: 500, backlog: 1 });
    const results = await Promise.all([loop, echo(1), echo(2)].map((task) => pool.run(task)));
    expect(results).toMatchObject([{ failed: "timeout" }, { result: 1 }, { failed: "no-worker" }]);
  });

  it("to be alone wait until nothing runs, and nothing runs beside them", async () => {
    const pool = poolWith({ workers: 2, cpuMs: 60_000 });
    const order: string[] = [];
    const task = (name: string, ms: number, isAlone: boolean) =>
      pool.run({ deed: "wait", ms, value: name }, { isAlone }).then(() => order.push(name));
    await Promise.all([task("slow", 600, false), task("alone", 600, true), task("quick", 0, false)]);
    expect(order).toEqual(["slow", "alone", "quick"]);
  });
});

describe("a worker", () => {
  it("that was started before there was work, and gets none, is ended", async () => {
    const before = workers;
    await poolWith({ idleMs: 50 }).start();
    await expect.poll(() => workers).toBe(before);
  });

  it("does not exist before the first task, and no longer when there was nothing to do", async () => {
    const pool = poolWith({ idleMs: 100 });
    expect(workers).toBe(0);
    await pool.run(echo(1));
    expect(workers).toBe(1);
    await expect.poll(() => workers).toBe(0);
    expect(await pool.run(echo(2))).toMatchObject({ result: 2 });
  });

  it("can be there before the first task", async () => {
    const pool = poolWith();
    expect(await pool.start()).toBeUndefined();
    expect(workers).toBe(1);
    await pool.run(echo(1));
    expect(workers).toBe(1);
  });

  it("ends with its pool, in the middle of a task or of its start too, and so do tasks that wait or come later", async () => {
    const [running, starting] = [poolWith(), poolWith()];
    await running.start();
    const pending = [running.run(loop), running.run(echo(1)), starting.run(echo(1))];
    await Promise.all([running.close(), starting.close()]);
    for (const outcome of await Promise.all(pending)) expect(outcome).toMatchObject({ failed: "no-worker" });
    expect(await running.run(echo(1))).toMatchObject({ failed: "no-worker" });
    expect(workers).toBe(0);
  });
});

it("keeps no program running while it is idle, and its end is waited for", async () => {
  const script = `import { WorkerPool } from "@satchel/chassis";
    const file = new URL(${JSON.stringify(misbehaving)});
    const pool = new WorkerPool({ file, workers: 1, cpuMs: 60_000, heapMib: 16 });
    const { result } = await pool.run({ deed: "echo", value: "done" });
    if (process.argv[1] === "close") await pool.close();
    console.log(result);`;
  for (const last of ["close", "exit"]) {
    const args = ["--input-type=module", "--eval", script, last];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
    expect(stdout).toBe("done\n");
  }
});

describe("a worker process", () => {
  it("is measured with all of its threads", async () => {
    const pool = poolWith({ cpuMs: 500 });
    expect(await pool.run({ deed: "loopInThread" })).toMatchObject({ failed: "timeout" });
    expect(await pool.run(echo("next"))).toMatchObject({ result: "next" });
  });

  it("that takes much memory outside of its heap, or inside at one stroke, is a failure of its task alone", async () => {
    const pool = poolWith({ growthMib: 200 });
    for (const deed of ["hoardOutside", "hoardAtOnce"]) {
      expect(await pool.run({ deed })).toMatchObject({ failed: "memory" });
      expect(await pool.run(echo("next"))).toMatchObject({ result: "next" });
    }
  });

  it("takes nothing from the service's memory, and is ended when it has kept much of its own", async () => {
    const pool = poolWith({ growthMib: 400 });
    await pool.start();
    const before = process.memoryUsage.rss();
    expect(await pool.run({ deed: "keep", mib: 50, value: 1 })).toMatchObject({ result: 1 });
    expect(workers).toBe(1);
    expect(await pool.run({ deed: "keep", mib: 100, value: 2 })).toMatchObject({ result: 2 });
    expect(workers).toBe(0);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
    expect(await pool.run(echo(3))).toMatchObject({ result: 3 });
  });

  it("that a fault of native code ends is a failure of its task alone", async () => {
    const pool = poolWith();
    for (const deed of ["abort", "segfault"]) {
      expect(await pool.run({ deed })).toMatchObject({ failed: "crash" });
      expect(await pool.run(echo("next"))).toMatchObject({ result: "next" });
    }
  });

  it("goes on when a terminal or a supervisor ends the service, which ends it itself", async () => {
    const pool = poolWith();
    await pool.start();
    const done = pool.run({ deed: "waitAwake", ms: 500, value: "done" });
    for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) children.at(-1)?.kill(signal);
    expect(await done).toMatchObject({ result: "done" });
  });

  it("ends when the service was killed", async () => {
    const service = spawn(process.execPath, [abandoned], { stdio: ["ignore", "pipe", "inherit"] });
    atEnd(() => void service.kill("SIGKILL"));
    const [pid] = (await once(service.stdout, "data")) as [Buffer];
    const worker = `/proc/${String(pid).trim()}`;
    expect(existsSync(worker)).toBe(true);
    service.kill("SIGKILL");
    await expect.poll(() => existsSync(worker)).toBe(false);
  });
});
