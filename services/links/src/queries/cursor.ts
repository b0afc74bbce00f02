import { createHash } from "node:crypto";
import { LATEST_MS, SatchelError, texts, TITLE_KEY_CHARS, type UserId } from "@satchel/contracts";
import type { OrderedFilters } from "./filters.ts";
import { ORDERS } from "./orders.ts";

/** A link's place in a list: the value of the list's order, a date or a title key, and its position. */
interface ListPlace {
  readonly by: Date | string;
  readonly position: number;
}

/** Characters of a digest, which distinguishes lists; a cursor is no secret and grants no access. */
const DIGEST_CHARS = 8;

function digestOf(
  userId: UserId,
  { favorites_only, unvisited_only, folder_id, sort = "newest" }: OrderedFilters,
): string {
  const list = [userId, favorites_only === true, unvisited_only === true, folder_id ?? null];
  return createHash("sha256")
    .update(JSON.stringify(sort === "newest" ? list : [...list, sort]))
    .digest("base64url")
    .slice(0, DIGEST_CHARS);
}

/** A place as text, valid for this list only. */
export const writeListCursor = (userId: UserId, list: OrderedFilters, { by, position }: ListPlace): string =>
  [
    digestOf(userId, list),
    typeof by === "string" ? Buffer.from(by).toString("base64url") : by.getTime().toString(36),
    position.toString(36),
  ].join(".");

/** A digest, a value of the order, and a sequence below 2^53. */
const CURSOR = /^([\w-]{8})\.(-?[\w-]*)\.([0-9a-z]{1,10})$/;
/** A time in milliseconds of the years 1 to 9999, which ECMAScript and PostgreSQL write in the same form. */
const TIME = /^-?[0-9a-z]{1,10}$/;
const EARLIEST = Date.parse("0001-01-01T00:00:00.000Z");

/**
 * Reads a cursor.
 * @throws {SatchelError} `invalid` when it is malformed, or of another list
 */
export function readListCursor(userId: UserId, list: OrderedFilters, cursor: string): ListPlace {
  const [, digest, written = "", sequence = ""] = CURSOR.exec(cursor) ?? [];
  const by = ORDERS[list.sort ?? "newest"].by === "saved_at" ? timeOf(written) : titleKeyOf(written);
  const position = Number.parseInt(sequence, 36);
  if (digest !== digestOf(userId, list) || by === undefined || !Number.isSafeInteger(position)) {
    throw new SatchelError("invalid", texts.links.cursor);
  }
  return { by, position };
}

function timeOf(written: string): Date | undefined {
  const time = TIME.test(written) ? Number.parseInt(written, 36) : Number.NaN;
  return time >= EARLIEST && time <= LATEST_MS ? new Date(time) : undefined;
}

/** Undefined when it is no UTF-8, or has a NUL, which PostgreSQL does not store. */
function titleKeyOf(written: string): string | undefined {
  try {
    const key = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(written, "base64url"));
    return key.includes("\0") || key.length > 2 * TITLE_KEY_CHARS ? undefined : key;
  } catch {
    return undefined;
  }
}
