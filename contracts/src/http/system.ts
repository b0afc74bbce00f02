import Type, { type Static } from "typebox";
import { FolderId, ImportId, LinkId, MailId } from "../ids.ts";
import { defineOperation } from "./define.ts";
import * as routes from "./routes.ts";

/**
 * Whether each part can do its work; the whole is ready when all are. Anybody may ask, so the reasons, which name
 * files, hosts and accounts of the server, are only in the log and on the operators' port.
 */
export const Health = Type.Object({
  status: Type.Enum(["ready", "not-ready"]),
  checks: Type.Record(Type.String(), Type.Enum(["ok", "not-ready"])),
});
export type Health = Static<typeof Health>;

export const getHealth = defineOperation({
  ...routes.getHealth,
  summary: "200 once everything is ready, 503 otherwise",
  access: "public",
  scope: "none",
  responses: { 200: Health, 503: Health },
});

/** What the page needs before anyone has signed in. */
export const PublicConfig = Type.Object({
  save_address: Type.String(),
  support_address: Type.String(),
  report_address: Type.String({ description: "Where to report what is shared" }),
  legal_url: Type.Optional(Type.String({ description: "The operator's legal notice" })),
  operator: Type.Optional(
    Type.Object(
      { name: Type.String(), address: Type.Optional(Type.String()) },
      { description: "Who runs this server" },
    ),
  ),
  extension: Type.Object(
    { chrome: Type.Optional(Type.String()), firefox: Type.Optional(Type.String()) },
    { description: "Where the browser extension is found" },
  ),
  sso: Type.Optional(
    Type.Object(
      {
        providers: Type.Array(Type.Object({ name: Type.String(), label: Type.String() })),
        by_proxy: Type.Boolean({
          description: "Whether the server believes a proxy in front that names who is signed in: POST /api/auth/proxy",
        }),
        only: Type.Boolean({ description: "Whether nobody signs in with codes, passwords or passkeys" }),
      },
      { description: "Identity providers to sign in with, where there are some" },
    ),
  ),
  outbox: Type.Boolean({ description: "Whether outgoing mail is shown at /outbox" }),
  smtp_port: Type.Optional(
    Type.Integer({ description: "Where mail is taken, if only the server's own machine can mail" }),
  ),
});
export type PublicConfig = Static<typeof PublicConfig>;

export const getConfig = defineOperation({
  ...routes.getConfig,
  summary: "The save address, and what else the page shows about this server",
  access: "public",
  scope: "none",
  responses: { 200: PublicConfig },
});

/**
 * One message of `GET /api/events`. The event's name is `type`, its data this object as JSON. Ids say what to reload;
 * content is never sent. `hello`: reload everything, because the changes are unknown or too many.
 */
export const LiveEvent = Type.Union([
  Type.Object({ type: Type.Literal("hello") }),
  Type.Object({ type: Type.Literal("links"), ids: Type.Array(LinkId) }),
  Type.Object({ type: Type.Literal("folders"), ids: Type.Array(FolderId) }),
  Type.Object({ type: Type.Literal("imports"), ids: Type.Array(ImportId) }),
  Type.Object({ type: Type.Literal("captures"), ids: Type.Array(MailId) }),
  Type.Object({ type: Type.Literal("account") }),
]);
export type LiveEvent = Static<typeof LiveEvent>;

export const streamEvents = defineOperation({
  ...routes.streamEvents,
  summary: "Server-sent events: changes of the caller's archive as they happen",
  scope: "read",
  query: Type.Object({
    last_event_id: Type.Optional(
      Type.String({
        description:
          "Id of the last received message, for callers that can't send the header Last-Event-ID. The changes since then " +
          "are sent first; without an id, or with an unknown one, `hello` is sent",
      }),
    ),
  }),
  responses: { 200: LiveEvent },
});
