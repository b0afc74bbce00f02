import type { UserId } from "@satchel/contracts";
import { openTag, signedTag } from "./signed-tags.ts";
import { octetsOfUuid, uuidOfOctets } from "./uuid-octets.ts";

/** Octets of what a token says: the account's id. */
const ID = 16;

const TOKEN = /^[a-z2-7]{42}$/;
const PURPOSE = "digest\n";

/** What stands behind `+` in the envelope sender of a digest, where it comes back to. */
export const BOUNCE_TAG = /^b\.([a-z2-7]{42})$/;

/**
 * The token of an account's digests: it stops them, and says whose mail came back. It never ends, for a mail may be opened years
 * later.
 */
export const digestToken = (key: string, userId: UserId): string => signedTag(key, PURPOSE, octetsOfUuid(userId));

/** The account of a token; undefined for one that was not made here. */
export function digestOwner(key: string, token: string): UserId | undefined {
  const id = TOKEN.test(token) ? openTag(key, PURPOSE, token, ID) : undefined;
  return id && (uuidOfOctets(id) as UserId);
}
