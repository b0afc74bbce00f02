import { NEXT_CURSOR } from "@satchel/contracts";
import type { AnswerMeta } from "./api.ts";

/** What a page of an answer has: the cursor of the next one; null at the end. */
export interface PageCursor {
  readonly next: string | null;
}

/** The cursor in an answer's headers. */
export const nextIn = (meta: AnswerMeta | undefined): string | null => meta?.headers.get(NEXT_CURSOR) ?? null;

/** Options of an infinite query whose pages are `PageCursor`. */
export const byCursor = { initialPageParam: null, getNextPageParam: ({ next }: PageCursor) => next };
