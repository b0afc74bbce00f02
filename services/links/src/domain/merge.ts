import {
  type BulkId,
  type Decision,
  type EventOf,
  happened,
  type LinkChanged,
  type LinkId,
  MERGED_VISITS,
  MERGES_REMEMBERED,
  NOTES_CHARS,
  rejected,
  TAGS_PER_LINK,
  laterTexts,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { notFound } from "./link.ts";
import { type FieldsBefore, type LinkState, shownTags } from "./link-state.ts";
import { withNote } from "./notes.ts";
import { cleanTags, sameTags } from "./tags.ts";

/** A link with all that a merge adds up. */
export interface MergeableLink extends LinkState {
  readonly id: LinkId;
  /** Equal for links to the same page. */
  readonly pageId: string;
  readonly createdAt: Date;
  readonly savedAt: Date;
}

/** A merge. `others` without an entry are no links of the user. */
export interface Merge {
  readonly others: readonly (MergeableLink | undefined)[];
  readonly bulkId: BulkId;
}

const notSamePage = rejected("rejected", laterTexts.duplicates.notSamePage);
const notesTooLong = rejected("rejected", laterTexts.duplicates.mergedNotes);

type Data = EventOf<typeof LinkChanged>["data"];
type Past = NonNullable<Data["past"]>;
type Visits = Pick<Past["visits"], "count" | "ofOthers">;

/**
 * The event of the kept link: it gets the tags of all, as many as a link can have, their visits, the earliest dates, a star
 * if one has it, the notes of all, and a folder if it has none. Title and description stay. Links count in the order in
 * which they were first saved. An other link that this same call has deleted already is merged too: the call is repeated.
 */
export function decideMerge(
  keep: MergeableLink | undefined,
  { others: given, bulkId }: Merge,
): Decision<EventOf<typeof LinkChanged>, never> {
  if (keep === undefined || keep.deletedAt !== null) return notFound;
  const others = given.flatMap((other) =>
    other === undefined || (other.deletedAt !== null && other.lastBulk?.bulkId !== bulkId) ? [] : [other],
  );
  if (others.length < given.length) return notFound;
  if (others.some(({ pageId }) => pageId !== keep.pageId)) return notSamePage;
  const links = [keep, ...others.sort((a, b) => Number(a.createdAt) - Number(b.createdAt))];

  const notes = unitedNotes(links);
  if (notes.length > NOTES_CHARS) return notesTooLong;
  const tags = cleanTags(links.flatMap(shownTags)).slice(0, TAGS_PER_LINK);
  const folderId = links.find((link) => link.folderId !== null)?.folderId ?? null;
  const isFavorite = links.some((link) => link.isFavorite);
  const changes = {
    ...(isFavorite === keep.isFavorite ? {} : { isFavorite }),
    ...(folderId === keep.folderId ? {} : { folderId }),
    ...(notes === (keep.notes ?? "") ? {} : { notes }),
    ...(sameTags(tags, shownTags(keep)) ? {} : { tags }),
    past: pastOf(links, unitedVisits(keep, others)),
  };
  const before: FieldsBefore = {
    ...("isFavorite" in changes ? { isFavorite: keep.isFavorite } : {}),
    ...("folderId" in changes ? { folderId: keep.folderId } : {}),
    ...("notes" in changes ? { notes: keep.notes ?? "" } : {}),
    ...("tags" in changes ? { tags: keep.tags === null ? null : [...keep.tags] } : {}),
    past: pastOf([keep], { count: keep.visitCount, ofOthers: keep.mergedVisits }),
    ...beforeEarlierMerge(keep, bulkId),
  };
  const merged = others.length;
  return happened({ type: "LinkChanged", data: { ...changes, merged, bulk: { bulkId, before } } });
}

/** What the link was before an earlier merge of the same call, which is undone together with this one. */
function beforeEarlierMerge({ lastBulk }: MergeableLink, bulkId: BulkId): FieldsBefore {
  return lastBulk?.bulkId === bulkId && lastBulk.undo.kind === "change" ? lastBulk.undo.before : {};
}

/** The notes of links, none of them twice. */
const unitedNotes = (links: readonly MergeableLink[]): string =>
  links.reduce((united, { notes }) => withNote(united, notes) ?? united, "");

/**
 * The visits of all links: each link's own ones and those of others that earlier merges have added to it, per link and
 * each once, whichever of them were merged before.
 */
function unitedVisits(keep: MergeableLink, others: readonly MergeableLink[]): Visits {
  const visits = new Map<LinkId, number>();
  const count = (id: LinkId, number: number): void => {
    const known = visits.get(id) ?? 0;
    // Removed first, so that the last merged link is the last.
    visits.delete(id);
    visits.set(id, Math.max(known, number));
  };
  for (const { id, visitCount, mergedVisits } of [keep, ...others]) {
    for (const merged of mergedVisits) count(merged.linkId, merged.visits);
    count(id, visitCount - sum(mergedVisits.map((merged) => merged.visits)));
  }
  const ofOthers = [...visits].flatMap(([linkId, number]) =>
    linkId === keep.id || number === 0 ? [] : [{ linkId, visits: number }],
  );
  return { count: Math.min(sum([...visits.values()]), MERGED_VISITS), ofOthers: ofOthers.slice(-MERGES_REMEMBERED) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function pastOf(links: readonly MergeableLink[], visits: Visits): Past {
  const first = timesOf(links, "firstVisitedAt").at(0);
  const last = timesOf(links, "lastVisitedAt").at(-1);
  return {
    createdAt: new Date(Math.min(...links.map(({ createdAt }) => Number(createdAt)))).toISOString(),
    savedAt: new Date(Math.min(...links.map(({ savedAt }) => Number(savedAt)))).toISOString(),
    visits: {
      count: visits.count,
      ...compact({ firstAt: first?.toISOString(), lastAt: last?.toISOString() }),
      ofOthers: [...visits.ofOthers],
    },
  };
}

const timesOf = (links: readonly MergeableLink[], field: "firstVisitedAt" | "lastVisitedAt"): Date[] =>
  links.flatMap((link) => link[field] ?? []).sort((a, b) => Number(a) - Number(b));
