import { type LinkHistory, type LinkId, NEXT_CURSOR } from "@satchel/contracts";
import { getLinkHistory } from "@satchel/contracts/routes";
import { api } from "../../session/api.ts";

/** A page of a link's history, and the cursor to what was before; null at the beginning. */
interface HistoryPage extends LinkHistory {
  readonly next: string | null;
}

/** What happened to a link. Apart from `detail.api.ts`, which the list begins with. */
export const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The newest page first; all pages that are loaded are read anew when something changed. */
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
