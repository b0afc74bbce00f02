import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { API_TOKEN_PREFIX, type TokenId, type UserId } from "@satchel/contracts";
import { parse, stringify } from "uuid";

/** The parts of an API token, or of the secret of a feed: whose it is, which one, and a secret of 256 random bits. */
interface ApiTokenParts {
  readonly userId: UserId;
  readonly tokenId: TokenId;
  readonly secret: Buffer;
}

const ID_BYTES = 16;
const SECRET_BYTES = 32;
const CHARS = Math.ceil(((2 * ID_BYTES + SECRET_BYTES) * 4) / 3);
const FORM = new RegExp(`^[A-Za-z0-9_-]{${CHARS}}$`);

export const newApiToken = (userId: UserId, tokenId: TokenId): ApiTokenParts => ({
  userId,
  tokenId,
  secret: randomBytes(SECRET_BYTES),
});

/** The text that a program sends: the prefix, and the three parts in base64url. */
export const formatApiToken = ({ userId, tokenId, secret }: ApiTokenParts, prefix: string = API_TOKEN_PREFIX): string =>
  prefix + Buffer.concat([parse(userId), parse(tokenId), secret]).toString("base64url");

/** Splits a token; undefined when it is malformed. */
export function parseApiToken(token: string, prefix: string = API_TOKEN_PREFIX): ApiTokenParts | undefined {
  const text = token.slice(prefix.length);
  if (!token.startsWith(prefix) || !FORM.test(text)) return undefined;
  const octets = Buffer.from(text, "base64url");
  try {
    return {
      userId: stringify(octets, 0) as UserId,
      tokenId: stringify(octets, ID_BYTES) as TokenId,
      secret: octets.subarray(2 * ID_BYTES),
    };
  } catch {
    // Octets that are no UUID.
    return undefined;
  }
}

/** The stored hash: SHA-256, as 64 hex digits. A secret of 256 bits can't be guessed. */
export const hashApiToken = ({ secret }: Pick<ApiTokenParts, "secret">): string =>
  createHash("sha256").update(secret).digest("hex");

/** Compares two hashes in the same time, whatever they are. */
export const isSameTokenHash = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one), Buffer.from(other));
