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
    /** Captures, newest first; all loaded pages are refetched after a change. */
    captures: build.infiniteQuery<CapturePage, void, string | null>({
      query: ({ pageParam }) => ({ operation: listCaptures, query: { cursor: pageParam ?? undefined } }),
      transformResponse: (captures: Capture[], meta) => ({ captures, next: meta?.headers.get(NEXT_CURSOR) ?? null }),
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      providesTags: ["Captures"],
    }),
  }),
});

export const { useCapturesInfiniteQuery } = capturesApi;

/** The color of a capture: quiet for success, amber if the user has to act. Nothing is lost, so nothing is red. */
export type Tone = "ok" | "quiet" | "warn";

/** Whether a mail, or an address in it, was not saved. */
export const isUnsaved = ({ outcome, unusable, without_room }: Capture): boolean =>
  outcome === "refused" || unusable.length > 0 || without_room.length > 0;

/** The tone of a mail. Duplicates need no action. */
export function toneOf(capture: Capture): Tone {
  if (isUnsaved(capture)) return "warn";
  return capture.saved.length > 0 ? "ok" : "quiet";
}

/** Captures without duplicates: a mail that arrived between two requests may be on both pages. */
export function eachOnce(captures: readonly Capture[]): Capture[] {
  const seen = new Set<string>();
  return captures.filter(({ id }) => !seen.has(id) && seen.add(id).size > 0);
}

/** The number of not completely saved captures after a time; "" is before all. */
export const unsavedSince = (captures: readonly Capture[], seen: string): number =>
  captures.filter((capture) => isUnsaved(capture) && capture.received_at > seen).length;
