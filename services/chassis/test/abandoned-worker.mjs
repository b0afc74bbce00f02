import { subscribe } from "node:diagnostics_channel";
import { WorkerPool } from "@satchel/chassis";

// A service with a worker process that has a task which takes long. Writes the worker's process id once it has the task.
let worker;
subscribe("child_process", ({ process: child }) => {
  worker = child;
});
const file = new URL("./misbehaving-worker.mjs", import.meta.url);
const pool = new WorkerPool({ file, workers: 1, cpuMs: 60_000, heapMib: 16 });
await pool.start();
void pool.run({ deed: "waitAwake", ms: 600_000 });
console.log(worker.pid);
