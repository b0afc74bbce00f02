import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { DigestTimes } from "../events/digests.ts";
import { Instant } from "../ids.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import * as settings from "./settings-routes.ts";

/** When the account gets its digest, and why it stopped by itself. */
export const Digest = Type.Object({
  ...DigestTimes.properties,
  next_at: Nullable(Instant),
  bounced: Type.Boolean({ description: "It stopped because mails came back" }),
});
export type Digest = Static<typeof Digest>;

export const getDigest = defineOperation({
  ...settings.getDigest,
  summary: "When the account gets a mail with what waits in its archive; never until it is chosen",
  scope: "account",
  responses: { 200: Digest },
});

export const chooseDigest = defineOperation({
  ...settings.chooseDigest,
  summary: "Choose when the account gets its digest",
  scope: "account",
  body: Type.Object(DigestTimes.properties, { additionalProperties: false }),
  responses: { 200: Digest, 400: ErrorBody },
});

export const stopDigest = defineOperation({
  ...settings.stopDigest,
  summary: "Stop the digest that a mail's link is for: the one-click unsubscribing of mail programs (RFC 8058)",
  access: "public",
  scope: "none",
  bySecret: true,
  query: Type.Object({ token: Type.String({ maxLength: 100 }) }),
  responses: { 204: NoContent, 404: ErrorBody },
});
