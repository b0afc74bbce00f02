import type { CommandHandler } from "@satchel/chassis";
import type { Parts } from "../parts.ts";
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from "./own-passkeys.ts";
import { relyingPartyAt } from "../../passkeys/relying-party.ts";
import { beginPasskeySignIn, signInWithPasskey } from "./sign-in.ts";

/** Adding, listing and removing passkeys, and signing in with one. */
export function passkeyCommands(parts: Parts): CommandHandler[] {
  const party = relyingPartyAt(parts.publicUrl);
  return [
    beginPasskey(parts, party),
    addPasskey(parts, party),
    listPasskeys(parts),
    removePasskey(parts),
    beginPasskeySignIn(parts, party),
    signInWithPasskey(parts, party),
  ];
}
