import type { LinkId, UserId } from "@satchel/contracts";
import { v5 } from "uuid";

/**
 * The id of a user's link: UUIDv5 (RFC 9562 section 5.5) of the canonical URL in the user's namespace. Saving twice, by
 * whatever way, can't make a second copy.
 */
export const linkIdOf = (userId: UserId, canonicalUrl: string): LinkId => v5(canonicalUrl, userId) as LinkId;

/** What tells that links of a user lead to the same page: {@link Destination.pageKey} in the user's namespace. */
export const pageIdOf = (userId: UserId, pageKey: string): string => v5(`page ${pageKey}`, userId);

/** The id of the command that saves one link of a mail: it follows from both, so a mail worked on twice saves once. */
export const savingOf = (mailEventId: string, linkId: LinkId): string => v5(linkId, mailEventId);
