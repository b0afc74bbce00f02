import { ListedHighlight } from "@satchel/contracts";
import { Value } from "typebox/value";
import type { FaultEntry, HighlightsEntry } from "../formats/index.ts";

/** Validates a highlight of an account's export: the archive cleans its texts, as those of any other. */
export function readExportedHighlight(value: unknown): HighlightsEntry | FaultEntry {
  if (!Value.Check(ListedHighlight, value)) {
    return { kind: "fault", text: "highlight", reason: "The highlight has not the form of one." };
  }
  const { id: formerId, quote, position, text_hash, color, note, created_at, link } = value;
  const { exact, prefix, suffix } = quote;
  const place = position === null || text_hash === null ? {} : { position, textHash: text_hash };
  const marked = { exact, note: note ?? undefined, color, madeAt: new Date(created_at) };
  return {
    kind: "highlights",
    url: link.url,
    highlights: [{ ...marked, more: { prefix, suffix, formerId, ...place } }],
  };
}
