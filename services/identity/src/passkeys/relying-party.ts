import { isLoopback } from "@satchel/chassis";

/** The site of passkeys (WebAuthn Level 3, section 4): they work on this origin only. */
export interface RelyingParty {
  /** The host of passkeys: a name, because an IP address is not allowed. */
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
