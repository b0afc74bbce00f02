import { createHash } from "node:crypto";
import { LATEST_MS, SatchelError, texts } from "@satchel/contracts";
import Type, { type Static } from "typebox";
import { Value } from "typebox/value";

const Whole = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
const place = { at: Type.Integer({ minimum: 0, maximum: LATEST_MS }), position: Whole };
const Place = Type.Object(place);

/** Where a page of results ended. */
const Cursor = Type.Object({
  /** The search that found its last link. */
  stage: Type.Integer({ minimum: 0, maximum: 1 }),
  /** The newest and the oldest of the links that are ranked together; undefined behind them. */
  ranked: Type.Optional(Type.Object({ top: Place, bottom: Place })),
  last: Type.Object({ ...place, rank: Whole }),
  /** Whether similar words are searched, too. */
  near: Type.Boolean(),
});
export type Cursor = Static<typeof Cursor>;

/** Distinguishes searches; a cursor is no secret and grants no access. */
const digestOf = (search: unknown): string => createHash("sha256").update(JSON.stringify(search)).digest("base64url");

/** A cursor as text, valid for this search only, which is any JSON value. */
export const writeCursor = (search: unknown, cursor: Cursor): string =>
  Buffer.from(JSON.stringify([digestOf(search), cursor])).toString("base64url");

/**
 * Reads a cursor.
 * @throws {SatchelError} `invalid` when it is malformed, or of another search
 */
export function readCursor(search: unknown, text: string): Cursor {
  try {
    const [digest, cursor] = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown[];
    if (digest === digestOf(search) && Value.Check(Cursor, cursor)) return cursor;
  } catch {
    // No JSON.
  }
  throw new SatchelError("invalid", texts.links.cursor);
}
