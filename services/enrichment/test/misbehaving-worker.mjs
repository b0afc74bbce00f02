import { parentPort } from "node:worker_threads";

// A worker that does what it is told: what a page that broke the extraction might make of it.
const deeds = {
  echo: (task) => parentPort.postMessage(task.value),
  loop: () => {
    for (;;);
  },
  hoard: () => {
    for (const hoard = []; ; ) hoard.push(Array.from({ length: 1000 }, () => ({ more: hoard })));
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
  reject: () => void Promise.reject(new Error("a fault")),
  exit: () => process.exit(0),
  environment: () => parentPort.postMessage({ ...process.env }),
  dieLater: () => {
    parentPort.postMessage("dying");
    setImmediate(() => process.exit(1));
  },
};

parentPort.on("message", (task) => deeds[task.deed](task));
parentPort.postMessage("ready");
