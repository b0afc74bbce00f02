import { BOOKMARK_PAGE_SIZE, BOOKMARK_PAGE_SIZE_MAX } from "@satchel/contracts";
import type { DoorCall } from "./call.ts";

/** A part of a list. */
export interface Range {
  readonly limit: number;
  readonly offset: number;
}

/** Rows of an archive that can be skipped: more than any has. PostgreSQL's offset is an integer of 64 bits. */
const OFFSET_MAX = 2 ** 31 - 1;

const whole = (text: string | undefined, least: number, most: number): number | undefined => {
  const number = text !== undefined && /^\s*\+?\d+\s*$/.test(text) ? Number(text) : -1;
  return number < least ? undefined : Math.min(number, most);
};

/** The part that a query asks for: what is no number counts as missing. */
export const rangeOf = ({ query }: Pick<DoorCall, "query">): Range => ({
  limit: whole(query("limit"), 1, BOOKMARK_PAGE_SIZE_MAX) ?? BOOKMARK_PAGE_SIZE,
  offset: whole(query("offset"), 0, OFFSET_MAX) ?? 0,
});

/** The beginning of a list's answer: its length, and the addresses of the parts behind and before this one. */
export function pageHead(
  { request }: Pick<DoorCall, "request">,
  origin: string,
  { limit, offset }: Range,
  count: number,
): { readonly count: number; readonly next: string | null; readonly previous: string | null } {
  const urlOf = (start: number): string => {
    const url = new URL(request.url, origin);
    url.searchParams.set("limit", String(limit));
    url.searchParams.set("offset", String(start));
    if (start <= 0) url.searchParams.delete("offset");
    url.searchParams.sort();
    return origin + url.pathname + url.search;
  };
  return {
    count,
    next: offset + limit >= count ? null : urlOf(offset + limit),
    previous: offset <= 0 ? null : urlOf(offset - limit),
  };
}

/** A list that is in memory as one part of itself. */
export const pageOf = (call: DoorCall, origin: string, results: readonly unknown[]) => {
  const range = rangeOf(call);
  const part = results.slice(range.offset, range.offset + range.limit);
  return { ...pageHead(call, origin, range, results.length), results: part };
};
