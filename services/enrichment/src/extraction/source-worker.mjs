import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

// A worker thread knows no TypeScript, whatever its parent was started with: this plain module, used only when the
// service runs from its sources, teaches it and then becomes the worker that was asked for.
register();
await import(workerData.file);
