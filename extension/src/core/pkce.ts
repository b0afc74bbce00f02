/** Octets without a reserved sign in them (RFC 4648 section 5, without padding). */
export function base64url(octets: Uint8Array): string {
  return btoa(String.fromCharCode(...octets))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

const random = (octets: number): string => base64url(crypto.getRandomValues(new Uint8Array(octets)));

/** A new secret of one connection (RFC 7636 section 4.1): 43 characters. */
export const newVerifier = (): string => random(32);

/** What ties the answer to the question (RFC 6749 section 10.12): 22 characters. */
export const newState = (): string => random(16);

/** What is shown of a verifier before it is used: BASE64URL(SHA-256(verifier)), method S256 of RFC 7636 section 4.2. */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(digest));
}
