import { spawn } from "node:child_process";
import { once } from "node:events";
import { createLogger } from "@satchel/chassis";
import { atEnd, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { keepRunning, type Server } from "./keep-running.ts";

const logger = createLogger("test", "silent");

/** A process that runs until it is stopped. */
function startProcess(): Server & { readonly pid: number; readonly isRunning: () => boolean } {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const exited = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  atEnd(stop);
  return { pid: child.pid ?? 0, exited, stop, isRunning: () => child.exitCode === null && child.signalCode === null };
}

test("given a server that ends by itself, then it is started again, and what runs last is stopped", async () => {
  const started: ReturnType<typeof startProcess>[] = [];
  const kept = await keepRunning<ReturnType<typeof startProcess>>("test", logger, async () => {
    const server = startProcess();
    started.push(server);
    return server;
  });
  process.kill(kept.first.pid, "SIGKILL");
  await eventually(() => expect(started).toHaveLength(2));
  await eventually(() => expect(started[1]?.isRunning()).toBe(true));

  await kept.stop();

  expect(started.map((server) => server.isRunning())).toEqual([false, false]);
});

test("given a server that is being started again, when all is stopped, then that ends, and nothing is left", async () => {
  const started: ReturnType<typeof startProcess>[] = [];
  let goOn = (): void => {};
  const slow = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const kept = await keepRunning<ReturnType<typeof startProcess>>("test", logger, async (before) => {
    if (before !== undefined) await slow;
    const server = startProcess();
    started.push(server);
    return server;
  });
  process.kill(kept.first.pid, "SIGKILL");
  await kept.first.exited;
  await new Promise((resolve) => setImmediate(resolve));

  const stopped = kept.stop();
  goOn();
  await stopped;

  expect(started.map((server) => server.isRunning())).toEqual([false, false]);
});

test("given a server that does not start again, then the log says so now and then, and a stop ends the tries", async () => {
  let tries = 0;
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const kept = await keepRunning<ReturnType<typeof startProcess>>(
    "test",
    createLogger("test", "warn", { write }),
    async (before) => {
      if (before !== undefined) {
        tries++;
        throw new Error("no");
      }
      return startProcess();
    },
  );
  process.kill(kept.first.pid, "SIGKILL");
  await eventually(() => expect(tries).toBeGreaterThan(6));

  await kept.stop();

  const failures = lines.filter((line) => line.includes("it does not start"));
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.length).toBeLessThan(4);
  expect(failures[0]).toContain('"no"');
});
