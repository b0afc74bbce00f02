import {
  type FeedSource,
  type FolderId,
  type TokenId,
  TOKEN_CHECK_SECONDS,
  TOKEN_SCOPES,
  type TokenScope,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { v5 as uuidv5 } from "uuid";

/** What a program holds: a token, which it sends with its calls, or the address of a feed, which opens that feed alone. */
export type SecretKind = "token" | "feed";

/** A record of an API token or of a feed. Times are milliseconds since 1970; the secret is stored as a hash only. */
export interface ApiToken {
  readonly name: string;
  /** None of a feed. */
  readonly scopes: readonly TokenScope[];
  /** The only folder that it works in. Missing: all. */
  readonly folderId?: FolderId;
  /** Of a feed: what its address shows. Missing: it is a token. */
  readonly feed?: FeedContent;
  readonly secretHash: string;
  readonly createdAt: number;
  /** Missing: it does not expire. */
  readonly expiresAt?: number;
  /** The last use, {@link TOKEN_CHECK_SECONDS} exact. There is no history of uses. */
  readonly lastUse?: TokenUser & { readonly at: number };
}

/** By which program it is used, and of a token from which network address, if that is known. */
export interface TokenUser {
  readonly device: string;
  readonly address?: string | undefined;
}

/** What a feed shows; fixed when it is made. */
interface FeedContent {
  readonly source: FeedSource;
  readonly fullText: boolean;
}

/** What its owner asks for. */
export interface NewApiToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly folderId?: FolderId | undefined;
  readonly feed?: FeedContent;
  readonly expiresInDays?: number | undefined;
}

const DAY_MS = 24 * 3600 * 1000;

/** The id of the token or feed that a command makes: a retry of the command has the same one. */
export const tokenIdOf = (commandId: string): TokenId => uuidv5("api token", commandId) as TokenId;

export const makeApiToken = (
  { name, scopes, folderId, feed, expiresInDays }: NewApiToken,
  secretHash: string,
  now: number,
): ApiToken => ({
  name,
  scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
  ...compact({ folderId, feed }),
  secretHash,
  createdAt: now,
  ...(expiresInDays === undefined ? {} : { expiresAt: now + expiresInDays * DAY_MS }),
});

export const kindOf = ({ feed }: Pick<ApiToken, "feed">): SecretKind => (feed === undefined ? "token" : "feed");

export const hasExpired = ({ expiresAt }: Pick<ApiToken, "expiresAt">, now: number): boolean =>
  expiresAt !== undefined && now >= expiresAt;

/** The record after a use; the same one where the last use is less than {@link TOKEN_CHECK_SECONDS} ago. */
export function useApiToken(token: ApiToken, { device, address }: TokenUser, now: number): ApiToken {
  const isNoted = token.lastUse !== undefined && now - token.lastUse.at < TOKEN_CHECK_SECONDS * 1000;
  if (isNoted) return token;
  return { ...token, lastUse: { at: now, device, ...compact({ address }) } };
}
