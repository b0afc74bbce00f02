import { isLoopback } from "@satchel/chassis";

/** The site of a passkey (WebAuthn Level 3, section 4): it works on this origin and on no other. */
export interface RelyingParty {
  /** The host that passkeys are tied to: a name, for an IP address can't be one. */
  readonly id: string;
  readonly origin: string;
  readonly name: string;
}

/** The relying party of an installation's address. Loopback becomes localhost, where browsers allow passkeys. */
export function relyingPartyAt(publicUrl: string): RelyingParty {
  const url = new URL(publicUrl);
  if (isLoopback(url.hostname)) url.hostname = "localhost";
  return { id: url.hostname, origin: url.origin, name: "Satchel" };
}
