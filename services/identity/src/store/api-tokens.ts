import { type Bus, type EndedSessions, openUserRecords } from "@satchel/chassis";
import { API_TOKEN_PREFIX, API_TOKENS, type TokenId, type UserId } from "@satchel/contracts";
import type { Accounts } from "../accounts/accounts.ts";
import {
  type ApiToken,
  hasExpired,
  kindOf,
  makeApiToken,
  type NewApiToken,
  type SecretKind,
  type TokenUser,
  useApiToken,
} from "../domain/api-token.ts";
import { formatApiToken, hashApiToken, isSameTokenHash, newApiToken, parseApiToken } from "../secrets/api-tokens.ts";

interface ApiTokensOptions {
  readonly ended: EndedSessions;
  readonly accounts: Pick<Accounts, "isSuspended">;
  readonly clock: () => number;
}

/** A token or feed as it is stored, with its key. */
export interface StoredToken {
  readonly userId: UserId;
  readonly tokenId: TokenId;
  readonly token: ApiToken;
}

/** The API tokens and feeds of all users. One kind is never taken for the other. */
export interface ApiTokens {
  /** Makes one under an id; one that a lost answer left there is void. @returns it with its text, which is shown once */
  make(userId: UserId, tokenId: TokenId, token: NewApiToken): Promise<StoredToken & { readonly text: string }>;
  /** Checks a text and notes its use; undefined for one that is malformed, of the other kind, unknown, expired or ended, or of a suspended account. */
  use(kind: SecretKind, text: string, user: TokenUser): Promise<StoredToken | undefined>;
  /** Those of a user that have not expired, the newest first. */
  list(kind: SecretKind, userId: UserId): Promise<StoredToken[]>;
  /** Ends one of this user; a missing one, or another user's, is ignored. @returns whether there was one */
  end(kind: SecretKind, userId: UserId, tokenId: TokenId): Promise<boolean>;
  /** Ends all of both kinds. */
  endAll(userId: UserId): Promise<void>;
}

/** The beginning of the text of each kind. That of a feed is part of an address, which says what it is. */
const PREFIXES: Readonly<Record<SecretKind, string>> = { token: API_TOKEN_PREFIX, feed: "" };

/** Opens the bucket of API tokens and feeds, by `<userId>.<tokenId>`. */
export async function openApiTokens(bus: Bus, { ended, accounts, clock }: ApiTokensOptions): Promise<ApiTokens> {
  const records = await openUserRecords<TokenId, ApiToken>(bus, API_TOKENS);

  // The gateways are informed before the record is removed: after a crash in between, a second call completes it.
  const endAt = async (userId: UserId, tokenId: TokenId): Promise<boolean> => {
    await ended.add(userId, tokenId);
    return records.remove(userId, tokenId);
  };

  return {
    make: async (userId, tokenId, token) => {
      const parts = newApiToken(userId, tokenId);
      const put = makeApiToken(token, hashApiToken(parts), clock());
      await records.put(userId, tokenId, put);
      return { userId, tokenId, token: put, text: formatApiToken(parts, PREFIXES[kindOf(put)]) };
    },

    use: async (kind, text, user) => {
      const parts = parseApiToken(text, PREFIXES[kind]);
      if (parts === undefined) return undefined;
      const { userId, tokenId } = parts;
      if (await accounts.isSuspended(userId)) return undefined;
      const hash = hashApiToken(parts);
      const now = clock();
      const token = await records.change(userId, tokenId, (found) => {
        if (found === undefined || !isSameTokenHash(found.secretHash, hash)) return { outcome: undefined };
        if (kindOf(found) !== kind || hasExpired(found, now)) return { outcome: undefined };
        const used = useApiToken(found, user, now);
        return used === found ? { outcome: used } : { put: used, outcome: used };
      });
      return token === undefined ? undefined : { userId, tokenId, token };
    },

    list: async (kind, userId) =>
      (await records.list(userId))
        .map(({ id, record }) => ({ userId, tokenId: id, token: record }))
        .filter(({ token }) => kindOf(token) === kind && !hasExpired(token, clock()))
        .sort((a, b) => b.token.createdAt - a.token.createdAt),

    end: async (kind, userId, tokenId) => {
      const found = await records.get(userId, tokenId);
      return found !== undefined && kindOf(found) === kind && endAt(userId, tokenId);
    },

    endAll: async (userId) => {
      await Promise.all((await records.ids(userId)).map((tokenId) => endAt(userId, tokenId)));
    },
  };
}
