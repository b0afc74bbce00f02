import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { processorTimeMs } from "./processor-time.ts";
import type { RunningWorker, WorkerEvents, WorkerLimits } from "./running-worker.ts";

/** Characters of a process' stderr for the log, the last ones: V8's message about a full heap fits. */
const STDERR_CHARACTERS = 4000;

/** What V8 writes before it aborts a process whose heap is full. */
const OUT_OF_MEMORY = /heap out of memory/;

export function startProcess({ file, heapMib }: WorkerLimits, events: WorkerEvents): RunningWorker {
  const child = fork(file, {
    execArgv: [`--max-old-space-size=${heapMib}`],
    // A process that reads untrusted input must not have the service's settings.
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const stderr = child.stderr as Socket;
  let written = "";
  stderr.setEncoding("utf8").on("data", (text: string) => {
    written = (written + text).slice(-STDERR_CHARACTERS);
  });
  const ended = new Promise<void>((resolve) => {
    const onEnd = (detail: string): void => {
      events.onEnd({ failed: OUT_OF_MEMORY.test(written) ? "memory" : "crash", detail });
      resolve();
    };
    child.on("error", (error) => {
      // A process that could not be started has no exit; all other errors are followed by one.
      if (child.pid === undefined) onEnd(String(error));
    });
    child.once("close", (code, signal) => onEnd(`the worker ended (${signal ?? code}): ${written}`));
  });
  child.on("message", (message) => events.onMessage(message));
  const setReferenced = (isReferenced: boolean): void => {
    for (const handle of [child, child.channel, stderr]) {
      if (isReferenced) handle?.ref();
      else handle?.unref();
    }
  };
  return {
    // An error in sending means that the process is ending, which is reported.
    send: (task) => void child.send(task as object, () => {}),
    setReferenced,
    cpuMs: () => processorTimeMs(child.pid),
    memory: () => residentMemory(child.pid),
    end: () => {
      // This process waits for its end.
      setReferenced(true);
      child.kill("SIGKILL");
      return ended;
    },
  };
}

/** Octets of memory of a process (proc(5): VmRSS, in units of 1024); 0 where the system does not report it. */
function residentMemory(pid: number | undefined): number {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
    return Number(kib ?? 0) * 1024;
  } catch {
    return 0;
  }
}
