import Type from "typebox";
import { Nullable, Url } from "../fields.ts";
import { FeedPreview, Subscription } from "../http/subscriptions.ts";
import { FolderId, SubscriptionId, UserId } from "../ids.ts";
import { FEED_PREVIEW_ITEMS } from "../limits/index.ts";
import { defineCommand } from "./define.ts";

const Folder = Nullable(FolderId);
const target = { userId: UserId, subscriptionId: SubscriptionId };

/** Reads a feed and saves nothing. `rejected` for what can't be fetched in time, and for what is no feed. */
export const PreviewFeed = defineCommand("enrichment", "preview-feed", { userId: UserId, url: Url }, FeedPreview);

/** Follows a feed. `rejected` for no web address, or with the maximum; `taken` for one that is followed already. */
export const FollowFeed = defineCommand(
  "enrichment",
  "follow-feed",
  {
    userId: UserId,
    url: Url,
    folderId: Folder,
    take: Type.Integer({ minimum: 0, maximum: FEED_PREVIEW_ITEMS }),
  },
  Type.Object({ subscription: Subscription }),
);

/** The feeds that a user follows, the newest first. */
export const ListSubscriptions = defineCommand(
  "enrichment",
  "list-subscriptions",
  { userId: UserId },
  Type.Object({ subscriptions: Type.Array(Subscription) }),
);

/** Changes a subscription of this user. `not-found` when there is none. */
export const ChangeSubscription = defineCommand(
  "enrichment",
  "change-subscription",
  { ...target, isPaused: Type.Optional(Type.Boolean()), folderId: Type.Optional(Folder) },
  Type.Object({ subscription: Subscription }),
);

/** Ends a subscription of this user. `ended` is false when there was none. */
export const EndSubscription = defineCommand(
  "enrichment",
  "end-subscription",
  target,
  Type.Object({ ended: Type.Boolean() }),
);
