import type { LinkHistory, LinkId } from "@satchel/contracts";
import { getLinkHistory } from "@satchel/contracts/later-routes";
import { api } from "../../session/api.ts";
import { type PageCursor, byCursor, nextIn } from "../../session/paging.ts";

/** The query of a link's history. Not in `detail.api.ts`, which is loaded with the list. */
const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The newest page first; all loaded pages are refetched after a change. */
    linkHistory: build.infiniteQuery<LinkHistory & PageCursor, LinkId, string | null>({
      query: ({ queryArg: id, pageParam }) => ({
        operation: getLinkHistory,
        params: { id },
        query: { cursor: pageParam ?? undefined },
      }),
      transformResponse: (page: LinkHistory, meta) => ({ ...page, next: nextIn(meta) }),
      infiniteQueryOptions: byCursor,
      providesTags: (_answer, _error, id) => [{ type: "Link", id }],
    }),
  }),
});

export const { useLinkHistoryInfiniteQuery } = historyApi;
