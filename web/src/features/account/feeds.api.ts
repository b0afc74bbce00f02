import { createFeed, deleteFeed, listFeeds } from "@satchel/contracts/settings-routes";
import type { CreatedFeed, Feed, NewFeed, TokenId } from "@satchel/contracts";
import { api } from "../../session/api.ts";
import { takeFrom } from "../../session/takeFrom.ts";

/** Feeds. Ending one is optimistic, and reverted on failure. */
const feedsApi = api.enhanceEndpoints({ addTagTypes: ["Feeds"] }).injectEndpoints({
  endpoints: (build) => ({
    feeds: build.query<Feed[], void>({
      query: () => ({ operation: listFeeds }),
      transformResponse: (answer: { feeds: Feed[] }) => answer.feeds,
      providesTags: ["Feeds"],
    }),
    createFeed: build.mutation<CreatedFeed, NewFeed>({
      query: (body) => ({ operation: createFeed, body }),
      invalidatesTags: ["Feeds"],
    }),
    endFeed: build.mutation<null, TokenId>({
      query: (id) => ({ operation: deleteFeed, params: { id } }),
      invalidatesTags: ["Feeds"],
      onQueryStarted: takeFrom("feeds"),
    }),
  }),
});

export const { useCreateFeedMutation, useEndFeedMutation, useFeedsQuery } = feedsApi;
