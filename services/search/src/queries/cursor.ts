import { createHash } from "node:crypto";
import { LATEST_MS, SatchelError, texts } from "@satchel/contracts";
import type { Place } from "./candidates.ts";

/**
 * Where a page of found links ends. Links are ranked a window at a time, so it holds the places of the window's first and
 * last link besides rank and place of the last link that was shown. A list without ranks is one whose rank is 0.
 */
export interface Cursor {
  readonly top: Place;
  readonly bottom: Place;
  readonly last: Place & { readonly rank: number };
  /** Whether near words were searched for. */
  readonly near: boolean;
}

/** Characters that tell a search from another; a cursor is no secret and opens nothing. */
const DIGEST_CHARS = 10;

/** A short mark of what was searched; `search` is anything that JSON can hold. */
export const digestOf = (search: unknown): string =>
  createHash("sha256").update(JSON.stringify(search)).digest("base64url").slice(0, DIGEST_CHARS);

/** A cursor as text that goes with this search alone. */
export function writeCursor(digest: string, { top, bottom, last, near }: Cursor): string {
  const numbers = [top.at, top.position, bottom.at, bottom.position, last.at, last.position, last.rank, Number(near)];
  return [digest, ...numbers.map((number) => number.toString(36))].join(".");
}

const NUMBERS = /^([\w-]{10})((?:\.-?[0-9a-z]{1,11}){8})$/;

/**
 * Reads a cursor.
 * @throws {SatchelError} `invalid` when it is none, or one of another search
 */
export function readCursor(digest: string, text: string): Cursor {
  const [, of, list = ""] = NUMBERS.exec(text) ?? [];
  const numbers = list
    .split(".")
    .slice(1)
    .map((part) => Number.parseInt(part, 36));
  const [topAt, topPosition, bottomAt, bottomPosition, at, position, rank, near] = numbers;
  if (
    of !== digest ||
    topAt === undefined ||
    topPosition === undefined ||
    bottomAt === undefined ||
    bottomPosition === undefined ||
    at === undefined ||
    position === undefined ||
    rank === undefined ||
    ![topAt, bottomAt, at].every((time) => time >= 0 && time <= LATEST_MS) ||
    !numbers.every(Number.isSafeInteger)
  ) {
    throw new SatchelError("invalid", texts.links.cursor);
  }
  return {
    top: { at: topAt, position: topPosition },
    bottom: { at: bottomAt, position: bottomPosition },
    last: { at, position, rank },
    near: near === 1,
  };
}
