import { parentPort } from "node:worker_threads";
import { type EncodingInput, reEncode } from "./re-encode.ts";

// Runs in a worker thread: "ready" once, then for each picture one outcome. A fault ends the thread, on purpose: what a
// damaged picture left behind in a decoder is gone with it.
parentPort?.on("message", (input: EncodingInput) => {
  void reEncode(input).then((outcome) => parentPort?.postMessage(outcome), endThread);
});
parentPort?.postMessage("ready");

function endThread(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
