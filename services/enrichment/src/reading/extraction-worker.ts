import { serveTasks } from "@satchel/chassis/worker";
import { type ExtractionInput, extractPage } from "../domain/extraction/extract-page.ts";
import { isPdf } from "../domain/extraction/is-pdf.ts";

// Runs in a worker thread: for each page one description. A fault ends the thread, on purpose.
serveTasks(async (input: ExtractionInput) => {
  if (!isPdf(input)) return extractPage(input);
  // Loaded for the first PDF alone: its reader weighs as much as everything else together.
  const { describePdf } = await import("../domain/extraction/describe-pdf.ts");
  return describePdf(input);
});
