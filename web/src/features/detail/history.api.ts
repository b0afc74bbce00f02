import { type LinkHistory, type LinkId, NEXT_CURSOR } from "@satchel/contracts";
import { getLinkHistory } from "@satchel/contracts/later-routes";
import { api } from "../../session/api.ts";

/** A page of a link's history, and the cursor of the earlier one; null at the beginning. */
interface HistoryPage extends LinkHistory {
  readonly next: string | null;
}

/** The query of a link's history. Not in `detail.api.ts`, which is loaded with the list. */
const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The newest page first; all loaded pages are refetched after a change. */
    linkHistory: build.infiniteQuery<HistoryPage, LinkId, string | null>({
      query: ({ queryArg: id, pageParam }) => ({
        operation: getLinkHistory,
        params: { id },
        query: { cursor: pageParam ?? undefined },
      }),
      transformResponse: (page: LinkHistory, meta) => ({ ...page, next: meta?.headers.get(NEXT_CURSOR) ?? null }),
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      providesTags: (_answer, _error, id) => [{ type: "Link", id }],
    }),
  }),
});

export const { useLinkHistoryInfiniteQuery } = historyApi;
