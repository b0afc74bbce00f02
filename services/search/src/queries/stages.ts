import type { Candidate, Find, Place } from "./candidates.ts";

/**
 * The number of matching links that are ranked together: first the newest ones, then the next as many. They fill a few
 * screens, so the best of them are on the first screen. Ranking all matches of a common word would cost too much.
 */
export const RANKED_LINKS = 100;

/** A window of links that are ranked together, and one of them. */
export interface Window {
  /** Its first link. */
  readonly top: Place;
  /** Its last link. */
  readonly bottom: Place;
  readonly last: Place & { readonly rank: number };
}

/** Where a page ended: in which of the stages of a search, and in which window of it. */
export interface Position extends Window {
  readonly stage: number;
}

export type Hit = Position & { readonly last: Candidate };

const isAfter = (a: Place, b: Place): boolean => a.at < b.at || (a.at === b.at && a.position < b.position);

const byPlace = (a: Place, b: Place): number => b.at - a.at || b.position - a.position;
const byRank = (a: Window["last"], b: Window["last"]): number => b.rank - a.rank || byPlace(a, b);

/** What a search finds after a position: window after window, the best of each first. Without ranks, in the order of the list. */
async function* windowsOf(
  find: Find,
  start: Window | undefined,
  isRanked: boolean,
): AsyncGenerator<Omit<Hit, "stage">> {
  // The first window is found again from its first link.
  let window = start;
  let after = start && { at: start.top.at, position: start.top.position + 1 };
  for (;;) {
    const found = await find(after, RANKED_LINKS + 1, isRanked);
    const top = window?.top ?? found[0];
    const bottom = window?.bottom ?? found.slice(0, RANKED_LINKS).at(-1);
    if (top === undefined || bottom === undefined) return;
    const ranked = found.filter((candidate) => !isAfter(candidate, bottom)).sort(byRank);
    for (const last of ranked) {
      if (window === undefined || byRank(window.last, last) < 0) yield { top, bottom, last };
    }
    if (ranked.length === found.length) return;
    window = undefined;
    after = bottom;
  }
}

/** The next links that a search finds: all of its first stage, then those of the next one. */
export async function findNext(
  stages: readonly Find[],
  start: Position | undefined,
  { isRanked, limit }: { readonly isRanked: boolean; readonly limit: number },
): Promise<readonly Hit[]> {
  const found: Hit[] = [];
  for (const [stage, find] of stages.entries()) {
    if (stage < (start?.stage ?? 0)) continue;
    for await (const hit of windowsOf(find, stage === start?.stage ? start : undefined, isRanked)) {
      found.push({ ...hit, stage });
      if (found.length === limit) return found;
    }
  }
  return found;
}

/** The newest of both, in which no link is twice. */
export const eitherOf =
  (...finds: readonly Find[]): Find =>
  async (after, limit, isRanked) => {
    const found = await Promise.all(finds.map((find) => find(after, limit, isRanked)));
    return found.flat().sort(byPlace).slice(0, limit);
  };
