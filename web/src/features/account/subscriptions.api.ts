import {
  changeSubscription,
  createSubscription,
  deleteSubscription,
  listSubscriptions,
  previewFeed,
} from "@satchel/contracts/settings-routes";
import type {
  FeedPreview,
  NewSubscription,
  Subscription,
  SubscriptionChanges,
  SubscriptionId,
} from "@satchel/contracts";
import { api } from "../../session/api.ts";
import { takeFrom } from "../../session/takeFrom.ts";

/** Feeds that the account follows. Ending one is optimistic, and reverted on failure. */
const subscriptionsApi = api.enhanceEndpoints({ addTagTypes: ["Subscriptions"] }).injectEndpoints({
  endpoints: (build) => ({
    subscriptions: build.query<Subscription[], void>({
      query: () => ({ operation: listSubscriptions }),
      transformResponse: (answer: { subscriptions: Subscription[] }) => answer.subscriptions,
      providesTags: ["Subscriptions"],
    }),
    previewFeed: build.mutation<FeedPreview, string>({
      query: (url) => ({ operation: previewFeed, body: { url } }),
    }),
    createSubscription: build.mutation<Subscription, NewSubscription>({
      query: (body) => ({ operation: createSubscription, body }),
      invalidatesTags: ["Subscriptions"],
    }),
    changeSubscription: build.mutation<Subscription, { id: SubscriptionId } & SubscriptionChanges>({
      query: ({ id, ...body }) => ({ operation: changeSubscription, params: { id }, body }),
      invalidatesTags: ["Subscriptions"],
    }),
    endSubscription: build.mutation<null, SubscriptionId>({
      query: (id) => ({ operation: deleteSubscription, params: { id } }),
      invalidatesTags: ["Subscriptions"],
      onQueryStarted: takeFrom("subscriptions"),
    }),
  }),
});

export const {
  useChangeSubscriptionMutation,
  useCreateSubscriptionMutation,
  useEndSubscriptionMutation,
  usePreviewFeedMutation,
  useSubscriptionsQuery,
} = subscriptionsApi;
