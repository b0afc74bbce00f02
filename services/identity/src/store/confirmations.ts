import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { type Bus, openUserRecords } from "@satchel/chassis";
import { CONFIRMATION_SECONDS, type Locale, type UserId } from "@satchel/contracts";

/** A link that was mailed to an address, which the record does not name. */
interface Confirmation {
  /** SHA-256 of the token's secret, as 64 hex digits: 256 bits can't be guessed. */
  readonly secretHash: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** The language of the account's request. */
  readonly locale: Locale;
}

interface ConfirmationDetails {
  readonly addressKey: string;
  readonly locale: Locale;
}

/** The tokens of links that confirm addresses: `<address key>.<secret>`, valid for one user and one address. */
export interface Confirmations {
  /** Makes a token; the previous one for the same user and address is void. */
  issue(userId: UserId, addressKey: string, locale: Locale): Promise<string>;
  /** The content of a token; undefined when it is void, too old, or another user's. */
  check(userId: UserId, token: string): Promise<ConfirmationDetails | undefined>;
  void(userId: UserId, addressKey: string): Promise<void>;
}

/** Opens the bucket of confirmations, by user and address key. */
export async function openConfirmations(bus: Bus, clock: () => number): Promise<Confirmations> {
  const records = await openUserRecords<string, Confirmation>(bus, "confirmations", { seconds: CONFIRMATION_SECONDS });

  return {
    issue: async (userId, addressKey, locale) => {
      const secret = randomBytes(32).toString("base64url");
      const put: Confirmation = { secretHash: hash(secret), issuedAt: clock(), locale };
      await records.put(userId, addressKey, put);
      return `${addressKey}.${secret}`;
    },

    check: async (userId, token) => {
      const parsed = parseToken(token);
      if (parsed === undefined) return undefined;
      const { addressKey, secret } = parsed;
      const found = await records.get(userId, addressKey);
      if (found === undefined || clock() - found.issuedAt >= CONFIRMATION_SECONDS * 1000) return undefined;
      if (!timingSafeEqual(Buffer.from(hash(secret)), Buffer.from(found.secretHash))) return undefined;
      return { addressKey, locale: found.locale };
    },

    void: async (userId, addressKey) => {
      await records.remove(userId, addressKey);
    },
  };
}

/** Splits a token; undefined when it is malformed. */
export function parseToken(token: string): { addressKey: string; secret: string } | undefined {
  const [, addressKey, secret] = /^([0-9a-f]{64})\.([\w-]{43})$/.exec(token) ?? [];
  return addressKey === undefined || secret === undefined ? undefined : { addressKey, secret };
}

const hash = (secret: string): string => createHash("sha256").update(secret).digest("hex");
