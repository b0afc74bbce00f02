import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { FolderId, Instant, LinkId, ShareId } from "../ids.ts";
import { PASSWORD_CHARS, PASSWORD_CHARS_MIN, SHARE_NAME_CHARS, SHARE_NAME_CHARS_MIN } from "../limits/index.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import * as routes from "./settings-routes.ts";

/** What is shared: a folder or smart folder, or one link. It can't be changed. */
export const ShareSource = Type.Union([
  Type.Object({ kind: Type.Literal("folder"), folder_id: FolderId }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal("link"), link_id: LinkId }, { additionalProperties: false }),
]);
export type ShareSource = Static<typeof ShareSource>;

/** The readable part of a public address. */
export const PublicName = Type.String({
  minLength: SHARE_NAME_CHARS_MIN,
  maxLength: SHARE_NAME_CHARS,
  pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
  description: "Small letters and digits, with single hyphens between them",
});

/** How often a shared page was opened, without anything about its visitors. */
const ShareVisits = Type.Object({
  total: Type.Integer({ minimum: 0 }),
  days: Type.Array(
    Type.Object({
      day: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", description: "In UTC" }),
      count: Type.Integer({ minimum: 1 }),
    }),
    { description: "The last days with visits, the newest first" },
  ),
});

/** What identity keeps of a share, and its owner sees. */
export const shareFields = {
  id: ShareId,
  source: ShareSource,
  public_name: Nullable(Type.String({ description: "The name in its public address; null: the address is random" })),
  notes: Type.Boolean({ description: "Whether the notes are shown" }),
  expires_at: Nullable(Instant),
  has_password: Type.Boolean(),
  ended_by_operator: Type.Boolean({ description: "The operator of the server has ended it for good" }),
  created_at: Instant,
  visits: ShareVisits,
};

/** A shared folder or link, as its owner sees it. */
export const Share = Type.Object({
  ...shareFields,
  title: Nullable(Type.String({ description: "Of the folder or link; null while it is deleted" })),
  url: Type.String({ description: "Where anybody can see it" }),
  atom_url: Nullable(Type.String({ description: "Its feed; null with a password, and of a link" })),
  json_url: Nullable(Type.String({ description: "Its feed; null with a password, and of a link" })),
});
export type Share = Static<typeof Share>;

export const listShares = defineOperation({
  ...routes.listShares,
  summary: "What the account shares, the newest first",
  scope: "account",
  responses: { 200: Type.Object({ shares: Type.Array(Share) }) },
});

const SharePassword = Type.String({ minLength: PASSWORD_CHARS_MIN, maxLength: PASSWORD_CHARS });

const asked = {
  public_name: Type.Optional(Nullable(PublicName)),
  notes: Type.Optional(Type.Boolean()),
  expires_at: Type.Optional(Nullable(Instant)),
  password: Type.Optional(Nullable(SharePassword)),
};

export const NewShare = Type.Object({ source: ShareSource, ...asked }, { additionalProperties: false });
export type NewShare = Static<typeof NewShare>;

export const createShare = defineOperation({
  ...routes.createShare,
  summary: "Share a folder or a link; what is left out is secret, without notes, without end and password",
  scope: "account",
  body: NewShare,
  responses: { 201: Share, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody },
});

export const ShareChange = Type.Object(asked, { additionalProperties: false });
export type ShareChange = Static<typeof ShareChange>;

export const changeShare = defineOperation({
  ...routes.changeShare,
  summary: "Change how something is shared; another public name, or none, is another address",
  scope: "account",
  params: Type.Object({ id: ShareId }),
  body: ShareChange,
  responses: { 200: Share, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody },
});

export const deleteShare = defineOperation({
  ...routes.deleteShare,
  summary: "Stop sharing, everywhere within a second",
  scope: "account",
  params: Type.Object({ id: ShareId }),
  responses: { 204: NoContent, 400: ErrorBody, 404: ErrorBody },
});
