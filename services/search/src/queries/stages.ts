import type { LinkId } from "@satchel/contracts";
import type { Find, Place } from "./candidates.ts";
import type { SearchPlace } from "./search-place.ts";

/**
 * The number of matching links that are ranked: the newest ones, which fill a few screens. Behind them is the order of the
 * list. Ranking all matches of a common word would cost too much.
 */
export const RANKED_LINKS = 100;

/** Where a page ended. */
export type Position = Omit<SearchPlace, "near">;

/** A link that was found. */
interface Hit {
  readonly id: LinkId;
  /** Where a page ends with it. */
  readonly end: Position;
}

const byPlace = (a: Place, b: Place): number => b.at - a.at || b.position - a.position;
const byRank = (a: Position["last"], b: Position["last"]): number => b.rank - a.rank || byPlace(a, b);
const placeOf = ({ at, position }: Place = { at: 0, position: 0 }): Place => ({ at, position });

/**
 * The next links of searches, one search after the other: the best of its newest links first, then the others in the order
 * of the list.
 * @param start where the page before ended
 */
export async function findNext(
  searches: readonly Find[],
  start: Position | undefined,
  { isRanked, limit }: { readonly isRanked: boolean; readonly limit: number },
): Promise<readonly Hit[]> {
  const found: Hit[] = [];
  for (const [stage, find] of searches.entries()) {
    if (stage < (start?.stage ?? 0)) continue;
    const from = stage === start?.stage ? start : undefined;
    let after: Place | undefined = from?.last;
    if (isRanked && (from === undefined || from.ranked !== undefined)) {
      // On a later page the newest links are found again. As many may have been put between them since.
      const { top } = from?.ranked ?? {};
      const newest = await find(top && { ...top, position: top.position + 1 }, RANKED_LINKS * (top ? 2 : 1), true);
      const ranked = from?.ranked ?? { top: placeOf(newest[0]), bottom: placeOf(newest.at(-1)) };
      for (const { id, ...last } of newest.toSorted(byRank)) {
        const isShown = from !== undefined && byRank(last, from.last) <= 0;
        if (!isShown && byPlace(last, ranked.bottom) <= 0) found.push({ id, end: { stage, ranked, last } });
      }
      if (from === undefined && newest.length < RANKED_LINKS) continue;
      after = ranked.bottom;
    }
    const others = found.length < limit ? await find(after, limit - found.length, false) : [];
    found.push(...others.map(({ id, ...last }) => ({ id, end: { stage, last } })));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** The newest of both, in which no link is twice. */
export const eitherOf =
  (...finds: readonly Find[]): Find =>
  async (after, limit, isRanked) => {
    const found = await Promise.all(finds.map((find) => find(after, limit, isRanked)));
    return found.flat().sort(byPlace).slice(0, limit);
  };
