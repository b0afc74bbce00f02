import { type BulkId, type LinkEvent, type LinkId, TAGS_PER_LINK } from "@satchel/contracts";
import type { WebAddress } from "./canonical-url.ts";
import { isPurgeable } from "./link.ts";
import { type LinkState, shownTags } from "./link-state.ts";
import { cleanTags, sameTags } from "./tags.ts";

/** A link with all that moves to a new address. */
export interface MovableLink extends LinkState {
  readonly id: LinkId;
  /** The title that is shown when the owner gave none: the page's, or the suggested one. */
  readonly otherTitle: string | null;
  readonly createdAt: Date;
  readonly savedAt: Date;
  /** The new address of its page, by the last check. */
  readonly newUrl: string | null;
}

/** The move of a link to its page's new address. */
export interface Move {
  readonly old: MovableLink;
  readonly address: WebAddress;
  readonly bulkId: BulkId;
}

/**
 * The event of the link at the new address: it is saved with the owner's data and in the place of the old one. An existing
 * link keeps its data, and gets only tags, folder, star and notes that it lacks.
 * @returns undefined where it lacks nothing
 */
export function eventAtNewAddress(found: MovableLink | undefined, move: Move, now: Date): LinkEvent | undefined {
  const { old, address, bulkId } = move;
  const { url } = address;
  const origin = { kind: "page" as const };
  if (found === undefined || isPurgeable(found, now)) {
    const suggested = old.otherTitle === null ? {} : { suggestedTitle: old.otherTitle };
    const rest = { ...ownerData(old), ...suggested, movedFrom: old.id, bulkId };
    return { type: "LinkSaved", data: { url, origin, ...rest } };
  }
  if (found.deletedAt !== null) {
    return { type: "LinkSavedAgain", data: { url, origin, tags: [], ...ownerData(old), bulkId } };
  }
  const shown = shownTags(found);
  const tags = cleanTags([...shown, ...(old.tags ?? [])]).slice(0, TAGS_PER_LINK);
  const additions = {
    ...(sameTags(tags, shown) ? {} : { tags }),
    ...(old.isFavorite && !found.isFavorite ? { isFavorite: true } : {}),
    ...(old.folderId !== null && found.folderId === null ? { folderId: old.folderId } : {}),
    ...(old.notes !== null && found.notes === null ? { notes: old.notes } : {}),
  };
  if (Object.keys(additions).length === 0) return undefined;
  const before = {
    ...("tags" in additions ? { tags: found.tags === null ? null : [...found.tags] } : {}),
    ...("isFavorite" in additions ? { isFavorite: false } : {}),
    ...("folderId" in additions ? { folderId: null } : {}),
  };
  return { type: "LinkChanged", data: { ...additions, bulk: { bulkId, before } } };
}

function ownerData(old: MovableLink) {
  const { title, description, notes, tags, isFavorite, folderId, remindAt, createdAt, savedAt } = old;
  const { visitCount: count, firstVisitedAt: firstAt, lastVisitedAt: lastAt } = old;
  return {
    ...(title === null ? {} : { title }),
    ...(description === null ? {} : { description }),
    ...(notes === null ? {} : { notes }),
    ...(tags === null ? {} : { tags: [...tags] }),
    ...(remindAt === null ? {} : { remindAt: remindAt.toISOString() }),
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
