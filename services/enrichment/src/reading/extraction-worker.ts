import { serveTasks } from "@satchel/chassis/worker";
import { extractPage } from "../domain/extraction/extract-page.ts";
import type { ExtractionInput } from "../domain/extraction/extraction.ts";
import { isPdf } from "../domain/extraction/is-pdf.ts";
import { findReferences, type ReferencesTask } from "../gathering/find-references.ts";

// Runs in a worker. An error ends it, on purpose.
serveTasks(async (input: ExtractionInput | ReferencesTask) => {
  if ("isStylesheet" in input) return findReferences(input);
  if (!isPdf(input)) return extractPage(input);
  // Loaded for the first PDF only: its reader is as large as everything else together.
  const { describePdf } = await import("../domain/extraction/describe-pdf.ts");
  return describePdf(input);
});
