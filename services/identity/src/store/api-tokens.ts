import { type Bus, type EndedSessions, openRecords } from "@satchel/chassis";
import { API_TOKENS, type ApiToken as ShownToken, TokenId, type UserId, type ValidApiToken } from "@satchel/contracts";
import { Value } from "typebox/value";
import { type ApiToken, hasExpired, makeApiToken, type NewApiToken, useApiToken } from "../domain/api-token.ts";
import { formatApiToken, hashApiToken, isSameTokenHash, newApiToken, parseApiToken } from "../secrets/api-tokens.ts";

interface ApiTokensOptions {
  readonly ended: EndedSessions;
  readonly clock: () => number;
}

/** The API tokens of all users. */
export interface ApiTokens {
  /** Makes a token under an id; one that a lost answer left there is void. @returns it as shown, with its text */
  make(userId: UserId, tokenId: TokenId, token: NewApiToken): Promise<{ shown: ShownToken; text: string }>;
  /** Checks a token and notes its use; undefined for one that is malformed, unknown, expired or ended. */
  use(text: string, device: string): Promise<ValidApiToken | undefined>;
  /** The tokens of a user that have not expired, the newest first. */
  list(userId: UserId): Promise<ShownToken[]>;
  /** Ends a token of this user; a missing one, or another user's, is ignored. @returns whether there was one */
  end(userId: UserId, tokenId: TokenId): Promise<boolean>;
  endAll(userId: UserId): Promise<void>;
}

/** Opens the bucket of API tokens, by `<userId>.<tokenId>`. */
export async function openApiTokens(bus: Bus, { ended, clock }: ApiTokensOptions): Promise<ApiTokens> {
  const records = await openRecords<ApiToken>(bus, API_TOKENS);

  // The gateways are informed before the record is removed: after a crash in between, a second call completes it.
  const end = async (userId: UserId, tokenId: TokenId): Promise<boolean> => {
    const at = keyOf(userId, tokenId);
    if ((await records.get(at)) === undefined) return false;
    await ended.add(userId, tokenId);
    return records.remove(at);
  };

  const idsOf = async (userId: UserId): Promise<TokenId[]> =>
    (await records.keys(`${userId}.*`)).map(tokenIdIn).filter((id) => id !== undefined);

  return {
    make: async (userId, tokenId, token) => {
      const parts = newApiToken(userId, tokenId);
      const put = makeApiToken(token, hashApiToken(parts), clock());
      await records.change(keyOf(userId, tokenId), () => ({ put, outcome: undefined }));
      return { shown: shown(tokenId, put), text: formatApiToken(parts) };
    },

    use: async (text, device) => {
      const parts = parseApiToken(text);
      if (parts === undefined) return undefined;
      const { userId, tokenId } = parts;
      const hash = hashApiToken(parts);
      const now = clock();
      const token = await records.change(keyOf(userId, tokenId), (found) => {
        if (found === undefined || !isSameTokenHash(found.secretHash, hash) || hasExpired(found, now)) {
          return { outcome: undefined };
        }
        const used = useApiToken(found, device, now);
        return used === found ? { outcome: used } : { put: used, outcome: used };
      });
      if (token === undefined) return undefined;
      return { userId, tokenId, scopes: [...token.scopes], expiresAt: instantOf(token.expiresAt) };
    },

    list: async (userId) => {
      const found = await Promise.all(
        (await idsOf(userId)).map(async (id) => ({ id, token: await records.get(keyOf(userId, id)) })),
      );
      return found
        .flatMap(({ id, token }) => (token === undefined || hasExpired(token, clock()) ? [] : [{ id, token }]))
        .sort((a, b) => b.token.createdAt - a.token.createdAt)
        .map(({ id, token }) => shown(id, token));
    },

    end,

    endAll: async (userId) => {
      await Promise.all((await idsOf(userId)).map((tokenId) => end(userId, tokenId)));
    },
  };
}

const keyOf = (userId: UserId, tokenId: TokenId): string => `${userId}.${tokenId}`;

function tokenIdIn(key: string): TokenId | undefined {
  const [, tokenId] = key.split(".");
  return Value.Check(TokenId, tokenId) ? tokenId : undefined;
}

const instantOf = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

const shown = (id: TokenId, { name, scopes, createdAt, expiresAt, lastUse }: ApiToken): ShownToken => ({
  id,
  name,
  scopes: [...scopes],
  created_at: new Date(createdAt).toISOString(),
  expires_at: instantOf(expiresAt),
  last_used_at: instantOf(lastUse?.at),
  last_used_by: lastUse?.device ?? null,
});
