import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { Feed, FeedSource } from "../http/feeds.ts";
import { SessionId, TokenId, UserId } from "../ids.ts";
import { DEVICE_CHARS, FEED_NAME_CHARS } from "../limits/index.ts";
import { defineCommand } from "./define.ts";
import { Locale } from "../locale.ts";

/**
 * Makes a feed in the session `sessionId` of its owner. `secret` is the part of its address that opens it. `rejected` when
 * the account has the maximum or the name has no visible character; `limited` after too many.
 */
export const CreateFeed = defineCommand(
  "identity",
  "create-feed",
  {
    userId: UserId,
    sessionId: SessionId,
    name: Type.String({ maxLength: FEED_NAME_CHARS }),
    source: FeedSource,
    fullText: Type.Boolean(),
    locale: Locale,
  },
  Type.Object({ feed: Feed, secret: Type.String() }),
);

/** The feeds of a user, the newest first. */
export const ListFeeds = defineCommand(
  "identity",
  "list-feeds",
  { userId: UserId },
  Type.Object({ feeds: Type.Array(Feed) }),
);

/** Ends a feed of this user, everywhere within a second. `ended` is false when there was none. */
export const EndFeed = defineCommand(
  "identity",
  "end-feed",
  { userId: UserId, feedId: TokenId },
  Type.Object({ ended: Type.Boolean() }),
);

/** What the secret of a feed opens. */
export const OpenedFeed = Type.Object({ userId: UserId, feed: Feed });
export type OpenedFeed = Static<typeof OpenedFeed>;

/**
 * Checks the secret of a feed, and notes its use by a program. `opened` is null for a malformed, unknown and ended one
 * alike. A gateway asks once in {@link TOKEN_CHECK_SECONDS}.
 */
export const UseFeed = defineCommand(
  "identity",
  "use-feed",
  { secret: Type.String({ maxLength: 200 }), device: Type.String({ maxLength: DEVICE_CHARS }) },
  Type.Object({ opened: Nullable(OpenedFeed) }),
);
