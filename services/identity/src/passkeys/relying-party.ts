import { isLoopback } from "@satchel/chassis";

/** Whom passkeys are made for (WebAuthn Level 3, section 4): they work on this origin and on no other. */
export interface RelyingParty {
  /** The host that passkeys are tied to: a name, for an IP address can't be one. */
  readonly id: string;
  readonly origin: string;
  readonly name: string;
}

/** The relying party behind the address of an installation. Loopback goes by the name of localhost, where browsers allow it. */
export function relyingPartyAt(publicUrl: string): RelyingParty {
  const url = new URL(publicUrl);
  if (isLoopback(url.hostname)) url.hostname = "localhost";
  return { id: url.hostname, origin: url.origin, name: "Satchel" };
}
