import { parentPort } from "node:worker_threads";
import { type ExtractionInput, extractPage } from "./extract-page.ts";
import type { Extraction } from "./extraction.ts";
import { isPdf } from "./is-pdf.ts";

// Runs in a worker thread: "ready" once, then for each page one description. A fault ends the thread, on purpose.
parentPort?.on("message", async (input: ExtractionInput) => parentPort?.postMessage(await extract(input)));
parentPort?.postMessage("ready");

async function extract(input: ExtractionInput): Promise<Extraction> {
  if (!isPdf(input)) return extractPage(input);
  // Loaded for the first PDF alone: its reader weighs as much as everything else together.
  const { describePdf } = await import("./describe-pdf.ts");
  return describePdf(input);
}
