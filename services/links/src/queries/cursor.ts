import { createHash } from "node:crypto";
import { SatchelError, texts, type UserId } from "@satchel/contracts";
import type { ListFilters } from "./list.ts";

/** A link's place in lists, which are ordered by it downwards. */
export interface ListPlace {
  readonly savedAt: Date;
  readonly position: number;
}

/** Characters that tell one list from another; a cursor is no secret and opens nothing. */
const DIGEST_CHARS = 8;

const digestOf = (userId: UserId, { favorites_only, unvisited_only, folder_id }: ListFilters): string =>
  createHash("sha256")
    .update(JSON.stringify([userId, favorites_only === true, unvisited_only === true, folder_id ?? null]))
    .digest("base64url")
    .slice(0, DIGEST_CHARS);

/** A place as text that goes with this list alone. */
export const writeListCursor = (userId: UserId, filters: ListFilters, { savedAt, position }: ListPlace): string =>
  [digestOf(userId, filters), savedAt.getTime().toString(36), position.toString(36)].join(".");

/** A millisecond of ECMAScript's dates (21.4.1.1) and a sequence below 2^53. */
const CURSOR = /^([\w-]{8})\.(-?[0-9a-z]{1,10})\.([0-9a-z]{1,10})$/;

/**
 * Reads a cursor.
 * @throws {SatchelError} `invalid` when it is none, or one of another list
 */
export function readListCursor(userId: UserId, filters: ListFilters, cursor: string): ListPlace {
  const [, digest, time = "", sequence = ""] = CURSOR.exec(cursor) ?? [];
  const savedAt = new Date(Number.parseInt(time, 36));
  const position = Number.parseInt(sequence, 36);
  if (digest !== digestOf(userId, filters) || Number.isNaN(savedAt.getTime()) || !Number.isSafeInteger(position)) {
    throw new SatchelError("invalid", texts.links.cursor);
  }
  return { savedAt, position };
}
