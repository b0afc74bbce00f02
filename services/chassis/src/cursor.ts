import { createHash } from "node:crypto";
import { LATEST_MS, SatchelError, laterTexts } from "@satchel/contracts";
import Type, { type Static, type TSchema } from "typebox";
import { Value } from "typebox/value";

/** A time of the years 1 to 9999, in milliseconds since 1970: ECMAScript and PostgreSQL write these in the same form. */
export const PlaceTime = Type.Integer({ minimum: Date.parse("0001-01-01T00:00:00.000Z"), maximum: LATEST_MS });

/** A sequence of the journal; 0 for none. */
export const PlaceSequence = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Characters of a digest that distinguishes lists; a cursor is no secret and gives no access. */
const DIGEST_CHARS = 8;

/**
 * A place in a list as text, where its next page begins.
 * @param list any JSON value that names the list and its owner: the cursor is valid for this list only
 */
export function writeCursor(list: unknown, place: unknown): string {
  const digest = createHash("sha256").update(JSON.stringify(list)).digest("base64url").slice(0, DIGEST_CHARS);
  return Buffer.from(JSON.stringify([digest, place])).toString("base64url");
}

/**
 * Reads a cursor.
 * @throws {SatchelError} `invalid` when it is malformed, or of another list
 */
export function readCursor<Place extends TSchema>(list: unknown, place: Place, cursor: string): Static<Place> {
  try {
    const [, found] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    // Base64 is read leniently: only the one spelling that was written is a cursor.
    if (Value.Check(place, found) && writeCursor(list, found) === cursor) return found;
  } catch {
    // No JSON.
  }
  throw new SatchelError("invalid", laterTexts.lists.cursor);
}
