import { type Bus, openRecords, type Records } from "@satchel/chassis";
import type { PasswordState } from "../domain/credentials.ts";
import type { StoredPasskey } from "../domain/stored-passkey.ts";

/** The credentials of a user, except mailed codes. */
export interface StoredCredentials extends PasswordState {
  readonly passkeys?: readonly StoredPasskey[];
}

/** Credentials by user id, one record each; never in the journal. */
export type Credentials = Records<StoredCredentials>;

export const openCredentials = (bus: Bus): Promise<Credentials> => openRecords<StoredCredentials>(bus, "credentials");
