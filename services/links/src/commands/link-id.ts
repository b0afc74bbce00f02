import { createHmac } from "node:crypto";
import type { LinkId, UserId } from "@satchel/contracts";
import { stringify, v5 } from "uuid";

/**
 * Makes the ids of new links: the first 16 octets of an HMAC-SHA-256 of user and canonical URL under the installation's key,
 * as a UUIDv8 (RFC 9562 section 5.8). Saving twice gives one link. Ids of erased links stay in the journal; without the key
 * they don't reveal whether a URL was saved (decision 1).
 * @param key the installation's key for addresses; the line breaks in the hashed text distinguish links from addresses
 */
export const keyedLinkIds =
  (key: string): LinkIds =>
  (userId, canonicalUrl) => {
    const octets = createHmac("sha256", key).update(`link\n${userId}\n${canonicalUrl}`).digest().subarray(0, 16);
    octets.writeUInt8(0x80 | (octets.readUInt8(6) & 0x0f), 6);
    octets.writeUInt8(0x80 | (octets.readUInt8(8) & 0x3f), 8);
    return stringify(octets) as LinkId;
  };

/** The id that a user's link of this canonical URL gets. */
export type LinkIds = (userId: UserId, canonicalUrl: string) => LinkId;

/** An id that is equal for links of a user that lead to the same page: {@link Destination.pageKey} in the user's namespace. */
export const pageIdOf = (userId: UserId, pageKey: string): string => v5(`page ${pageKey}`, userId);

/** The id of the command that saves one link of a mail: derived from both, so a redelivered mail saves once. */
export const savingOf = (mailEventId: string, linkId: LinkId): string => v5(linkId, mailEventId);
