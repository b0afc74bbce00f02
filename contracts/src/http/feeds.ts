import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { FolderId, Instant, TokenId } from "../ids.ts";
import { FEED_NAME_CHARS, SEARCH_CHARS } from "../limits/index.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import * as routes from "./settings-routes.ts";

/** What a feed is of: a folder or smart folder, a search (a tag is `tag:name`), or everything. */
export const FeedSource = Type.Union([
  Type.Object({ kind: Type.Literal("folder"), folder_id: FolderId }, { additionalProperties: false }),
  Type.Object(
    {
      kind: Type.Literal("search"),
      q: Type.String({ minLength: 1, maxLength: SEARCH_CHARS, description: "A search (docs/api/search.md)" }),
    },
    { additionalProperties: false },
  ),
  Type.Object({ kind: Type.Literal("all") }, { additionalProperties: false }),
]);
export type FeedSource = Static<typeof FeedSource>;

/** A feed, without its address. */
export const Feed = Type.Object({
  id: TokenId,
  name: Type.String(),
  source: FeedSource,
  full_text: Type.Boolean({ description: "Whether it has the articles of kept pages" }),
  created_at: Instant,
  last_used_at: Nullable(Instant, { description: "To the minute" }),
  last_used_by: Nullable(Type.String(), {
    description: "The program of the last use, if it is known",
  }),
});
export type Feed = Static<typeof Feed>;

export const listFeeds = defineOperation({
  ...routes.listFeeds,
  summary: "The feeds of the account, the newest first",
  scope: "account",
  responses: { 200: Type.Object({ feeds: Type.Array(Feed) }) },
});

export const NewFeed = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: FEED_NAME_CHARS }),
    source: FeedSource,
    full_text: Type.Optional(Type.Boolean({ default: false })),
  },
  { additionalProperties: false },
);
export type NewFeed = Static<typeof NewFeed>;

/** A new feed; its addresses are shown this once. */
export const CreatedFeed = Type.Object({
  ...Feed.properties,
  atom_url: Type.String({ description: "Atom (RFC 4287)" }),
  json_url: Type.String({ description: "JSON Feed 1.1" }),
});
export type CreatedFeed = Static<typeof CreatedFeed>;

export const createFeed = defineOperation({
  ...routes.createFeed,
  summary: "Make a feed; its addresses are in this answer alone, and open it without a session",
  scope: "account",
  body: NewFeed,
  responses: { 201: CreatedFeed, 400: ErrorBody, 404: ErrorBody },
});

export const deleteFeed = defineOperation({
  ...routes.deleteFeed,
  summary: "End a feed, everywhere within a second",
  scope: "account",
  params: Type.Object({ id: TokenId }),
  responses: { 204: NoContent, 404: ErrorBody },
});
