import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { serveTasks } from "@satchel/chassis/worker";

// A worker that does what its task says: what a page that broke its reader might make of it.
const kept = [];
const deeds = {
  echo: ({ value }) => value,
  loop: () => {
    for (;;);
  },
  /** Takes `ms` milliseconds, and no processor time. */
  wait: ({ ms, value }) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    return value;
  },
  /** The same, and hears of signals meanwhile. */
  waitAwake: ({ ms, value }) => wait(ms, value),
  /** Takes memory outside of the heap, and never gives it back. */
  keep: ({ mib, value }) => {
    kept.push(Buffer.alloc(mib * 1024 * 1024, 1));
    return value;
  },
  /** Takes processor time in a thread of its own, and waits for it. */
  loopInThread: () => new Promise(() => new Worker("for (;;);", { eval: true })),
  abort: () => process.abort(),
  segfault: () => process.kill(process.pid, "SIGSEGV"),
  hoard: () => {
    for (const hoard = []; ; ) hoard.push(Array.from({ length: 1000 }, () => ({ more: hoard })));
  },
  hoardAtOnce: () => {
    for (const hoard = new Map(); ; ) hoard.set(hoard.size, 0);
  },
  hoardOutside: () => {
    for (const hoard = []; ; ) hoard.push(new Uint8Array(1024 * 1024).fill(1));
  },
  recurse: function recurse() {
    return recurse() + 1;
  },
  throw: () => {
    throw new Error("a fault");
  },
  reject: () => Promise.reject(new Error("a fault")),
  exit: () => process.exit(0),
  environment: () => ({ ...process.env }),
  dieLater: () => {
    setImmediate(() => setImmediate(() => process.exit(1)));
    return "dying";
  },
};

serveTasks((task) => deeds[task.deed](task));
