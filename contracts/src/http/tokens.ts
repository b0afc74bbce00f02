import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { FolderId, Instant, TokenId } from "../ids.ts";
import { TOKEN_DAYS, TOKEN_NAME_CHARS } from "../limits/index.ts";
import { TOKEN_SCOPES } from "../scopes.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import * as routes from "./settings-routes.ts";

const Scope = Type.Enum(TOKEN_SCOPES);

/** The scopes of an API token. */
export const TokenScopes = Type.Array(Scope, { minItems: 1, maxItems: TOKEN_SCOPES.length });

/** An API token of a program, without its secret. */
export const ApiToken = Type.Object({
  id: TokenId,
  name: Type.String(),
  scopes: TokenScopes,
  folder_id: Nullable(FolderId, { description: "The only folder that it works in; null: all" }),
  created_at: Instant,
  expires_at: Nullable(Instant),
  last_used_at: Nullable(Instant, { description: "To the minute" }),
  last_used_by: Nullable(Type.String(), {
    description: "The program of the last use, such as 'curl'",
  }),
  last_used_from: Nullable(Type.String(), {
    description: "The network address of the last use, as this server saw it",
  }),
});
export type ApiToken = Static<typeof ApiToken>;

export const listTokens = defineOperation({
  ...routes.listTokens,
  summary: "The API tokens of the account that have not expired, the newest first",
  scope: "account",
  responses: { 200: Type.Object({ tokens: Type.Array(ApiToken) }) },
});

export const NewApiToken = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: TOKEN_NAME_CHARS }),
    scopes: TokenScopes,
    folder_id: Type.Optional(
      Nullable(FolderId, {
        description:
          "Limits it to a folder: with that it lists, saves, reads, changes and deletes the links there, by the calls of links alone",
      }),
    ),
    expires_in_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: TOKEN_DAYS, description: "Without it, the token does not expire" }),
    ),
  },
  { additionalProperties: false },
);
export type NewApiToken = Static<typeof NewApiToken>;

/** A new API token; `token` is what the program sends, and is shown this once. */
export const CreatedApiToken = Type.Object({ ...ApiToken.properties, token: Type.String() });
export type CreatedApiToken = Static<typeof CreatedApiToken>;

export const createToken = defineOperation({
  ...routes.createToken,
  summary: "Make an API token for a program; its secret is in this answer alone",
  scope: "account",
  body: NewApiToken,
  responses: { 201: CreatedApiToken, 400: ErrorBody, 404: ErrorBody },
});

export const deleteToken = defineOperation({
  ...routes.deleteToken,
  summary: "End an API token, everywhere within a second",
  scope: "account",
  params: Type.Object({ id: TokenId }),
  responses: { 204: NoContent, 404: ErrorBody },
});
