import Type, { type Static } from "typebox";
import { LinkOrigin } from "../events/links.ts";
import { Instant } from "../ids.ts";
import { defineOperation, ErrorBody } from "./define.ts";
import * as later from "./later-routes.ts";
import { Cursor, LinkParams } from "./links.ts";

/** An event of a link. `origin`: how it was saved; `changes`: the changed fields; `rules`: the names of the rules that made them. */
export const LinkHistoryEntry = Type.Object({
  at: Instant,
  what: Type.Enum([
    "saved",
    "saved_again",
    "changed",
    "merged",
    "unmerged",
    "visited",
    "reminded",
    "deleted",
    "restored",
    "refresh_requested",
    "described",
    "unchanged",
    "try_failed",
    "unreachable",
    "health_changed",
  ]),
  origin: Type.Optional(LinkOrigin),
  changes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  rules: Type.Optional(Type.Array(Type.String())),
  reason: Type.Optional(Type.String()),
});
export type LinkHistoryEntry = Static<typeof LinkHistoryEntry>;

export const LinkHistory = Type.Object({
  history: Type.Array(LinkHistoryEntry),
  /** Number of entries on all pages. */
  total: Type.Integer({ minimum: 1 }),
  /** How it was last saved, on every page. */
  origin: Type.Optional(LinkOrigin),
});
export type LinkHistory = Static<typeof LinkHistory>;

export const getLinkHistory = defineOperation({
  ...later.getLinkHistory,
  summary: "The history of a link, oldest first; x-next-cursor leads to earlier entries",
  scope: "read",
  params: LinkParams,
  query: Type.Object({ cursor: Type.Optional(Cursor) }),
  responses: { 200: LinkHistory, 404: ErrorBody },
});
