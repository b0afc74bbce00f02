import { type Capture, NEXT_CURSOR } from "@satchel/contracts";
import { listCaptures } from "@satchel/contracts/routes";
import { api } from "../../session/api.ts";

/** A page of captures, and the cursor to the next; null at the end. */
interface CapturePage {
  readonly captures: readonly Capture[];
  readonly next: string | null;
}

const capturesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What came by mail, newest first; all pages that are loaded are fetched again when something changed. */
    captures: build.infiniteQuery<CapturePage, void, string | null>({
      query: ({ pageParam }) => ({ operation: listCaptures, query: { cursor: pageParam ?? undefined } }),
      transformResponse: (captures: Capture[], meta) => ({ captures, next: meta?.headers.get(NEXT_CURSOR) ?? null }),
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      providesTags: ["Captures"],
    }),
  }),
});

export const { useCapturesInfiniteQuery } = capturesApi;

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

/** How many captures that were not saved, or not wholly, came after a moment; "" is before all. */
export const unsavedSince = (captures: readonly Capture[], seen: string): number =>
  captures.filter((capture) => isUnsaved(capture) && capture.received_at > seen).length;
