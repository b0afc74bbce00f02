import { createHash } from "node:crypto";
import { SatchelError, texts, type UserId } from "@satchel/contracts";

/**
 * Characters of a digest of the user's id: a cursor of another user is refused. It is no secret and gives no access.
 */
const DIGEST_CHARS = 8;

const digestOf = (userId: UserId): string =>
  createHash("sha256").update(`captures ${userId}`).digest("base64url").slice(0, DIGEST_CHARS);

/** A position in a user's list, as a text that is valid for this user only. */
export const writeCursor = (userId: UserId, position: number): string => `${digestOf(userId)}.${position.toString(36)}`;

/** The digest and a sequence below 2^53. */
const CURSOR = /^([\w-]{8})\.([0-9a-z]{1,11})$/;

/**
 * Reads a cursor.
 * @throws {SatchelError} `invalid` when it is malformed, or another user's
 */
export function readCursor(userId: UserId, cursor: string): number {
  const [, digest, sequence = ""] = CURSOR.exec(cursor) ?? [];
  const position = Number.parseInt(sequence, 36);
  if (digest !== digestOf(userId) || !Number.isSafeInteger(position)) {
    throw new SatchelError("invalid", texts.links.cursor);
  }
  return position;
}
