import type { LinkId } from "@satchel/contracts";
import type { Terms } from "../domain/terms.ts";
import type { Candidate, Matches, Place, Scope } from "./candidates.ts";
import type { Cursor, Stage, Window } from "./cursor.ts";

/**
 * The number of matching links that are ranked together: first the newest ones, then the next as many. They fill a few
 * screens, so the best of them are on the first screen. Ranking all matches of a common word would cost too much.
 */
export const RANKED_LINKS = 100;

/** Finds the newest matching links after a place in the list. */
export type Find = (after: Place | undefined, limit: number, want: Scope["want"]) => Promise<Matches>;

export interface Finder {
  readonly terms: Terms;
  /** Those found by their own words. */
  readonly find: Find;
  /** Those found by a passage alone. */
  readonly findPassages: Find;
  /** The words of a passage, as `tsquery`. */
  readonly passage: string | undefined;
}

export interface Opened extends Finder {
  /** The same search with similar words in place of those that nothing has; undefined when there are none. */
  near(): Promise<Finder | undefined>;
}

export const isAfter = (a: Place, b: Place): boolean => a.at < b.at || (a.at === b.at && a.position < b.position);

/** Shown links, and where the next ones begin. */
interface Page<Next = Window> {
  readonly shown: Candidate[];
  readonly next: Next | undefined;
}

/** The next links of a list, in its order. */
async function inListOrder(find: Find, start: Window | undefined, wanted: number): Promise<Page> {
  const { candidates: found } = await find(start?.last, wanted + 1, "places");
  const shown = found.slice(0, wanted);
  const last = shown.at(-1);
  const next = last === undefined || found.length <= wanted ? undefined : { top: last, bottom: last, last };
  return { shown, next };
}

const byRank = (a: Window["last"], b: Window["last"]): number =>
  b.rank - a.rank || b.at - a.at || b.position - a.position;

/** The next links, one window after the other, the best of each window first. */
async function inRankOrder(find: Find, start: Window | undefined, wanted: number): Promise<Page> {
  const shown: Candidate[] = [];
  // A page may end within a window: the next page finds that window again from its first link.
  let first: Window | undefined = start;
  let after = start && { at: start.top.at, position: start.top.position + 1 };
  for (;;) {
    const { candidates: found } = await find(after, RANKED_LINKS + 1, "ranks");
    const top = first?.top ?? found[0];
    const bottom = first?.bottom ?? found.slice(0, RANKED_LINKS).at(-1);
    if (top === undefined || bottom === undefined) return { shown, next: undefined };
    const last = first?.last;
    const left = found
      .filter((candidate) => !isAfter(candidate, bottom) && (last === undefined || byRank(last, candidate) < 0))
      .sort(byRank);
    const taken = left.slice(0, wanted - shown.length);
    shown.push(...taken);
    const end = shown.at(-1);
    const isLastWindow = !found.some((candidate) => isAfter(candidate, bottom));
    if (shown.length === wanted && end !== undefined && (taken.length < left.length || !isLastWindow)) {
      return { shown, next: { top, bottom, last: end } };
    }
    if (isLastWindow) return { shown, next: undefined };
    first = undefined;
    after = bottom;
  }
}

interface Found<Next = Cursor> extends Page<Next> {
  /** Those of the shown links that were found by a passage. */
  readonly inPassages: readonly LinkId[];
}

/** A window in a stage. */
type Position = Omit<Cursor, "near">;

/** Links by their own words, then by passages. */
export async function inStages(finder: Finder, start: Position | undefined, wanted: number): Promise<Found<Position>> {
  const ofStage = (stage: Stage, page: Page): Page<Position> => ({
    ...page,
    next: page.next && { ...page.next, stage },
  });
  const isFirst = start === undefined || start.stage === "words";
  const page = isFirst
    ? ofStage("words", await inRankOrder(finder.find, start, wanted))
    : { shown: [], next: undefined };
  if (page.next !== undefined) return { ...page, inPassages: [] };
  const left = wanted - page.shown.length;
  if (left === 0) {
    const { number } = await finder.findPassages(undefined, 1, "number");
    const last = page.shown.at(-1);
    const next =
      last === undefined || number === 0
        ? undefined
        : { top: last, bottom: last, last, stage: "firstPassages" as const };
    return { ...page, next, inPassages: [] };
  }
  const from = start?.stage === "passages" ? start : undefined;
  const more = ofStage("passages", await inRankOrder(finder.findPassages, from, left));
  return { shown: [...page.shown, ...more.shown], next: more.next, inPassages: more.shown.map(({ id }) => id) };
}

/** Links in the order of the list, by their own words or by passages. */
export async function inList(finder: Finder, start: Position | undefined, wanted: number): Promise<Found<Position>> {
  const { shown, next } = await inListOrder(findBoth(finder), start, wanted);
  return { shown, next: next && { ...next, stage: "words" }, inPassages: [] };
}

/** The links that `search` finds; where a search finds none from its beginning, those with similar words. */
export async function orNear(
  opened: Opened,
  start: Cursor | undefined,
  search: (finder: Finder) => Promise<Found<Position>>,
): Promise<{ found: Found; finder: Finder }> {
  const searchIn = async (finder: Finder, near: boolean): Promise<{ found: Found; finder: Finder }> => {
    const { next, ...found } = await search(finder);
    return { found: { ...found, next: next && { ...next, near } }, finder };
  };
  const near = start?.near === true ? await opened.near() : undefined;
  const first = await searchIn(near ?? opened, near !== undefined);
  if (start !== undefined || first.found.shown.length > 0) return first;
  const other = await opened.near();
  return other === undefined ? first : searchIn(other, true);
}

/** The newest of both: found by their own words, or by a passage. */
export const findBoth =
  ({ find, findPassages }: Finder): Find =>
  async (after, limit, want) => {
    const own = await find(after, limit, want);
    // Their number is all that is asked for, and no link is in both.
    if (want === "number" && own.number >= limit) return own;
    const more = await findPassages(after, limit, want);
    const candidates = [...own.candidates, ...more.candidates].sort((a, b) => (isAfter(a, b) ? 1 : -1)).slice(0, limit);
    return { candidates, number: own.number + more.number };
  };
