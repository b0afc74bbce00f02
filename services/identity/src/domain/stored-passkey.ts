import type { PasskeyId } from "@satchel/contracts";

/** A passkey in its owner's credentials. Times are milliseconds since 1970. */
export interface StoredPasskey {
  readonly passkeyId: PasskeyId;
  /** The authenticator's id for it, base64url. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** The authenticator's count of signatures; stays 0 where a provider synchronises the passkey. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt?: number;
  /** Whether its provider has a backup of it. */
  readonly backedUp: boolean;
}

/** The data that an authenticator sends with its signature at a sign-in. */
export type Assertion = Pick<StoredPasskey, "counter" | "backedUp">;
