import Type, { type Static } from "typebox";
import { defineOperation, ErrorBody } from "./define.ts";
import * as routes from "./settings-routes.ts";

/** The browsers with an extension. */
export const ExtensionBrowser = Type.Enum(["chrome", "firefox"]);
export type ExtensionBrowser = Static<typeof ExtensionBrowser>;

/** 32 octets in base64url without padding (RFC 4648 section 5). */
const Octets32 = (description: string) =>
  Type.String({ minLength: 43, maxLength: 43, pattern: "^[A-Za-z0-9_-]{43}$", description });

/** The page's request for a browser extension; its fields as in the address that the extension opens. */
export const ConnectionRequest = Type.Object({
  challenge: Octets32("BASE64URL(SHA-256(verifier)): RFC 7636's method S256"),
  client: ExtensionBrowser,
});
export type ConnectionRequest = Static<typeof ConnectionRequest>;

/** `expires_in` is in seconds. */
export const ConnectionCode = Type.Object({ code: Type.String(), expires_in: Type.Integer() });
export type ConnectionCode = Static<typeof ConnectionCode>;

const Access = {
  access_token: Type.String(),
  token_type: Type.Literal("bearer"),
  expires_in: Type.Integer({ description: "Seconds" }),
};

/** The tokens of a connected extension. `email` is the account's primary address. */
export const ConnectionTokens = Type.Object({ ...Access, refresh_token: Type.String(), email: Type.String() });
export type ConnectionTokens = Static<typeof ConnectionTokens>;

const ConnectionAccess = Type.Object(Access);
type ConnectionAccess = Static<typeof ConnectionAccess>;

export const createConnection = defineOperation({
  ...routes.createConnection,
  summary: "Agree to connect a browser extension: a code that it trades in, once, for a session of its own",
  scope: "account",
  body: ConnectionRequest,
  responses: { 201: ConnectionCode },
});

export const tradeConnectionCode = defineOperation({
  ...routes.tradeConnectionCode,
  summary: "Trade a connection's code in; with a wrong verifier the code is spent",
  access: "public",
  scope: "account",
  bySecret: true,
  body: Type.Object({
    code: Octets32("From the address of /connect/done"),
    verifier: Type.String({
      minLength: 43,
      maxLength: 128,
      pattern: "^[A-Za-z0-9._~-]{43,128}$",
      description: "RFC 7636 section 4.1",
    }),
  }),
  responses: { 200: ConnectionTokens, 400: ErrorBody },
});

export const refreshConnection = defineOperation({
  ...routes.refreshConnection,
  summary: "A new access token for a connected extension; its refresh token stays the same",
  access: "public",
  scope: "account",
  bySecret: true,
  body: Type.Object({ refresh_token: Type.String({ minLength: 1, maxLength: 500 }) }),
  responses: { 200: ConnectionAccess, 401: ErrorBody },
});
