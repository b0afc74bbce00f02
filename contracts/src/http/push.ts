import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { PushSubscription } from "../commands/push.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import * as settings from "./settings-routes.ts";

/** Whether this browser gets notifications. */
export const Push = Type.Object({
  public_key: Type.String({ description: "The applicationServerKey of the W3C Push API" }),
  endpoint: Nullable(Type.String(), { description: "Where this session's browser is reached" }),
});
export type Push = Static<typeof Push>;

export const getPush = defineOperation({
  ...settings.getPush,
  summary: "Whether the browser of this session gets notifications, and the key it subscribes with",
  scope: "account",
  responses: { 200: Push },
});

export const startPush = defineOperation({
  ...settings.startPush,
  summary: "Send notifications to the browser of this session, until the session ends",
  scope: "account",
  body: PushSubscription,
  responses: { 204: NoContent, 404: ErrorBody },
});

export const stopPush = defineOperation({
  ...settings.stopPush,
  summary: "Send no more notifications to the browser of this session",
  scope: "account",
  responses: { 204: NoContent, 404: ErrorBody },
});
