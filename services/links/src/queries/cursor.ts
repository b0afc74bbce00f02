import { PlaceSequence, PlaceTime, readCursor, writeCursor } from "@satchel/chassis";
import { TITLE_KEY_CHARS, type UserId } from "@satchel/contracts";
import Type from "typebox";
import type { OrderedFilters } from "./filters.ts";
import { ORDERS } from "./orders.ts";

/** A link's place in a list: the value of the list's order, a date or a title key, and its position. */
interface ListPlace {
  readonly by: Date | string;
  readonly position: number;
}

const TimePlace = Type.Tuple([PlaceTime, PlaceSequence]);

/** PostgreSQL stores no NUL. */
const TitleKey = Type.String({ maxLength: 2 * TITLE_KEY_CHARS, pattern: "^[^\\u0000]*$" });
const TitlePlace = Type.Tuple([TitleKey, PlaceSequence]);

const listOf = (
  userId: UserId,
  { favorites_only, unvisited_only, folder_id, sort = "newest" }: OrderedFilters,
): unknown => [userId, favorites_only === true, unvisited_only === true, folder_id, sort];

/** A place as text, valid for this list only. */
export const writeListCursor = (userId: UserId, list: OrderedFilters, { by, position }: ListPlace): string =>
  writeCursor(listOf(userId, list), [typeof by === "string" ? by : by.getTime(), position]);

/** Reads a cursor. @throws {SatchelError} `invalid` when it is malformed, or of another list */
export function readListCursor(userId: UserId, list: OrderedFilters, cursor: string): ListPlace {
  if (ORDERS[list.sort ?? "newest"].by === "title_key") {
    const [by, position] = readCursor(listOf(userId, list), TitlePlace, cursor);
    return { by, position };
  }
  const [time, position] = readCursor(listOf(userId, list), TimePlace, cursor);
  return { by: new Date(time), position };
}
