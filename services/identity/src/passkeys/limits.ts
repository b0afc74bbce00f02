/** Limits of what an authenticator may hand in, beside those of the contracts. */

/** Octets of a credential's id (WebAuthn Level 3, section 4). */
export const CREDENTIAL_ID_BYTES = 1023;

/** Octets of a COSE public key: RSA with 8192 bits. Larger ones only cost the time of whoever verifies. */
export const PUBLIC_KEY_BYTES = 1100;

/** Names of transports that are kept with a passkey; there are six (WebAuthn Level 3, section 5.8.4). */
export const TRANSPORTS = 10;
