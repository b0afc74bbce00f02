import Type, { type Static } from "typebox";
import { defineOperation } from "./define.ts";
import { Folder } from "./folders.ts";
import { LinkCount } from "./links.ts";
import * as routes from "./routes.ts";
import { PublicConfig } from "./system.ts";
import { User } from "./users.ts";

/** The first answers that the page of an archive needs, in one (decision 70). */
export const Start = Type.Object({
  user: User,
  config: PublicConfig,
  folders: Type.Array(Folder),
  counts: Type.Object(
    { all: LinkCount, unvisited: LinkCount, favorites: LinkCount },
    { description: "Of all links, of those never visited, and of the favourites" },
  ),
  last_event_id: Type.Optional(
    Type.String({
      description: "For `GET /api/events`: all changes after it are sent, and those before are in this answer",
    }),
  ),
});
export type Start = Static<typeof Start>;

export const getStart = defineOperation({
  ...routes.getStart,
  summary: "What the page of an archive shows first, beside its list: account, folders and counts",
  access: "verified",
  scope: "account",
  responses: { 200: Start },
});
