import { createHash } from "node:crypto";
import { LATEST_MS, SatchelError, texts } from "@satchel/contracts";
import type { Place } from "./candidates.ts";
import type { Position } from "./stages.ts";

/** The end of a page of results. */
export interface Cursor extends Position {
  /** Whether similar words are searched, too. */
  readonly near: boolean;
}

/** Characters of a digest, which distinguishes searches; a cursor is no secret and grants no access. */
const DIGEST_CHARS = 10;

/** A short digest of a search; `search` is any JSON value. */
export const digestOf = (search: unknown): string =>
  createHash("sha256").update(JSON.stringify(search)).digest("base64url").slice(0, DIGEST_CHARS);

/** A cursor as text, valid for this search only. */
export function writeCursor(digest: string, { top, bottom, last, stage, near }: Cursor): string {
  const places = [top, bottom, last].flatMap(({ at, position }) => [at, position]);
  const numbers = [...places, last.rank, stage, Number(near)];
  return [digest, ...numbers.map((number) => number.toString(36))].join(".");
}

const NUMBERS = /^([\w-]{10})((?:\.-?[0-9a-z]{1,11}){7})\.([01])\.([01])$/;

/**
 * Reads a cursor.
 * @throws {SatchelError} `invalid` when it is malformed, or of another search
 */
export function readCursor(digest: string, text: string): Cursor {
  const [, of, list = "", stage, near] = NUMBERS.exec(text) ?? [];
  const numbers = list
    .split(".")
    .slice(1)
    .map((part) => Number.parseInt(part, 36));
  // The defaults are for the compiler: a text that matches has all of them.
  const [top, bottom, last] = [0, 2, 4].map((n) => ({ at: numbers[n] ?? 0, position: numbers[n + 1] ?? 0 }));
  const isTime = (place?: Place): place is Place => place !== undefined && place.at >= 0 && place.at <= LATEST_MS;
  if (of !== digest || !isTime(top) || !isTime(bottom) || !isTime(last) || !numbers.every(Number.isSafeInteger)) {
    throw new SatchelError("invalid", texts.links.cursor);
  }
  return { top, bottom, last: { ...last, rank: numbers[6] ?? 0 }, stage: Number(stage), near: near === "1" };
}
