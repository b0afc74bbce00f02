import { type Capture, NEXT_CURSOR } from "@satchel/contracts";
import { listCaptures } from "@satchel/contracts/routes";
import { api } from "../../session/api.ts";

/** A page of captures, and the cursor to the next; null at the end. */
export interface CapturePage {
  readonly captures: readonly Capture[];
  readonly next: string | null;
}

export const capturesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What came by mail, newest first; all pages that are loaded are read anew when something changed. */
    captures: build.infiniteQuery<CapturePage, void, string | null>({
      query: ({ pageParam }) => ({ operation: listCaptures, query: { cursor: pageParam ?? undefined } }),
      transformResponse: (captures: Capture[], meta) => ({ captures, next: meta?.headers.get(NEXT_CURSOR) ?? null }),
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      providesTags: ["Captures"],
    }),
  }),
});

export const { useCapturesInfiniteQuery } = capturesApi;
