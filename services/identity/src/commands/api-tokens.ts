import { type CommandHandler, handler } from "@satchel/chassis";
import {
  API_TOKENS_PER_HOUR,
  API_TOKENS_PER_USER,
  type ApiToken,
  CreateApiToken,
  EndApiToken,
  laterTexts,
  ListApiTokens,
  UseApiToken,
} from "@satchel/contracts";
import type { StoredToken } from "../store/api-tokens.ts";
import { makeToken } from "./make-token.ts";
import type { Parts } from "./parts.ts";
import { instantOf, instantOrNull } from "../domain/instant.ts";

const MAKING = {
  kind: "token",
  limit: { name: "api-tokens", count: API_TOKENS_PER_HOUR, seconds: 3600 },
  perUser: API_TOKENS_PER_USER,
  notice: "token-made",
  texts: laterTexts.tokens,
} as const;

/** API tokens, with which programs call the API (decision 76). */
export const apiTokenCommands = (parts: Parts): CommandHandler[] => [
  handler(CreateApiToken, async ({ userId, sessionId, locale, ...token }, context) => {
    const made = await makeToken(parts, MAKING, { userId, sessionId, locale, token }, context);
    return { result: { ...shown(made), token: made.text } };
  }),
  handler(ListApiTokens, async ({ userId }) => {
    // Its owner can't be asking: pictures that an app loads are asked about by their token.
    if (await parts.accounts.isSuspended(userId)) return { result: { tokens: [] } };
    return { result: { tokens: (await parts.apiTokens.list("token", userId)).map(shown) } };
  }),
  handler(EndApiToken, async ({ userId, tokenId }) => ({
    result: { ended: await parts.apiTokens.end("token", userId, tokenId) },
  })),
  handler(UseApiToken, async ({ token: text, device, address }) => {
    const found = await parts.apiTokens.use("token", text, { device, address });
    if (found === undefined) return { result: { valid: null } };
    const { userId, tokenId, token } = found;
    const { scopes, folderId = null, expiresAt } = token;
    return {
      result: { valid: { userId, tokenId, scopes: [...scopes], folderId, expiresAt: instantOrNull(expiresAt) } },
    };
  }),
];

const shown = ({ tokenId, token }: StoredToken): ApiToken => ({
  id: tokenId,
  name: token.name,
  scopes: [...token.scopes],
  folder_id: token.folderId ?? null,
  created_at: instantOf(token.createdAt),
  expires_at: instantOrNull(token.expiresAt),
  last_used_at: instantOrNull(token.lastUse?.at),
  last_used_by: token.lastUse?.device ?? null,
  last_used_from: token.lastUse?.address ?? null,
});
