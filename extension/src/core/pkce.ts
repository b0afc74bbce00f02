/** Octets as base64url without padding (RFC 4648 section 5). */
export function base64url(octets: Uint8Array): string {
  return btoa(String.fromCharCode(...octets))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

const random = (octets: number): string => base64url(crypto.getRandomValues(new Uint8Array(octets)));

/** A new secret of one connection (RFC 7636 section 4.1): 43 characters. */
export const newVerifier = (): string => random(32);

/** A new value that binds the answer to the request (RFC 6749 section 10.12): 22 characters. */
export const newState = (): string => random(16);

/** The challenge of a verifier: BASE64URL(SHA-256(verifier)), method S256 of RFC 7636 section 4.2. */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(digest));
}
