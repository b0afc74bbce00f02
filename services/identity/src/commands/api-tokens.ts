import { type CommandHandler, handler, type RateLimit } from "@satchel/chassis";
import {
  API_TOKENS_PER_HOUR,
  API_TOKENS_PER_USER,
  CreateApiToken,
  EndApiToken,
  ListApiTokens,
  SatchelError,
  texts,
  UseApiToken,
} from "@satchel/contracts";
import { noAccount } from "../accounts/accounts.ts";
import { tokenIdOf } from "../domain/api-token.ts";
import { singleLine } from "../mail/content.ts";
import { notifyOwner } from "./notify-owner.ts";
import type { Parts } from "./parts.ts";

const NEW_TOKENS: RateLimit = { name: "api-tokens", count: API_TOKENS_PER_HOUR, seconds: 3600 };

/** API tokens, with which programs call the API (decision 76). */
export const apiTokenCommands = (parts: Parts): CommandHandler[] => [
  createApiToken(parts),
  handler(ListApiTokens, async ({ userId }) => ({ result: { tokens: await parts.apiTokens.list(userId) } })),
  handler(EndApiToken, async ({ userId, tokenId }) => ({
    result: { ended: await parts.apiTokens.end(userId, tokenId) },
  })),
  handler(UseApiToken, async ({ token, device }) => ({
    result: { valid: (await parts.apiTokens.use(token, device)) ?? null },
  })),
];

/** Makes a token, and informs the owner. */
const createApiToken = (parts: Parts): CommandHandler =>
  handler(CreateApiToken, async ({ userId, sessionId, locale, ...asked }, { commandId, retry }) => {
    const { accounts, apiTokens, credentials, limits, limitKeys, sessions } = parts;
    const name = singleLine(asked.name);
    if (name === "") throw new SatchelError("rejected", texts.tokens.name);
    const tokenId = tokenIdOf(commandId);
    if (!retry) {
      await limits.take(NEW_TOKENS, limitKeys.ofUser(userId));
      // Of calls at the same moment more may pass, but no more than the limit for an hour.
      if ((await apiTokens.list(userId)).length >= API_TOKENS_PER_USER) {
        throw new SatchelError("rejected", texts.tokens.tooMany);
      }
    }
    const passwordBefore = (await credentials.get(userId))?.passwordChangedBy;
    const { shown, text } = await apiTokens.make(userId, tokenId, { ...asked, name });
    // Looked at after the token was made: a command that ends all of them at this moment either finds this one or is
    // noticed here.
    const isAllowed =
      (await sessions.isValid(userId, sessionId)) &&
      (await credentials.get(userId))?.passwordChangedBy === passwordBefore;
    const address = isAllowed ? await accounts.primaryAddress(userId) : undefined;
    if (address === undefined) {
      await apiTokens.end(userId, tokenId);
      throw noAccount();
    }
    void notifyOwner(parts, { kind: "token-made", address, locale, subject: name });
    return { result: { ...shown, token: text } };
  });
