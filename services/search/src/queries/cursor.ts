import { createHash } from "node:crypto";
import { LATEST_MS, SatchelError, texts } from "@satchel/contracts";
import type { Place } from "./candidates.ts";

/**
 * The end of a page of results. Links are ranked one window at a time, so it has the places of the window's first and last
 * link, and rank and place of the last link on the page. In a list without ranks, the rank is 0.
 */
export interface Cursor {
  readonly top: Place;
  readonly bottom: Place;
  readonly last: Place & { readonly rank: number };
  readonly stage: Stage;
}

/**
 * What is searched: the words of links, similar words in their place, passages, or passages from their first one, where the
 * places say nothing.
 */
export const STAGES = ["words", "near", "passages", "firstPassages"] as const;
export type Stage = (typeof STAGES)[number];

/** Characters of a digest, which distinguishes searches; a cursor is no secret and grants no access. */
const DIGEST_CHARS = 10;

/** A short digest of a search; `search` is any JSON value. */
export const digestOf = (search: unknown): string =>
  createHash("sha256").update(JSON.stringify(search)).digest("base64url").slice(0, DIGEST_CHARS);

/** A cursor as text, valid for this search only. */
export function writeCursor(digest: string, { top, bottom, last, stage }: Cursor): string {
  const numbers = [
    top.at,
    top.position,
    bottom.at,
    bottom.position,
    last.at,
    last.position,
    last.rank,
    STAGES.indexOf(stage),
  ];
  return [digest, ...numbers.map((number) => number.toString(36))].join(".");
}

const NUMBERS = /^([\w-]{10})((?:\.-?[0-9a-z]{1,11}){8})$/;

/**
 * Reads a cursor.
 * @throws {SatchelError} `invalid` when it is malformed, or of another search
 */
export function readCursor(digest: string, text: string): Cursor {
  const [, of, list = ""] = NUMBERS.exec(text) ?? [];
  const numbers = list
    .split(".")
    .slice(1)
    .map((part) => Number.parseInt(part, 36));
  // The default is for the compiler: a text that matches has all of them.
  const [topAt = -1, topPosition = 0, bottomAt = -1, bottomPosition = 0, at = -1, position = 0, rank = 0, stage = -1] =
    numbers;
  const areTimes = [topAt, bottomAt, at].every((time) => time >= 0 && time <= LATEST_MS);
  const searched = STAGES[stage];
  if (searched === undefined || of !== digest || !areTimes || !numbers.every(Number.isSafeInteger)) {
    throw new SatchelError("invalid", texts.links.cursor);
  }
  return {
    top: { at: topAt, position: topPosition },
    bottom: { at: bottomAt, position: bottomPosition },
    last: { at, position, rank },
    stage: searched,
  };
}
