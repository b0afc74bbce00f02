import type { Capture } from "@satchel/contracts";

/** How a capture looks: what went well is quiet, what asks for something is amber. Nothing here is lost, so nothing is red. */
export type Tone = "ok" | "quiet" | "warn";

/** Whether something of a mail was not saved: the mail as a whole, or addresses in it. */
export const isUnsaved = ({ outcome, unusable, without_room }: Capture): boolean =>
  outcome === "refused" || unusable.length > 0 || without_room.length > 0;

/** The tone of a mail. One whose links were all there already asks for nothing. */
export function toneOf(capture: Capture): Tone {
  if (isUnsaved(capture)) return "warn";
  return capture.saved.length > 0 ? "ok" : "quiet";
}

/** Captures, each once: a mail that came while the next page was read stands on both. */
export function eachOnce(captures: readonly Capture[]): Capture[] {
  const seen = new Set<string>();
  return captures.filter(({ id }) => !seen.has(id) && seen.add(id).size > 0);
}
