import { type CommandHandler, handler } from "@satchel/chassis";
import {
  CreateFeed,
  EndFeed,
  type Feed,
  FEEDS_PER_HOUR,
  FEEDS_PER_USER,
  laterTexts,
  ListFeeds,
  UseFeed,
} from "@satchel/contracts";
import type { StoredToken } from "../store/api-tokens.ts";
import { makeToken } from "./make-token.ts";
import type { Parts } from "./parts.ts";
import { instantOf, instantOrNull } from "../domain/instant.ts";

const MAKING = {
  kind: "feed",
  limit: { name: "feeds", count: FEEDS_PER_HOUR, seconds: 3600 },
  perUser: FEEDS_PER_USER,
  notice: "feed-made",
  texts: laterTexts.feeds,
} as const;

/** Feeds, each read under an address with a secret (decision 82). */
export const feedCommands = (parts: Parts): CommandHandler[] => [
  handler(CreateFeed, async ({ userId, sessionId, locale, name, source, fullText }, context) => {
    const token = { name, scopes: [], feed: { source, fullText } };
    const made = await makeToken(parts, MAKING, { userId, sessionId, locale, token }, context);
    return { result: { feed: shown(made), secret: made.text } };
  }),
  handler(ListFeeds, async ({ userId }) => ({
    result: { feeds: (await parts.apiTokens.list("feed", userId)).map(shown) },
  })),
  handler(EndFeed, async ({ userId, feedId }) => ({
    result: { ended: await parts.apiTokens.end("feed", userId, feedId) },
  })),
  handler(UseFeed, async ({ secret, device }) => {
    const found = await parts.apiTokens.use("feed", secret, { device });
    return { result: { opened: found === undefined ? null : { userId: found.userId, feed: shown(found) } } };
  }),
];

const shown = ({ tokenId, token }: StoredToken): Feed => {
  if (token.feed === undefined) throw new Error("a token is no feed");
  return {
    id: tokenId,
    name: token.name,
    source: token.feed.source,
    full_text: token.feed.fullText,
    created_at: instantOf(token.createdAt),
    last_used_at: instantOrNull(token.lastUse?.at),
    last_used_by: token.lastUse?.device ?? null,
  };
};
