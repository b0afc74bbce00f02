import Type from "typebox";
import { ExtensionBrowser } from "../http/connections.ts";
import { SessionId, UserId } from "../ids.ts";
import { defineCommand } from "./define.ts";
import { Locale } from "../locale.ts";
import { Client } from "./identity.ts";

/**
 * Issues a code that connects a browser extension, as OAuth 2.0's authorization code (RFC 6749 section 4.1.2). It is
 * valid once, for {@link CONNECTION_CODE_SECONDS}, with the verifier whose SHA-256 is `challenge` (RFC 7636), and while
 * `sessionId`, in which its owner agreed, exists.
 */
export const GrantConnection = defineCommand(
  "identity",
  "grant-connection",
  {
    userId: UserId,
    sessionId: SessionId,
    challenge: Type.String({ minLength: 43, maxLength: 43 }),
    browser: ExtensionBrowser,
    locale: Locale,
  },
  Type.Object({ code: Type.String(), codeSeconds: Type.Integer() }),
);

/** An access token, and the seconds it is valid. */
const Access = { accessToken: Type.String(), accessSeconds: Type.Integer() };

/** Exchanges a code for a session of the extension. `rejected` for an invalid code. */
export const TradeConnectionCode = defineCommand(
  "identity",
  "trade-connection-code",
  { code: Type.String({ maxLength: 100 }), verifier: Type.String({ maxLength: 200 }), client: Client },
  Type.Object({ ...Access, refreshToken: Type.String(), email: Type.String() }),
);

/** A new access token for a connected extension; its refresh token stays. `unauthenticated` when the session has ended. */
export const RefreshConnection = defineCommand(
  "identity",
  "refresh-connection",
  { refreshToken: Type.String({ maxLength: 500 }) },
  Type.Object(Access),
);
