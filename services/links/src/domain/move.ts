import { type BulkId, type FolderId, type LinkEvent, type LinkId, TAGS_PER_LINK } from "@satchel/contracts";
import type { WebAddress } from "./canonical-url.ts";
import { isGone } from "./link.ts";
import { cleanTags, sameTags } from "./tags.ts";

/** What the owner has added to a link, and its place in the archive. */
export interface OwnedLink {
  readonly id: LinkId;
  readonly deletedAt: Date | null;
  readonly title: string | null;
  /** The title without one of the owner's: the page's, or the suggested one. */
  readonly otherTitle: string | null;
  readonly description: string | null;
  readonly notes: string | null;
  readonly tags: readonly string[] | null;
  readonly pageTags: readonly string[];
  readonly isFavorite: boolean;
  readonly folderId: FolderId | null;
  readonly createdAt: Date;
  readonly savedAt: Date;
  readonly visits: { readonly count: number; readonly firstAt: Date | null; readonly lastAt: Date | null };
  /** Where a check found that its page has moved to. */
  readonly newUrl: string | null;
}

/** The move of a link to its page's new address. */
export interface Move {
  readonly old: OwnedLink;
  readonly address: WebAddress;
  readonly bulkId: BulkId;
}

/**
 * The event of the new address: the link is saved there with the owner's data and in the place of the old one. An existing
 * link keeps its data, and gains only tags, folder, star and notes that it lacks.
 * @returns undefined where it lacks nothing
 */
export function decideArrival(found: OwnedLink | undefined, move: Move, now: Date): LinkEvent | undefined {
  const { old, address, bulkId } = move;
  const { url } = address;
  const origin = { kind: "page" as const };
  if (found === undefined || isGone(found, now)) {
    const suggested = old.otherTitle === null ? {} : { suggestedTitle: old.otherTitle };
    const rest = { ...belongings(old), ...suggested, movedFrom: old.id, bulkId };
    return { type: "LinkSaved", data: { url, origin, ...rest } };
  }
  if (found.deletedAt !== null) {
    return { type: "LinkSavedAgain", data: { url, origin, tags: [], ...belongings(old), bulkId } };
  }
  const shown = found.tags ?? found.pageTags;
  const tags = cleanTags([...shown, ...(old.tags ?? [])]).slice(0, TAGS_PER_LINK);
  const gained = {
    ...(sameTags(tags, shown) ? {} : { tags }),
    ...(old.isFavorite && !found.isFavorite ? { isFavorite: true } : {}),
    ...(old.folderId !== null && found.folderId === null ? { folderId: old.folderId } : {}),
    ...(old.notes !== null && found.notes === null ? { notes: old.notes } : {}),
  };
  if (Object.keys(gained).length === 0) return undefined;
  const before = {
    ...("tags" in gained ? { tags: found.tags === null ? null : [...found.tags] } : {}),
    ...("isFavorite" in gained ? { isFavorite: false } : {}),
    ...("folderId" in gained ? { folderId: null } : {}),
  };
  return { type: "LinkChanged", data: { ...gained, bulk: { bulkId, before } } };
}

function belongings(old: OwnedLink) {
  const { title, description, notes, tags, isFavorite, folderId, createdAt, savedAt, visits } = old;
  const { count, firstAt, lastAt } = visits;
  return {
    ...(title === null ? {} : { title }),
    ...(description === null ? {} : { description }),
    ...(notes === null ? {} : { notes }),
    ...(tags === null ? {} : { tags: [...tags] }),
    isFavorite,
    folderId,
    createdAt: createdAt.toISOString(),
    savedAt: savedAt.toISOString(),
    ...(count === 0
      ? {}
      : {
          visits: {
            count,
            ...(firstAt === null ? {} : { firstAt: firstAt.toISOString() }),
            ...(lastAt === null ? {} : { lastAt: lastAt.toISOString() }),
          },
        }),
  };
}
