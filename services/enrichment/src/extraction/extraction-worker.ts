import { parentPort } from "node:worker_threads";
import { type ExtractionInput, extractPage } from "./extract-page.ts";

// Runs in a worker thread: "ready" once, then for each page one description. A fault ends the thread, on purpose.
parentPort?.on("message", (input: ExtractionInput) => parentPort?.postMessage(extractPage(input)));
parentPort?.postMessage("ready");
