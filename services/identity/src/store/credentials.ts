import { type Bus, openRecords, type Records } from "@satchel/chassis";
import type { PasswordState } from "../domain/credentials.ts";
import type { StoredPasskey } from "../domain/stored-passkey.ts";

/** What a user proves to be who they are by, beside mailed codes. */
export interface StoredCredentials extends PasswordState {
  readonly passkeys?: readonly StoredPasskey[];
}

/** Credentials by user id, one record each: kept here alone, never in the journal. */
export type Credentials = Records<StoredCredentials>;

/** Opens the bucket of credentials. They stand until they are changed. */
export const openCredentials = (bus: Bus): Promise<Credentials> => openRecords<StoredCredentials>(bus, "credentials");
