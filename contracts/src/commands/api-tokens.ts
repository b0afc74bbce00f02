import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { ApiToken, CreatedApiToken, TokenScopes } from "../http/tokens.ts";
import { FolderId, Instant, SessionId, TokenId, UserId } from "../ids.ts";
import { DEVICE_CHARS, NETWORK_ADDRESS_CHARS, TOKEN_DAYS, TOKEN_NAME_CHARS } from "../limits/index.ts";
import { defineCommand } from "./define.ts";
import { Locale } from "../locale.ts";

/**
 * Makes an API token for a program, in the session `sessionId` of its owner. Without `expiresInDays` it does not
 * expire. `rejected` when the account has the maximum or the name has no visible character; `limited` after too many.
 */
export const CreateApiToken = defineCommand(
  "identity",
  "create-api-token",
  {
    userId: UserId,
    sessionId: SessionId,
    name: Type.String({ maxLength: TOKEN_NAME_CHARS }),
    scopes: TokenScopes,
    folderId: Type.Optional(FolderId),
    expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: TOKEN_DAYS })),
    locale: Locale,
  },
  CreatedApiToken,
);

/** The API tokens of a user that have not expired, the newest first. */
export const ListApiTokens = defineCommand(
  "identity",
  "list-api-tokens",
  { userId: UserId },
  Type.Object({ tokens: Type.Array(ApiToken) }),
);

/** Ends an API token of this user, everywhere within a second. `ended` is false when there was none. */
export const EndApiToken = defineCommand(
  "identity",
  "end-api-token",
  { userId: UserId, tokenId: TokenId },
  Type.Object({ ended: Type.Boolean() }),
);

/** A valid API token. */
export const ValidApiToken = Type.Object({
  userId: UserId,
  tokenId: TokenId,
  scopes: TokenScopes,
  /** The only folder that it works in. */
  folderId: Nullable(FolderId),
  expiresAt: Nullable(Instant),
});
export type ValidApiToken = Static<typeof ValidApiToken>;

/**
 * Checks an API token, and notes its use by a program (`device`, "curl") from a network address. `valid` is null for a malformed, unknown,
 * expired and ended one alike. A gateway asks once in {@link TOKEN_CHECK_SECONDS}.
 */
export const UseApiToken = defineCommand(
  "identity",
  "use-api-token",
  {
    token: Type.String({ maxLength: 200 }),
    device: Type.String({ maxLength: DEVICE_CHARS }),
    address: Type.Optional(Type.String({ maxLength: NETWORK_ADDRESS_CHARS })),
  },
  Type.Object({ valid: Nullable(ValidApiToken) }),
);
