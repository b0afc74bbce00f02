import Type, { type Static } from "typebox";
import { Nullable, Url } from "../fields.ts";
import { FolderId, Instant, SubscriptionId } from "../ids.ts";
import { FEED_PREVIEW_ITEMS } from "../limits/index.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import * as routes from "./settings-routes.ts";

const Folder = Nullable(FolderId, { description: "Where its links are saved; null: in no folder" });

/** Why a feed is not polled: its owner paused it, it is gone (410), its folder is, or the archive is full. */
export const SubscriptionPause = Type.Enum(["owner", "gone", "folder", "full"]);
export type SubscriptionPause = Static<typeof SubscriptionPause>;

/** A feed that an account follows. */
export const Subscription = Type.Object({
  id: SubscriptionId,
  url: Type.String(),
  title: Type.String(),
  folder_id: Folder,
  created_at: Instant,
  paused: Nullable(SubscriptionPause),
  polled_at: Nullable(Instant),
  next_at: Instant,
  error: Nullable(Type.String(), { description: "A stable code: why the last poll failed" }),
  saved: Type.Integer({ minimum: 0, description: "Links that it has saved" }),
});
export type Subscription = Static<typeof Subscription>;

export const listSubscriptions = defineOperation({
  ...routes.listSubscriptions,
  summary: "The feeds that the account follows, the newest first",
  scope: "account",
  responses: { 200: Type.Object({ subscriptions: Type.Array(Subscription) }) },
});

export const exportSubscriptions = defineOperation({
  ...routes.exportSubscriptions,
  summary: "Download the feeds that the account follows as OPML 2.0, by folders, for any feed reader",
  scope: "account",
  responses: { 200: Type.Unsafe<string>({}) },
});

/** A feed as it is now: nothing is saved. */
export const FeedPreview = Type.Object({
  url: Type.String({ description: "To follow: the one asked for, or the feed that the page there names" }),
  title: Type.String(),
  items: Type.Array(Type.Object({ url: Type.String(), title: Type.String(), published_at: Nullable(Instant) }), {
    maxItems: FEED_PREVIEW_ITEMS,
  }),
});
export type FeedPreview = Static<typeof FeedPreview>;

export const previewFeed = defineOperation({
  ...routes.previewFeed,
  summary: "Read a feed, Atom, RSS or JSON Feed, and save nothing",
  scope: "account",
  body: Type.Object({ url: Url }, { additionalProperties: false }),
  responses: { 200: FeedPreview, 400: ErrorBody },
});

export const NewSubscription = Type.Object(
  {
    url: Url,
    folder_id: Folder,
    take: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: FEED_PREVIEW_ITEMS,
        default: 0,
        description: "How many of the newest items that it has already are saved",
      }),
    ),
  },
  { additionalProperties: false },
);
export type NewSubscription = Static<typeof NewSubscription>;

export const createSubscription = defineOperation({
  ...routes.createSubscription,
  summary: "Follow a feed: its new items are saved as links, looked for once an hour at most",
  scope: "account",
  body: NewSubscription,
  responses: { 201: Subscription, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody },
});

export const SubscriptionChanges = Type.Object(
  { is_paused: Type.Optional(Type.Boolean()), folder_id: Type.Optional(Folder) },
  { additionalProperties: false, minProperties: 1 },
);
export type SubscriptionChanges = Static<typeof SubscriptionChanges>;

const Params = Type.Object({ id: SubscriptionId });

export const changeSubscription = defineOperation({
  ...routes.changeSubscription,
  summary: "Pause a feed, or save its links elsewhere",
  scope: "account",
  params: Params,
  body: SubscriptionChanges,
  responses: { 200: Subscription, 404: ErrorBody },
});

export const deleteSubscription = defineOperation({
  ...routes.deleteSubscription,
  summary: "Follow a feed no more; its links stay",
  scope: "account",
  params: Params,
  responses: { 204: NoContent, 404: ErrorBody },
});
