import { createHash } from "node:crypto";
import { SatchelError, texts } from "@satchel/contracts";
import type { Position } from "./stages.ts";

/** The end of a page of results. */
export interface Cursor extends Position {
  /** Whether similar words are searched, too. */
  readonly near: boolean;
}

/** Characters of a digest, which distinguishes searches; a cursor is no secret and grants no access. */
const DIGEST_CHARS = 10;

/** A cursor as text, with a digest of it and of its search, which is any JSON value. */
export const writeCursor = (search: unknown, cursor: Cursor): string => written(search, JSON.stringify(cursor));

function written(search: unknown, cursor: string): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([search, cursor]))
    .digest("base64url");
  return Buffer.from(digest.slice(0, DIGEST_CHARS) + cursor).toString("base64url");
}

/**
 * Reads a cursor.
 * @throws {SatchelError} `invalid` where {@link writeCursor} did not make it for this search
 */
export function readCursor(search: unknown, text: string): Cursor {
  const cursor = Buffer.from(text, "base64url").subarray(DIGEST_CHARS).toString();
  if (text !== written(search, cursor)) throw new SatchelError("invalid", texts.links.cursor);
  return JSON.parse(cursor) as Cursor;
}
